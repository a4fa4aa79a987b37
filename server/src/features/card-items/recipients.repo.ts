import { Refusal } from '@laurel/domain/refusal'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { CardRecipientDetails } from '../../database/generated/tables.ts'
import type { Customer } from '../../http/actor.ts'
import { itemIdsOf } from './card-items.repo.ts'
import type { JudgedRecipient, StoredProblem } from './judged-recipient.ts'
import type { Block } from './recipient-pages.ts'

/** Without what the database makes of the rest for searching. */
export type RecipientRow = Omit<
  Selectable<CardRecipientDetails>,
  'problems' | 'search_text' | 'find_name' | 'find_email'
> & {
  problems: StoredProblem[]
}

/** Which people of a list to show; all by default. */
export type Filter = {
  search?: string | undefined
  /** People with errors, or with this code. */
  only?: string | undefined
}

/** The orders a list is shown in besides its own, by what sorts it. */
const SORTED_BY: Readonly<Record<string, readonly string[]>> = {
  // As the indexes of migration lists_at_hand have them.
  name: ['left(lower(last_name), 60)', 'left(lower(first_name), 60)'],
  email: ['left(lower(email), 100)'],
  city: ['lower(city)'],
  state: ['state'],
  zip: ['zip'],
  amount: ['amount_cents'],
  problems: ['not needs_attention', '-cardinality(codes)'],
}

type Rows = SelectQueryBuilder<Database, 'card_recipient_details', object>

function ofItem(db: Db, siteId: number, itemId: number): Rows {
  return db
    .selectFrom('card_recipient_details')
    .where('site_id', '=', siteId)
    .where('card_item_id', '=', itemId)
}

/**
 * A recipient on one of the customer's lists.
 *
 * @throws {Refusal} `not_found` if they're missing or another customer's
 */
export async function readRecipientRow(db: Db, actor: Customer, id: number): Promise<RecipientRow> {
  const row = await db
    .selectFrom('card_recipient_details as recipient')
    .selectAll('recipient')
    .where('recipient.site_id', '=', actor.siteId)
    .where('recipient.id', '=', id)
    .where('recipient.card_item_id', 'in', itemIdsOf(db, actor))
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row as RecipientRow
}

/** What a list comes to, block of positions by block: its cost follows the list's blocks, not its people. */
export function listBlocks(
  db: Db,
  siteId: number,
  itemId: number,
  denominationCents: number | null,
): Promise<Block[]> {
  const worth = sql`coalesce(amount_cents, ${denominationCents}::bigint, 0)`
  return db
    .selectFrom('recipient_tallies')
    .select('block')
    .select([
      sql<number>`sum(people)::bigint`.as('people'),
      sql<number>`sum(needing_attention)::bigint`.as('needing_attention'),
      sql<number>`sum(to_check)::bigint`.as('to_check'),
      sql<number>`coalesce(sum(people - needing_attention - to_check) filter (where ${worth} > 0), 0)::bigint`.as(
        'ready',
      ),
      sql<number>`coalesce(sum(people) filter (where ${worth} = 0), 0)::bigint`.as('without_value'),
      sql<number>`sum(people * ${worth})::bigint`.as('value_cents'),
    ])
    .where('site_id', '=', siteId)
    .where('card_item_id', '=', itemId)
    .groupBy('block')
    .orderBy('block')
    .execute()
}

/** People in file order from a position on, skipping some. */
export async function listRecipientRows(...page: Parameters<typeof recipientPage>): Promise<RecipientRow[]> {
  return (await recipientPage(...page).execute()) as RecipientRow[]
}

/** The query of a page: it walks the list's index from the position on, and no further than the page. */
export function recipientPage(
  db: Db,
  siteId: number,
  itemId: number,
  filter: Filter,
  page: { fromPosition: number; skip: number; take: number },
) {
  return filtered(ofItem(db, siteId, itemId), filter)
    .selectAll()
    .where('position', '>=', page.fromPosition)
    .orderBy('position')
    .offset(page.skip)
    .limit(page.take)
}

/** A page of a sorted or filtered list, by count. */
type Page = { skip: number; take: number }

/**
 * The positions of a page's people in a sorted list. Only the sort keys are sorted, and pages past the middle
 * are read from the end.
 *
 * @param count how many people the filter shows
 */
export async function listSorted(
  db: Db,
  siteId: number,
  itemId: number,
  filter: Filter,
  sort: string,
  { skip, take }: Page,
  count: number,
): Promise<number[]> {
  const shown = Math.min(take, count - skip)
  if (shown <= 0) return []
  const isNearEnd = skip > count / 2
  const rows = await filtered(ofItem(db, siteId, itemId), filter)
    .select('position')
    .orderBy(orderOf(isNearEnd ? turned(sort) : sort))
    .offset(isNearEnd ? count - skip - shown : skip)
    .limit(shown)
    .execute()
  const positions = rows.map(({ position }) => position)
  return isNearEnd ? positions.reverse() : positions
}

