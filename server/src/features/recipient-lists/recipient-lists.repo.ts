import type { personFields } from '@laurel/contract/recipients'
import { PERSON_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import { Refusal } from '@laurel/domain/refusal'
import type { NotNull, OnConflictBuilder } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { anyOf, isAnyContaining, literal, now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

export type SavedFields = z.output<z.ZodObject<typeof personFields>>
export type SavedRow = SavedFields & {
  id: number
  person_key: number | null
  list_ids: number[]
  updated_at: Date
}
export type ListRow = { id: number; name: string; people_count: number; updated_at: Date }

function lists(db: Db, actor: Customer) {
  return db
    .selectFrom('recipient_lists as list')
    .select(['id', 'name', 'updated_at'])
    .select(({ selectFrom }) =>
      selectFrom('recipient_list_people as member')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('member.site_id', '=', 'list.site_id')
        .whereRef('member.list_id', '=', 'list.id')
        .as('people_count'),
    )
    .where('list.site_id', '=', actor.siteId)
    .where('list.customer_id', '=', actor.customerId)
    .$narrowType<{ people_count: NotNull }>()
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

/** Which people: everyone saved, those of one list, or search results. */
export type Wanted = { listId?: number | undefined; search?: string | undefined }

function people(db: Db, actor: Customer, { listId, search }: Wanted) {
  return db
    .selectFrom('saved_people as person')
    .where('person.site_id', '=', actor.siteId)
    .where('person.customer_id', '=', actor.customerId)
    .$if(listId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('recipient_list_people as member')
            .whereRef('member.site_id', '=', 'person.site_id')
            .whereRef('member.person_id', '=', 'person.id')
            .where('member.list_id', '=', listId!),
        ),
      ),
    )
    .$if(!!search, (query) =>
      query.where(({ eb, ref }) => {
        const name = eb(eb('person.first_name', '||', ' '), '||', ref('person.last_name'))
        return isAnyContaining([name, ref('person.email'), ref('person.city'), ref('person.zip')], search!)
      }),
    )
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

export function listSaved(
  db: Db,
  actor: Customer,
  asked: Wanted,
  page: { skip: number; take: number },
): Promise<SavedRow[]> {
  return withLists(people(db, actor, asked))
    .orderBy(({ eb, fn, ref }) =>
      fn('lower', [eb(eb('person.last_name', '||', literal(' ')), '||', ref('person.first_name'))]),
    )
    .orderBy('person.id')
    .offset(page.skip)
    .limit(page.take)
    .execute()
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
  const after = withLists(people(db, actor, { listId })).where('person.id', '>', afterId)
  const chosen = ids === undefined ? after : after.where('person.id', '=', anyOf(ids))
  return chosen.orderBy('person.id').limit(take).execute()
}

export async function countSaved(db: Db, actor: Customer, asked: Wanted): Promise<number> {
  const { count } = await people(db, actor, asked)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @throws {Refusal} `not_found` if they're missing or another customer's */
export async function readSaved(db: Db, actor: Customer, id: number): Promise<SavedRow> {
  const row = await withLists(people(db, actor, {}))
    .where('person.id', '=', id)
    .executeTakeFirst()
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
  return id
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
}

export async function deleteSaved(db: Db, actor: Customer, id: number): Promise<boolean> {
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
  await db
    .insertInto('recipient_list_people')
    .values({ site_id: siteId, list_id: listId, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
  const { saved } = await db
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
        .returning('id'),
    )
    .with('members', (site) =>
      site
        .insertInto('recipient_list_people')
        .columns(['site_id', 'list_id', 'person_id'])
        .expression(
          site
            .selectFrom('saved')
            .select(({ val }) => [val(actor.siteId).as('site_id'), val(listId).as('list_id'), 'id']),
        )
        .onConflict((conflict) => conflict.doNothing()),
    )
    .selectFrom('saved')
    .select(({ fn }) => fn.countAll<number>().as('saved'))
    .executeTakeFirstOrThrow()
  return saved
}
