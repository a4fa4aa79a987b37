import { Refusal } from '@laurel/domain/refusal'
import type { Insertable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { RegisteredAddresses } from '../../database/generated/tables.ts'
import { isAnyContaining, literal, now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { isInBook } from '../companies/shared-things.ts'

export type AddressRow = Awaited<ReturnType<typeof listAddressRows>>[number]
export type AddressValues = Omit<
  Insertable<RegisteredAddresses>,
  'site_id' | 'customer_id' | 'is_default'
> & {
  is_default: boolean
}
type Owner = Pick<Customer, 'siteId' | 'customerId'>

function own(db: Db, owner: Owner) {
  return db
    .selectFrom('registered_addresses')
    .where('site_id', '=', owner.siteId)
    .where('customer_id', '=', owner.customerId)
}

function change(db: Db, owner: Owner) {
  return db
    .updateTable('registered_addresses')
    .where('site_id', '=', owner.siteId)
    .where('customer_id', '=', owner.customerId)
}

/** Addresses of the customer, and those that their company shares. */
function seen(db: Db, actor: Customer) {
  return db
    .selectFrom('registered_addresses as address')
    .innerJoin('customers as owner', (join) =>
      join.onRef('owner.site_id', '=', 'address.site_id').onRef('owner.id', '=', 'address.customer_id'),
    )
    .selectAll('address')
    .select(['owner.first_name as owner_first_name', 'owner.last_name as owner_last_name'])
    .where('address.site_id', '=', actor.siteId)
    .where(isInBook('address', actor.customerId, actor.company?.id ?? null))
}

/** The customer's default first, then their own, then those of colleagues; the newest first. */
export function listAddressRows(db: Db, actor: Customer) {
  return seen(db, actor)
    .orderBy(({ eb }) => eb('address.customer_id', '=', actor.customerId), 'desc')
    .orderBy('address.is_default', 'desc')
    .orderBy('address.id', 'desc')
    .execute()
}

/** @throws {Refusal} `not_found` */
export async function readAddressRow(db: Db, actor: Customer, id: number): Promise<AddressRow> {
  return found(await seen(db, actor).where('address.id', '=', id).executeTakeFirst())
}

/** @throws {Refusal} `not_found` */
export async function lockAddressRow(db: Db, actor: Customer, id: number): Promise<AddressRow> {
  return found(await seen(db, actor).where('address.id', '=', id).forUpdate('address').executeTakeFirst())
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export async function countAddresses(db: Db, actor: Customer): Promise<number> {
  const { count } = await own(db, actor)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @returns its ID */
export async function insertAddressRow(db: Db, actor: Customer, values: AddressValues): Promise<number> {
  const { id } = await db
    .insertInto('registered_addresses')
    .values({ ...values, site_id: actor.siteId, customer_id: actor.customerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The address must be locked. */
export async function updateAddressRow(
  db: Db,
  { siteId }: Owner,
  id: number,
  values: AddressValues,
): Promise<void> {
  await db
    .updateTable('registered_addresses')
    .set({ ...values, updated_at: now })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** The address must be locked. */
export async function deleteAddressRow(db: Db, { siteId }: Owner, id: number): Promise<void> {
  await db.deleteFrom('registered_addresses').where('site_id', '=', siteId).where('id', '=', id).execute()
}

export async function unsetDefault(db: Db, owner: Owner): Promise<void> {
  await change(db, owner).set({ is_default: false }).where('is_default', '=', true).execute()
}

/** The newest address becomes the default, if there is one. */
export async function promoteNewest(db: Db, owner: Owner): Promise<void> {
  await change(db, owner)
    .set({ is_default: true })
    .where(
      'id',
      '=',
      own(db, owner).select((eb) => eb.fn.max('id').as('id')),
    )
    .execute()
}

/** Takes an address that is no longer shared off the carts of colleagues. */
export async function takeOffCarts(
  db: Db,
  { site_id, id, customer_id, company_id }: AddressRow,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ bulk_address_id: null })
    .where('site_id', '=', site_id)
    .where('status', '=', literal('cart'))
    .where('bulk_address_id', '=', id)
    .where('customer_id', '<>', customer_id)
    .where('customer_id', 'in', ({ selectFrom }) =>
      selectFrom('company_members as colleague')
        .select('colleague.customer_id')
        .where('colleague.site_id', '=', site_id)
        .where('colleague.company_id', '=', company_id),
    )
    .execute()
}

/** Addresses with a word that begins with a search: in the street, the name, the company, or the label. */
export function findAddressRows(db: Db, actor: Customer, search: string, most: number) {
  return seen(db, actor)
    .where(({ eb, ref, val }) => {
      const columns = ['address1', 'name', 'company', 'label'] as const
      const texts = columns.map((column) => eb(val(' '), '||', ref(`address.${column}`)))
      return isAnyContaining(texts, ` ${search}`)
    })
    .orderBy(({ eb }) => eb('address.customer_id', '=', actor.customerId), 'desc')
    .orderBy('address.is_default', 'desc')
    .orderBy('address.id', 'desc')
    .limit(most)
    .execute()
}
