import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import type { AddressWire } from './priced-order.ts'

function addresses(db: Db, siteId: number) {
  return db
    .selectFrom('registered_addresses')
    .select([
      'id',
      'label',
      'name',
      'company',
      'address1',
      'address2',
      'city',
      'state',
      'zip',
      'phone',
      'is_default',
    ])
    .where('site_id', '=', siteId)
}

export async function listAddressesById(db: Db, siteId: number, ids: number[]): Promise<AddressWire[]> {
  return ids.length === 0 ? [] : addresses(db, siteId).where('id', 'in', ids).execute()
}

/** @throws {Refusal} `not_found` when it is not in the customer's own address book */
export async function readParcelAddress(db: Db, actor: Customer, id: number): Promise<AddressWire> {
  const row = await addresses(db, actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}
