import { Refusal } from '@laurel/domain/refusal'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import type { CardItemRow } from './card-item-row.ts'
import { itemIdsOf } from './card-items.repo.ts'
import type { StoredProblem } from './judged-recipient.ts'
import { isMeant, lastPosition, type MeantRecipients } from './recipients.repo.ts'

export type Given = { amount_cents?: number | null | undefined; message?: string | undefined }
export type ChangeRow = {
  id: number
  card_item_id: number
  action: 'set' | 'delete' | 'edit'
  given: Given
  created_at: Date
}

/** Notes that people are about to be changed; what they were is added to it. */
export async function insertChange(
  db: Db,
  siteId: number,
  change: {
    card_item_id: number
    token: string
    action: ChangeRow['action']
    given: Given
    import_id?: number
  },
): Promise<number> {
  const { id } = await db
    .insertInto('recipient_changes')
    .values({ ...change, site_id: siteId, given: json(change.given) as never })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A person as they are, with the time of the change that is about to come. */
const BEFORE = sql.raw(
  `(to_jsonb(r) - '{site_id,search_text,find_name,find_email}'::text[]) || jsonb_build_object('changed_at', now())`,
)

/** What can be given to many at once. */
export const GIVEN_FIELDS = ['amount_cents', 'message'] as const
/** The given values and their problems. */
export type GivenTo = {
  fields: ReadonlyArray<(typeof GIVEN_FIELDS)[number]>
  amount_cents: number | null
  message: string
  problems: StoredProblem[]
  needs_attention: boolean
  codes: string[]
}

/**
 * Gives the selected people an amount or a message, and replaces the problems of these fields. The order must
 * be locked. @returns how many people there were
 */
export async function giveMeant(
  db: Db,
  { site_id, id }: CardItemRow,
  changeId: number,
  meant: MeantRecipients,
  given: GivenTo,
): Promise<number> {
  const are = isMeant(site_id, id, meant)
  const { rows } = await sql<{ people: number }>`
    with kept as (
      insert into recipient_change_rows (site_id, change_id, recipient_id, before)
      select site_id, ${changeId}::bigint, id, ${BEFORE} from card_recipient_details r where ${are} returning 1
    ) select count(*)::int as people from kept`.execute(db)
  const values = { amount_cents: sql`${given.amount_cents}::bigint`, message: sql`${given.message}::text` }
  const problems = sql`${JSON.stringify(given.problems)}::jsonb`
  const again = sql`problems_but(problems, ${given.fields}::text[]) || ${problems}`
  const isSaid = sql`(${given.problems.length > 0}::boolean or ${mentions('problems', given.fields)})`
  await sql`
    update card_recipient_details set
      ${sql.join(given.fields.map((field) => sql`${sql.ref(field)} = ${values[field]}`))},
      problems = case when problems = '[]' then ${problems} when ${isSaid} then ${again} else problems end,
      needs_attention = case when problems = '[]' then ${given.needs_attention}::boolean
        when ${isSaid} then (${again}) @> '[{"severity":"error"}]' else needs_attention end,
      codes = case when problems = '[]' then ${given.codes}::text[]
        when ${isSaid} then codes_of(${again}) else codes end,
      edited = true, updated_at = now()
    where ${are}`.execute(db)
  return rows[0]!.people
}

/**
 * Confirms a warning of the selected people, so that it isn't shown again until they change (migration 0008).
 * The order must be locked. @returns how many people there were
 */
export async function keepMeant(
  db: Db,
  { site_id, id }: CardItemRow,
  meant: MeantRecipients,
  code: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update card_recipient_details set kept_warnings = array_append(kept_warnings, ${code}::text)
    where ${isMeant(site_id, id, meant)} and codes <> '{}' and codes @> array[${code}]::text[]`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

function mentions(problems: 'problems' | 'r.problems' | 'b.problems', fields: GivenTo['fields']) {
  const each = fields.map((field) => sql`${sql.raw(problems)} @> ${JSON.stringify([{ field }])}::jsonb`)
  return sql`(${sql.join(each, sql` or `)})`
}

/**
 * Removes the selected people. The order must be locked.
 *
 * @returns how many there were, and the keys of remaining people who were their duplicates
 */
export async function removeMeant(
  db: Db,
  { site_id, id }: CardItemRow,
  changeId: number,
  meant: MeantRecipients,
): Promise<{ people: number; keys: number[] }> {
  const { rows } = await sql<{ people: number; keys: number[] }>`
    with gone as (
      delete from card_recipient_details r where ${isMeant(site_id, id, meant)}
      returning id, person_key, ${BEFORE} as before
    ), kept as (
      insert into recipient_change_rows (site_id, change_id, recipient_id, before)
      select ${site_id}::bigint, ${changeId}::bigint, id, before from gone
    )
    select (select count(*)::int from gone) as people, coalesce((
      select array_agg(distinct person_key) from card_recipient_details
      where site_id = ${site_id} and card_item_id = ${id} and codes <> '{}' and codes @> '{duplicate}'
        and person_key in (select person_key from gone) and id not in (select id from gone)
    ), '{}') as keys`.execute(db)
  return rows[0]!
}

/** Keeps what people are, before they are changed; of whom the same change has changed already, what they were first. */
export async function keepBefore(
  db: Db,
  siteId: number,
  changeId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into recipient_change_rows (site_id, change_id, recipient_id, before)
    select site_id, ${changeId}::bigint, id, ${BEFORE}
    from card_recipient_details r where site_id = ${siteId} and id = any (${ids}::bigint[])
    on conflict (site_id, change_id, recipient_id) do update set before = case
      when (excluded.before ->> 'updated_at')::timestamptz = (recipient_change_rows.before ->> 'changed_at')::timestamptz
      then recipient_change_rows.before || jsonb_build_object('changed_at', now()) else excluded.before end`.execute(
    db,
  )
}

/** Keeps what a change made of people, field by field: only that is taken back. */
export async function keepWrote(
  db: Db,
  siteId: number,
  changeId: number,
  people: ReadonlyArray<{ id: number; wrote: object }>,
): Promise<void> {
  await sql`
    update recipient_change_rows c set before = c.before || jsonb_build_object('wrote', person.wrote)
    from json_to_recordset(${JSON.stringify(people)}::json) as person (id bigint, wrote jsonb)
    where c.site_id = ${siteId} and c.change_id = ${changeId} and c.recipient_id = person.id`.execute(db)
}

/** Keeps that people were not there before. */
export async function keepAdded(
  db: Db,
  siteId: number,
  changeId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into recipient_change_rows (site_id, change_id, recipient_id)
    select ${siteId}::bigint, ${changeId}::bigint, unnest(${ids}::bigint[])`.execute(db)
}

/** @throws {Refusal} `not_found` if it's missing, another customer's, or already undone */
export async function readChange(db: Db, actor: Customer, token: string): Promise<ChangeRow> {
  const row = await db
    .selectFrom('recipient_changes as change')
    .select(['change.id', 'change.card_item_id', 'change.action', 'change.given', 'change.created_at'])
    .where('change.site_id', '=', actor.siteId)
    .where('change.token', '=', token)
    .where('change.card_item_id', 'in', itemIdsOf(db, actor))
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row as ChangeRow
}

export type Before = { recipient_id: number; before: Record<string, unknown> | null }

/** The next people of a change that are taken back in one step: up to which id, and how many. */
export async function nextBefore(db: Db, siteId: number, changeId: number, most: number) {
  const { rows } = await sql<{ last: number | null; people: number }>`
    select max(recipient_id) as last, count(*)::int as people from (
      select recipient_id from recipient_change_rows where site_id = ${siteId} and change_id = ${changeId}
      order by recipient_id limit ${most}
    ) next_ones`.execute(db)
  return rows[0]!
}

/** Those of a change that are not taken back yet, up to an id. */
export async function listBefore(db: Db, siteId: number, changeId: number, last: number): Promise<Before[]> {
  const rows = await db
    .selectFrom('recipient_change_rows')
    .select(['recipient_id', 'before'])
    .where('site_id', '=', siteId)
    .where('change_id', '=', changeId)
    .where('recipient_id', '<=', last)
    .orderBy('recipient_id')
    .execute()
  return rows as Before[]
}

export async function dropBefore(db: Db, siteId: number, changeId: number, last: number) {
  await sql`delete from recipient_change_rows where site_id = ${siteId} and change_id = ${changeId}
    and recipient_id <= ${last}`.execute(db)
}

export async function dropChange(db: Db, siteId: number, id: number): Promise<void> {
  await db.deleteFrom('recipient_changes').where('site_id', '=', siteId).where('id', '=', id).execute()
}

/** A change can be undone for a day. */
export async function dropOldChanges(db: Db, siteId: number): Promise<void> {
  await db
    .deleteFrom('recipient_changes')
    .where('site_id', '=', siteId)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where('import_id', 'is', null)
    .execute()
}

/**
 * Undoes an amount or a message for people who haven't changed since. The order must be locked. @returns how
 * many; the rest is kept for them
 */
export async function takeBackGiven(
  db: Db,
  siteId: number,
  changeId: number,
  last: number,
  fields: GivenTo['fields'],
): Promise<number> {
  const again = sql`problems_but(r.problems, ${fields}::text[]) || was.said`
  const isSaid = sql`(was.said <> '[]' or ${mentions('r.problems', fields)})`
  const { rows } = await sql<{ people: number }>`
    with was as (
      select c.recipient_id, b.amount_cents, b.message, b.edited, b.updated_at,
        (c.before ->> 'changed_at')::timestamptz as changed_at,
        case when ${mentions('b.problems', fields)}
          then (select jsonb_agg(p) from jsonb_array_elements(b.problems) p where p ->> 'field' = any (${fields}::text[]))
          else '[]' end as said
      from recipient_change_rows c, jsonb_populate_record(null::card_recipient_details, c.before) b
      where c.site_id = ${siteId} and c.change_id = ${changeId} and c.recipient_id <= ${last}
    ), back as (
      update card_recipient_details r set
        ${sql.join(fields.map((field) => sql`${sql.ref(field)} = ${sql.ref(`was.${field}`)}`))},
        problems = case when ${isSaid} then ${again} else r.problems end,
        needs_attention = case when ${isSaid} then (${again}) @> '[{"severity":"error"}]' else r.needs_attention end,
        codes = case when ${isSaid} then codes_of(${again}) else r.codes end,
        edited = was.edited, updated_at = was.updated_at
      from was where r.site_id = ${siteId} and r.id = was.recipient_id and r.updated_at = was.changed_at
      returning r.id
    ), dropped as (
      delete from recipient_change_rows where site_id = ${siteId} and change_id = ${changeId}
        and recipient_id in (select id from back)
    )
    select count(*)::int as people from back`.execute(db)
  return rows[0]!.people
}

const KEPT_FIELDS = [
  ...['first_name', 'last_name', 'email', 'address1', 'address2', 'city', 'state', 'zip', 'amount_cents'],
  ...['message', 'problems', 'needs_attention', 'delivery_state', 'import_id', 'import_row', 'edited'],
  ...['person_key', 'codes', 'source', 'created_at', 'updated_at'],
]
const KEPT = KEPT_FIELDS.join(', ')

/**
 * Restores removed people to their positions, or to the end if a position is taken. The order must be locked.
 *
 * @returns the keys of people who may be duplicates, here or in another order
 */
export async function bringBack(
  db: Db,
  { site_id, id }: CardItemRow,
  changeId: number,
  last: number,
): Promise<number[]> {
  const ofChange = sql`c.site_id = ${site_id} and c.change_id = ${changeId} and c.recipient_id <= ${last}`
  const insert = (position: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`
    insert into card_recipient_details (site_id, card_item_id, id, position, kept_warnings, ${sql.raw(KEPT)})
    overriding system value
    select ${site_id}::bigint, ${id}::bigint, id, ${position}, coalesce(kept_warnings, '{}'), ${sql.raw(KEPT)}
    from (
      select b.* from recipient_change_rows c, jsonb_populate_record(null::card_recipient_details, c.before) b
      where ${ofChange} ${more}
    ) was on conflict do nothing`
  await insert(sql`position`, sql``).execute(db)
  const end = await lastPosition(db, site_id, id)
  await insert(
    sql`${end}::integer + row_number() over (order by position)`,
    sql`and not exists (select from card_recipient_details r where r.site_id = c.site_id and r.id = c.recipient_id)`,
  ).execute(db)
  const { rows } = await sql<{ keys: number[] }>`
    select coalesce(array_agg(distinct r.person_key), '{}') as keys
    from recipient_change_rows c
    join card_recipient_details r on r.site_id = c.site_id and r.id = c.recipient_id
    where ${ofChange} and r.person_key is not null
      and (r.codes && '{duplicate,already_received}' or exists (
        select from card_recipient_details o
        where o.site_id = r.site_id and o.person_key = r.person_key and o.id <> r.id))`.execute(db)
  return rows[0]!.keys
}

/**
 * Restores people to their state before a change, except for those changed since. The order must be locked.
 *
 * @returns their old and new keys
 */
export async function makeAsBefore(
  db: Db,
  siteId: number,
  changeId: number,
  last: number,
): Promise<number[]> {
  const was = sql`select c.recipient_id, (c.before ->> 'changed_at')::timestamptz as changed_at, b.*
    from recipient_change_rows c, jsonb_populate_record(null::card_recipient_details, c.before) b
    where c.site_id = ${siteId} and c.change_id = ${changeId} and c.recipient_id <= ${last}`
  const { rows } = await sql<{ keys: number[] }>`
    select coalesce(array_agg(distinct key) filter (where key is not null), '{}') as keys
    from (${was}) was
    join card_recipient_details r on r.site_id = ${siteId} and r.id = was.recipient_id,
    unnest(array[was.person_key, r.person_key]) key`.execute(db)
  await sql`
    update card_recipient_details r
    set ${sql.raw(KEPT_FIELDS.map((field) => `${field} = was.${field}`).join(', '))}
    from (${was}) was where r.site_id = ${siteId} and r.id = was.recipient_id and r.updated_at = was.changed_at`.execute(
    db,
  )
  // A separate query: changing a person's identity clears their answers (migration kept_warnings).
  await sql`
    update card_recipient_details r set kept_warnings = was.kept_warnings
    from (${was}) was where r.site_id = ${siteId} and r.id = was.recipient_id and r.updated_at = was.updated_at
      and was.kept_warnings <> '{}'`.execute(db)
  return rows[0]!.keys
}