/** How many people a search finds, and the positions of a page's people, in one pass. */
export async function findPeople(
  db: Db,
  siteId: number,
  itemId: number,
  filter: Filter,
  sort: string,
  { skip, take }: Page,
): Promise<{ count: number; positions: number[] }> {
  const page = sql`(array_agg(position order by ${orderOf(sort)}))[${skip + 1}::integer : ${skip + take}::integer]`
  return filtered(ofItem(db, siteId, itemId), filter)
    .select([sql<number>`count(*)::int`.as('count'), sql<number[]>`coalesce(${page}, '{}')`.as('positions')])
    .executeTakeFirstOrThrow()
}

function orderOf(sort: string) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const values = [...(SORTED_BY[sort.replace('-', '')] ?? []), 'position']
  return sql.raw(values.map((value) => `${value} ${direction}`).join(', '))
}

function turned(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : `-${sort}`
}

/** The people at these positions, in this order. */
export async function listAt(
  db: Db,
  siteId: number,
  itemId: number,
  positions: readonly number[],
): Promise<RecipientRow[]> {
  if (positions.length === 0) return []
  const rows = await ofItem(db, siteId, itemId)
    .selectAll()
    .where(sql<boolean>`position = any (${positions}::integer[])`)
    .execute()
  const byPosition = new Map(rows.map((row) => [row.position, row as RecipientRow]))
  return positions.flatMap((position) => byPosition.get(position) ?? [])
}

/** How many people bear which code, block of positions by block where one code is asked for. */
export async function listCodes(db: Db, siteId: number, itemId: number) {
  const { rows } = await sql<{ code: string; people: number }>`
    select code, sum(people)::int as people from recipient_code_tallies
    where site_id = ${siteId} and card_item_id = ${itemId} group by 1 having sum(people) > 0 order by 2 desc, 1`.execute(
    db,
  )
  return rows
}

export async function listCodeBlocks(db: Db, siteId: number, itemId: number, code: string) {
  const { rows } = await sql<{ block: number; people: number }>`
    select block, people from recipient_code_tallies
    where site_id = ${siteId} and card_item_id = ${itemId} and code = ${code} and people > 0 order by block`.execute(
    db,
  )
  return rows
}

function filtered(rows: Rows, filter: Filter): Rows {
  const wanted = shownBy(filter)
  return wanted === undefined ? rows : rows.where(wanted)
}

/** A filter as a SQL condition; undefined if it's empty. */
function shownBy({ search, only }: Filter): RawBuilder<boolean> | undefined {
  // Written out: as a parameter the plan that is kept could not know the index that is for it.
  const bearing =
    only === 'attention'
      ? sql<boolean>`needs_attention = true`
      : only && sql<boolean>`(codes <> '{}' and codes @> array[${only}]::text[]${besideErrors(only)})`
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = search && sql<boolean>`search_text like lower(${pattern})`
  return bearing && found ? sql<boolean>`${bearing} and ${found}` : bearing || found || undefined
}

/** Whoever has an error is found by it, not among those to check. */
function besideErrors(only: string): RawBuilder<unknown> {
  return only === 'warning' ? sql` and not needs_attention` : sql``
}

/** The people selected by a bulk change: by ID, or by filter between two positions. */
export type MeantRecipients =
  | { ids: readonly number[] }
  | { filter: Filter; exceptIds: readonly number[]; from: number; to: number }

/** The selection as a SQL condition, on `card_recipient_details` alone. */
export function isMeant(siteId: number, itemId: number, meant: MeantRecipients): RawBuilder<boolean> {
  const ofList = sql<boolean>`site_id = ${siteId}::bigint and card_item_id = ${itemId}::bigint`
  if ('ids' in meant) return sql<boolean>`${ofList} and id = any (${meant.ids}::bigint[])`
  return sql<boolean>`${ofList} and position between ${meant.from}::integer and ${meant.to}::integer
    and not id = any (${meant.exceptIds}::bigint[]) and ${shownBy(meant.filter) ?? sql<boolean>`true`}`
}

/** The selected people with a sure suggestion, of one kind if given. */
export async function listSuggested(
  db: Db,
  siteId: number,
  itemId: number,
  meant: MeantRecipients,
  bearing: string,
): Promise<RecipientRow[]> {
  const rows = await ofItem(db, siteId, itemId)
    .selectAll()
    .where(isMeant(siteId, itemId, meant))
    .where(sql<boolean>`codes <> '{}' and codes @> array[${bearing}]::text[]`)
    .orderBy('position')
    .execute()
  return rows as RecipientRow[]
}

