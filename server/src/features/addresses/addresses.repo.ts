import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { RegisteredAddresses } from '../../database/generated/tables.ts'
import { now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

export type AddressRow = Selectable<RegisteredAddresses>
export type AddressValues = Omit<
  Insertable<RegisteredAddresses>,
  'site_id' | 'customer_id' | 'is_default'
> & {
  is_default: boolean
}

function own(db: Db, actor: Customer) {
  return db
    .selectFrom('registered_addresses')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
}

function change(db: Db, actor: Customer) {
  return db
    .updateTable('registered_addresses')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
}

export function listAddressRows(db: Db, actor: Customer): Promise<AddressRow[]> {
  return own(db, actor).selectAll().orderBy('is_default', 'desc').orderBy('id', 'desc').execute()
}

export function findAddressRow(db: Db, actor: Customer, id: number): Promise<AddressRow | undefined> {
  return own(db, actor).selectAll().where('id', '=', id).executeTakeFirst()
}

export async function countAddresses(db: Db, actor: Customer): Promise<number> {
  const { count } = await own(db, actor)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function insertAddressRow(db: Db, actor: Customer, values: AddressValues): Promise<AddressRow> {
  return db
    .insertInto('registered_addresses')
    .values({ ...values, site_id: actor.siteId, customer_id: actor.customerId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function updateAddressRow(
  db: Db,
  actor: Customer,
  id: number,
  values: AddressValues,
): Promise<AddressRow> {
  return change(db, actor)
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @returns the removed row, undefined when there was none */
export function deleteAddressRow(db: Db, actor: Customer, id: number): Promise<AddressRow | undefined> {
  return db
    .deleteFrom('registered_addresses')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function unsetDefault(db: Db, actor: Customer): Promise<void> {
  await change(db, actor).set({ is_default: false }).where('is_default', '=', true).execute()
}

/** The newest address becomes the default, if there is one. */
export async function promoteNewest(db: Db, actor: Customer): Promise<void> {
  await change(db, actor)
    .set({ is_default: true })
    .where(
      'id',
      '=',
      own(db, actor).select((eb) => eb.fn.max('id').as('id')),
    )
    .execute()
}
