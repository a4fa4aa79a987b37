import type { dateFields } from '@laurel/contract/recipient-lists'
import type { personFields } from '@laurel/contract/recipients'
import { DATE_WIRE_FIELDS } from '@laurel/domain/list-dates'
import { identityOf } from '@laurel/domain/people-files'
import { PERSON_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import { Refusal } from '@laurel/domain/refusal'
import type { NotNull, OnConflictBuilder } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { anyOf, now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { countOnLists, keepNames, type Owner } from './recipient-lists.repo.ts'

/** What is saved of a person: what a card needs, and dates. */
export const SAVED_WIRE_FIELDS = [...PERSON_WIRE_FIELDS, ...DATE_WIRE_FIELDS] as const

export type SavedFields = z.output<z.ZodObject<typeof personFields & typeof dateFields>>
export type SavedRow = SavedFields & {
  id: number
  customer_id: number
  person_key: number | null
  list_ids: number[]
  file_list_ids: number[]
  updated_at: Date
}
function people(db: Db, actor: Owner) {
  return db
    .selectFrom('saved_people as person')
    .where('person.site_id', '=', actor.siteId)
    .where('person.customer_id', '=', actor.customerId)
}

function withLists(rows: ReturnType<typeof people>) {
  return rows
    .select(['person.id', 'person.customer_id', ...SAVED_WIRE_FIELDS])
    .select(['person.person_key', 'person.updated_at'])
    .select(({ selectFrom }) => {
      const ids = (isFromFile: boolean) =>
        selectFrom('recipient_list_people as member')
          .select(({ fn }) =>
            fn
              .coalesce(
                fn.agg<number[]>('jsonb_agg', ['member.list_id']).orderBy('member.list_id'),
                json<number[]>([]),
              )
              .as('ids'),
          )
          .whereRef('member.site_id', '=', 'person.site_id')
          .whereRef('member.person_id', '=', 'person.id')
          .$if(isFromFile, (query) =>
            query
              .where('member.file_key', 'is not', null)
              .where(({ exists, selectFrom }) =>
                exists(
                  selectFrom('list_files as file')
                    .select('file.id')
                    .whereRef('file.site_id', '=', 'member.site_id')
                    .whereRef('file.list_id', '=', 'member.list_id')
                    .where('file.is_on', '=', true),
                ),
              ),
          )
      return [ids(false).as('list_ids'), ids(true).as('file_list_ids')]
    })
    .$narrowType<{ list_ids: NotNull; file_list_ids: NotNull }>()
}

/** These people, in the order of their IDs here. */
export async function listSavedOf(db: Db, actor: Owner, ids: readonly number[]): Promise<SavedRow[]> {
  if (ids.length === 0) return []
  const rows = await withLists(people(db, actor)).where('person.id', '=', anyOf(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** People of a list after an ID, to read all of them step by step. */
export function listSavedAfter(
  db: Db,
  actor: Owner,
  listId: number,
  afterId: number,
  take: number,
  ids?: readonly number[],
): Promise<SavedRow[]> {
  const members = db
    .selectFrom('recipient_list_people')
    .select('person_id')
    .where('site_id', '=', actor.siteId)
    .where('list_id', '=', listId)
  const after = withLists(people(db, actor))
    .where('person.id', 'in', members)
    .where('person.id', '>', afterId)
  const chosen = ids === undefined ? after : after.where('person.id', '=', anyOf(ids))
  return chosen.orderBy('person.id').limit(take).execute()
}

/** @throws {Refusal} `not_found` if they're missing or another customer's */
export async function readSaved(db: Db, actor: Owner, id: number): Promise<SavedRow> {
  const row = await withLists(people(db, actor)).where('person.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/**
 * Whose a person is: the customer's, or on a list that their company shares.
 *
 * @throws {Refusal} `not_found`
 */
export async function readSavedOwner(db: Db, { siteId, customerId, company }: Customer, id: number) {
  const row = await db
    .selectFrom('saved_people as person')
    .select('person.customer_id')
    .where('person.site_id', '=', siteId)
    .where('person.id', '=', id)
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('person.customer_id', '=', customerId),
        exists(
          selectFrom('recipient_list_people as member')
            .innerJoin('recipient_lists as list', (join) =>
              join
                .onRef('list.site_id', '=', 'member.site_id')
                .onRef('list.id', '=', 'member.list_id')
                .onRef('list.customer_id', '=', 'person.customer_id'),
            )
            .select('list.id')
            .whereRef('member.site_id', '=', 'person.site_id')
            .whereRef('member.person_id', '=', 'person.id')
            .where('list.company_id', '=', company?.id ?? null),
        ),
      ]),
    )
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return { customer_id: row.customer_id, company_id: company?.id ?? null }
}

/** Saves a person, or updates one already saved. @returns their ID */
export async function saveOne(
  db: Db,
  actor: Owner,
  person: SavedFields,
  key: number | null,
): Promise<number> {
  const { id } = await db
    .insertInto('saved_people')
    .values({ site_id: actor.siteId, customer_id: actor.customerId, ...person, person_key: key })
    .onConflict(mergePeople())
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepNames(db, actor.siteId, [id])
  return id
}

/** The newer row's values win; where it's empty, the older ones stay. @param replaced but for these */
export function mergePeople(replaced: readonly (keyof SavedFields)[] = []) {
  return (conflict: OnConflictBuilder<Database, 'saved_people'>) =>
    conflict.columns(['site_id', 'customer_id', 'person_key']).doUpdateSet(({ eb, ref }) => {
      const newer = (field: keyof SavedFields) =>
        replaced.includes(field)
          ? ref(`excluded.${field}`)
          : eb
              .case()
              .when(ref(`excluded.${field}`), '=', '')
              .thenRef(`saved_people.${field}`)
              .else(ref(`excluded.${field}`))
              .end()
      return {
        ...Object.fromEntries(SAVED_WIRE_FIELDS.map((field) => [field, newer(field)])),
        updated_at: ref('excluded.updated_at'),
      }
    })
}

export async function updateSaved(
  db: Db,
  actor: Owner,
  id: number,
  person: SavedFields,
  key: number | null,
): Promise<void> {
  await db
    .updateTable('saved_people')
    .set({ ...person, person_key: key, updated_at: now })
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .execute()
  await keepNames(db, actor.siteId, [id])
}

export async function deleteSaved(db: Db, actor: Owner, id: number): Promise<boolean> {
  // Locked first, so that no list takes them while they are counted off.
  const person = await people(db, actor)
    .select('person.id')
    .where('person.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (person === undefined) return false
  const left = await db
    .deleteFrom('recipient_list_people')
    .where('site_id', '=', actor.siteId)
    .where('person_id', '=', id)
    .returning('list_id')
    .execute()
  await countOnLists(
    db,
    actor.siteId,
    left.map(({ list_id }) => list_id),
    -1,
  )
  const { numDeletedRows } = await db
    .deleteFrom('saved_people')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Saves the people of a card item's list between two positions, and puts them on a saved list. */
export async function saveBetween(
  db: Db,
  actor: Owner,
  itemId: number,
  listId: number,
  from: number,
  to: number,
): Promise<number> {
  const { saved, added } = await db
    .with('chosen', (site) =>
      site
        .selectFrom('card_recipient_details')
        .select([...PERSON_WIRE_FIELDS, 'person_key'])
        .distinctOn('person_key')
        .where('site_id', '=', actor.siteId)
        .where('card_item_id', '=', itemId)
        .where(({ between }) => between('position', from, to))
        .where('person_key', 'is not', null)
        .where(({ not }) => not('needs_attention'))
        .orderBy('person_key')
        .orderBy('position', 'desc'),
    )
    .with('saved', (site) =>
      site
        .insertInto('saved_people')
        .columns(['site_id', 'customer_id', ...PERSON_WIRE_FIELDS, 'person_key'])
        .expression(
          site
            .selectFrom('chosen')
            .select(({ val }) => [
              val(actor.siteId).as('site_id'),
              val(actor.customerId).as('customer_id'),
              ...PERSON_WIRE_FIELDS,
              'person_key',
            ]),
        )
        .onConflict(mergePeople())
        .returning(['id', 'find_name']),
    )
    .with('members', (site) =>
      site
        .insertInto('recipient_list_people')
        .columns(['site_id', 'list_id', 'person_id', 'find_name'])
        .expression(
          site
            .selectFrom('saved')
            .select(({ val }) => [
              val(actor.siteId).as('site_id'),
              val(listId).as('list_id'),
              'id',
              'find_name',
            ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('person_id'),
    )
    .selectFrom('saved')
    .select(({ fn, selectFrom }) => [
      fn.coalesce(fn.agg<number[]>('jsonb_agg', ['saved.id']), json<number[]>([])).as('saved'),
      selectFrom('members')
        .select((members) => members.fn.countAll<number>().as('count'))
        .as('added'),
    ])
    .executeTakeFirstOrThrow()
  await keepNames(db, actor.siteId, saved)
  await countOnLists(db, actor.siteId, [listId], Number(added))
  return saved.length
}

/** The people of a list by {@link identityOf}. */
export async function listIdentities(db: Db, actor: Owner, listId: number): Promise<Map<string, number>> {
  const rows = await people(db, actor)
    .innerJoin('recipient_list_people as member', (join) =>
      join
        .onRef('member.site_id', '=', 'person.site_id')
        .onRef('member.person_id', '=', 'person.id')
        .on('member.list_id', '=', listId),
    )
    .select(['person.id', 'person.email', 'person.first_name', 'person.last_name'])
    .execute()
  return new Map(rows.map((row) => [identityOf(row), row.id]))
}

/** Sets the dates that are given. @returns whether one changed */
export async function setDates(
  db: Db,
  actor: Owner,
  id: number,
  { birthday, start_date }: Pick<SavedFields, 'birthday' | 'start_date'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_people')
    .set({
      ...(birthday !== '' && { birthday }),
      ...(start_date !== '' && { start_date }),
      updated_at: now,
    })
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .where(({ and, eb, or }) =>
      or([
        and([eb.val(birthday !== ''), eb('birthday', '<>', birthday)]),
        and([eb.val(start_date !== ''), eb('start_date', '<>', start_date)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