/** The last used position, 0 in an empty list. Positions are never reused. */
export async function lastPosition(db: Db, siteId: number, itemId: number): Promise<number> {
  const row = await ofItem(db, siteId, itemId)
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? 0
}

const COLUMNS = `first_name, last_name, email, address1, address2, city, state, zip, amount_cents, message,
  problems, needs_attention, codes, person_key`
const RECORD = `first_name text, last_name text, email text, address1 text, address2 text, city text, state text,
  zip text, amount_cents bigint, message text, problems jsonb, needs_attention boolean, codes text[],
  person_key bigint`
const OF_A_FILE = 'import_row, source'

/** Appends people after a position, in their order, in one statement. The order must be held. */
export async function insertRecipients(
  db: Db,
  siteId: number,
  itemId: number,
  afterPosition: number,
  people: readonly JudgedRecipient[],
): Promise<void> {
  await sql`
    insert into card_recipient_details (site_id, card_item_id, position, ${sql.raw(COLUMNS)})
    select ${siteId}::bigint, ${itemId}::bigint, ${afterPosition}::integer + nth, ${sql.raw(COLUMNS)}
    from rows from (json_to_recordset(${JSON.stringify(people)}::json) as (${sql.raw(RECORD)}))
      with ordinality as person (${sql.raw(COLUMNS)}, nth)`.execute(db)
}

/**
 * Like {@link insertRecipients}, for people from a file, as the reader's JSON. Not by COPY: PostgreSQL refuses
 * it with row-level security (docs/decisions/0014).
 */
export async function insertImported(
  db: Db,
  siteId: number,
  itemId: number,
  importId: number,
  json: string,
): Promise<void> {
  await sql`
    insert into card_recipient_details
      (site_id, card_item_id, position, import_id, ${sql.raw(COLUMNS)}, ${sql.raw(OF_A_FILE)})
    select ${siteId}::bigint, ${itemId}::bigint, last + nth, ${importId}::bigint,
      ${sql.raw(COLUMNS)}, ${sql.raw(OF_A_FILE)}
    from (
      select coalesce(max(position), 0) as last from card_recipient_details
      where site_id = ${siteId}::bigint and card_item_id = ${itemId}::bigint
    ) list, rows from (json_to_recordset(${json}::json) as (${sql.raw(RECORD)}, import_row integer, source jsonb))
      with ordinality as person (${sql.raw(COLUMNS)}, ${sql.raw(OF_A_FILE)}, nth)`.execute(db)
}

export async function readRecipientAt(
  db: Db,
  siteId: number,
  itemId: number,
  position: number,
): Promise<RecipientRow> {
  const row = await ofItem(db, siteId, itemId)
    .selectAll()
    .where('position', '=', position)
    .executeTakeFirstOrThrow()
  return row as RecipientRow
}

/**
 * Writes people anew at their positions, in one statement. The order must be held.
 *
 * @param isEdit whether they now differ from the file they came with
 */
export async function updateRecipients(
  db: Db,
  siteId: number,
  itemId: number,
  people: ReadonlyArray<JudgedRecipient & { position: number }>,
  isEdit = true,
): Promise<void> {
  await sql`
    update card_recipient_details as kept
    set first_name = person.first_name, last_name = person.last_name, email = person.email,
      address1 = person.address1, address2 = person.address2, city = person.city, state = person.state,
      zip = person.zip, amount_cents = person.amount_cents, message = person.message,
      problems = person.problems, needs_attention = person.needs_attention, codes = person.codes,
      person_key = person.person_key, edited = kept.edited or ${isEdit}::boolean, updated_at = now()
    from json_to_recordset(${JSON.stringify(people)}::json) as person (position integer, ${sql.raw(RECORD)})
    where kept.site_id = ${siteId}::bigint and kept.card_item_id = ${itemId}::bigint
      and kept.position = person.position`.execute(db)
}

/** Which warnings of a person are answered: they are left out of what is said of them (migration kept_warnings). */
export async function keepWarnings(db: Db, siteId: number, id: number, codes: readonly string[]) {
  await sql`update card_recipient_details set kept_warnings = ${codes}::text[]
    where site_id = ${siteId} and id = ${id}`.execute(db)
}

/** People of a list by ID; missing ones are left out. */
export async function listRecipientsById(
  db: Db,
  siteId: number,
  itemId: number,
  ids: readonly number[],
): Promise<RecipientRow[]> {
  if (ids.length === 0) return []
  const rows = await ofItem(db, siteId, itemId)
    .selectAll()
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .orderBy('position')
    .execute()
  return rows as RecipientRow[]
}

export async function deleteRecipientRow(db: Db, siteId: number, id: number): Promise<void> {
  await db.deleteFrom('card_recipient_details').where('site_id', '=', siteId).where('id', '=', id).execute()
}
