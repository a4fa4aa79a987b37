import type { personFields } from '@laurel/contract/recipients'
import { PERSON_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import { Refusal } from '@laurel/domain/refusal'
import type { NotNull, OnConflictBuilder } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { anyOf, now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

export type SavedFields = z.output<z.ZodObject<typeof personFields>>
export type SavedRow = SavedFields & {
  id: number
  person_key: number | null
  list_ids: number[]
  updated_at: Date
}
/** Whose people they are. */
type Owner = Pick<Customer, 'siteId' | 'customerId'>
export type ListRow = { id: number; name: string; people_count: number; updated_at: Date }

function lists(db: Db, actor: Customer) {
  return db
    .selectFrom('recipient_lists as list')
    .select(['id', 'name', 'people_count', 'updated_at'])
    .where('list.site_id', '=', actor.siteId)
    .where('list.customer_id', '=', actor.customerId)
}

export function listLists(db: Db, actor: Customer): Promise<ListRow[]> {
  return lists(db, actor)
    .orderBy(({ fn }) => fn('lower', ['name']))
    .execute()
}

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export async function readList(db: Db, actor: Customer, id: number): Promise<ListRow> {
  const row = await lists(db, actor).where('list.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** @returns undefined when the customer has a list of this name */
export async function insertList(db: Db, actor: Customer, name: string): Promise<number | undefined> {
  const row = await db
    .insertInto('recipient_lists')
    .values({ site_id: actor.siteId, customer_id: actor.customerId, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** @returns false when another list has this name */
export async function renameList(db: Db, actor: Customer, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recipient_lists')
    .set({ name, updated_at: now })
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('recipient_lists as other')
            .where('other.site_id', '=', actor.siteId)
            .where('other.customer_id', '=', actor.customerId)
            .where(({ eb, fn, val }) => eb(fn('lower', ['other.name']), '=', fn('lower', [val(name)])))
            .where('other.id', '<>', id),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteList(db: Db, actor: Customer, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recipient_lists')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function people(db: Db, actor: Owner) {
  return db
    .selectFrom('saved_people as person')
    .where('person.site_id', '=', actor.siteId)
    .where('person.customer_id', '=', actor.customerId)
}

function withLists(rows: ReturnType<typeof people>) {
  return rows
    .select(['person.id', ...PERSON_WIRE_FIELDS, 'person.person_key', 'person.updated_at'])
    .select(({ selectFrom }) =>
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
        .as('list_ids'),
    )
    .$narrowType<{ list_ids: NotNull }>()
}

/** These people, in the order of their IDs here. */
export async function listSavedOf(db: Db, actor: Customer, ids: readonly number[]): Promise<SavedRow[]> {
  if (ids.length === 0) return []
  const rows = await withLists(people(db, actor)).where('person.id', '=', anyOf(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** People of a list after an ID, to read all of them step by step. */
export function listSavedAfter(
  db: Db,
  actor: Customer,
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
export async function readSaved(db: Db, actor: Customer, id: number): Promise<SavedRow> {
  const row = await withLists(people(db, actor)).where('person.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Saves a person, or updates one already saved. @returns their ID */
export async function saveOne(
  db: Db,
  actor: Customer,
  person: SavedFields,
  key: number | null,
): Promise<number> {
  const { id } = await db
    .insertInto('saved_people')
    .values({ site_id: actor.siteId, customer_id: actor.customerId, ...person, person_key: key })
    .onConflict(mergePeople)
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepNames(db, actor.siteId, [id])
  return id
}

/** Lists keep a copy of their people's names to sort by. */
async function keepNames(db: Db, siteId: number, personIds: readonly number[]): Promise<void> {
  await db
    .updateTable('recipient_list_people as member')
    .from('saved_people as person')
    .set(({ ref }) => ({ find_name: ref('person.find_name') }))
    .where('member.site_id', '=', siteId)
    .where('member.person_id', '=', anyOf(personIds))
    .where('person.site_id', '=', siteId)
    .whereRef('person.id', '=', 'member.person_id')
    .whereRef('person.find_name', '<>', 'member.find_name')
    .execute()
}

async function countOnLists(db: Db, siteId: number, listIds: readonly number[], more: number): Promise<void> {
  if (listIds.length === 0 || more === 0) return
  await db
    .updateTable('recipient_lists')
    .set(({ eb }) => ({ people_count: eb('people_count', '+', more) }))
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(listIds))
    .execute()
}

/** The newer row's values win; where it's empty, the older ones stay. */
function mergePeople(conflict: OnConflictBuilder<Database, 'saved_people'>) {
  return conflict.columns(['site_id', 'customer_id', 'person_key']).doUpdateSet(({ eb, ref }) => {
    const newer = (field: keyof SavedFields) =>
      eb
        .case()
        .when(ref(`excluded.${field}`), '=', '')
        .thenRef(`saved_people.${field}`)
        .else(ref(`excluded.${field}`))
        .end()
    return {
      ...Object.fromEntries(PERSON_WIRE_FIELDS.map((field) => [field, newer(field)])),
      updated_at: ref('excluded.updated_at'),
    }
  })
}

export async function updateSaved(
  db: Db,
  actor: Customer,
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

export async function addPersonToList(
  db: Db,
  siteId: number,
  listId: number,
  personId: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows: added = 0n } = await db
    .insertInto('recipient_list_people')
    .columns(['site_id', 'list_id', 'person_id', 'find_name'])
    .expression(({ selectFrom, val }) =>
      selectFrom('saved_people')
        .select([val(siteId).as('site_id'), val(listId).as('list_id'), 'id', 'find_name'])
        .where('site_id', '=', siteId)
        .where('id', '=', personId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  await countOnLists(db, siteId, [listId], Number(added))
  await db
    .updateTable('recipient_lists')
    .set({ updated_at: now })
    .where('site_id', '=', siteId)
    .where('id', '=', listId)
    .execute()
}

export async function removeMember(db: Db, siteId: number, listId: number, personId: number) {
  const { numDeletedRows } = await db
    .deleteFrom('recipient_list_people')
    .where('site_id', '=', siteId)
    .where('list_id', '=', listId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  await countOnLists(db, siteId, [listId], -Number(numDeletedRows))
  return numDeletedRows === 1n
}

/** Saves the people of a card item's list between two positions, and puts them on a saved list. */
export async function saveBetween(
  db: Db,
  actor: Customer,
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
        .onConflict(mergePeople)
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
