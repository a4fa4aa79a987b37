import type { Db } from '../../database/database.ts'
import type { KeyCustomer } from '../../http/actor.ts'

/** Whose external IDs a key uses: the company's that it was made for. */
function ofKey(db: Db, { siteId, key }: KeyCustomer) {
  return db.selectFrom('orders').where('site_id', '=', siteId).where('external_of', '=', key.homeId)
}

export function findNamedOrder(db: Db, actor: KeyCustomer, externalId: string) {
  return ofKey(db, actor)
    .select(['id', 'customer_id', 'external_hash'])
    .where('external_id', '=', externalId)
    .executeTakeFirst()
}

/** Names an order; a unique index refuses a second one of the same name. */
export async function nameOrder(
  db: Db,
  siteId: number,
  orderId: number,
  { of, externalId, hash }: { of: number; externalId: string; hash: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ external_id: externalId, external_of: of, external_hash: hash })
    .where('site_id', '=', siteId)
    .where('id', '=', orderId)
    .execute()
}
