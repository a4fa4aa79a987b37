import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { anyOf, now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { isInBook } from '../companies/shared-things.ts'

/** Whose people they are: those of a shared list are in the address book of the person who shared it. */
export type Owner = Pick<Customer, 'siteId' | 'customerId'>
export type ListRow = Awaited<ReturnType<typeof listLists>>[number]

function lists(db: Db, actor: Customer) {
  return db
    .selectFrom('recipient_lists as list')
    .innerJoin('customers as owner', (join) =>
      join.onRef('owner.site_id', '=', 'list.site_id').onRef('owner.id', '=', 'list.customer_id'),
    )
    .select(['list.id', 'list.name', 'list.people_count', 'list.updated_at'])
    .select(['list.customer_id', 'list.company_id'])
    .select(['owner.first_name as owner_first_name', 'owner.last_name as owner_last_name'])
    .where('list.site_id', '=', actor.siteId)
    .where(isInBook('list', actor.customerId, actor.company?.id ?? null))
}

/** The customer's lists, and those that their company shares. */
export function listLists(db: Db, actor: Customer) {
  return lists(db, actor)
    .orderBy(({ fn }) => fn('lower', ['list.name']))
    .orderBy('list.id')
    .execute()
}

/** @throws {Refusal} `not_found` if it's missing, or of someone who doesn't share it */
export async function readList(db: Db, actor: Customer, id: number): Promise<ListRow> {
  const row = await lists(db, actor).where('list.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Like {@link readList}, and locks it, so that it isn't passed on at the same time. */
export async function lockList(db: Db, actor: Customer, id: number): Promise<ListRow> {
  const row = await lists(db, actor).where('list.id', '=', id).forNoKeyUpdate('list').executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export async function countLists(db: Db, { siteId, customerId }: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('recipient_lists')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return count
}

type Named = { name: string; company_id: number | null }

/** Whose address book has the people of a list. */
export function ownerOf({ siteId }: Customer, list: Pick<ListRow, 'customer_id'>): Owner {
  return { siteId, customerId: list.customer_id }
}

/** @returns undefined when the customer, or the company, has a list of this name */
export async function insertList(db: Db, owner: Owner, named: Named): Promise<number | undefined> {
  const row = await db
    .insertInto('recipient_lists')
    .values({ site_id: owner.siteId, customer_id: owner.customerId, ...named })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Renames or shares a list. @returns false when another list of the customer, or of the company, has this name */
export async function updateList(
  db: Db,
  { siteId }: Owner,
  { id, customer_id }: ListRow,
  { name, company_id }: Named,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recipient_lists')
    .set({ name, company_id, updated_at: now })
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where(({ exists, not, selectFrom }) => {
      const others = selectFrom('recipient_lists as other')
        .select('other.id')
        .where('other.site_id', '=', siteId)
        .where(({ eb, fn, val }) => eb(fn('lower', ['other.name']), '=', fn('lower', [val(name)])))
        .where('other.id', '<>', id)
      const beside =
        company_id === null
          ? others.where('other.customer_id', '=', customer_id).where('other.company_id', 'is', null)
          : others.where('other.company_id', '=', company_id)
      return not(exists(beside))
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteList(db: Db, siteId: number, id: number): Promise<void> {
  await db.deleteFrom('recipient_lists').where('site_id', '=', siteId).where('id', '=', id).execute()
}

/** Lists keep a copy of their people's names to sort by. */
export async function keepNames(db: Db, siteId: number, personIds: readonly number[]): Promise<void> {
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

export async function countOnLists(
  db: Db,
  siteId: number,
  listIds: readonly number[],
  more: number,
): Promise<void> {
  if (listIds.length === 0 || more === 0) return
  await db
    .updateTable('recipient_lists')
    .set(({ eb }) => ({ people_count: eb('people_count', '+', more) }))
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(listIds))
    .execute()
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
