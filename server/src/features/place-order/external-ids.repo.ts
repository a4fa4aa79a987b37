import type { ApprovalState } from '@laurel/domain/approval-states'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'

/** Whose external IDs a key uses: the company's that it was made for. */
function ofKey(db: Db, { siteId, key }: Customer) {
  return db
    .selectFrom('orders')
    .where('site_id', '=', siteId)
    .where('external_of', '=', key?.homeId ?? 0)
}

export function findNamedOrder(db: Db, actor: Customer, externalId: string) {
  return ofKey(db, actor)
    .select(['id', 'customer_id', 'external_hash'])
    .where('external_id', '=', externalId)
    .executeTakeFirst()
}

/** Names an order; a unique index refuses a second one of the same name. */
export async function nameOrder(
  db: Db,
  { siteId, key }: Customer,
  orderId: number,
  { externalId, hash }: { externalId: string; hash: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ external_id: externalId, external_of: key?.homeId ?? 0, external_hash: hash })
    .where('site_id', '=', siteId)
    .where('id', '=', orderId)
    .execute()
}

/** The newest request for the approval of an order. */
export function findApproval(db: Db, { siteId }: Customer, orderId: number) {
  return db
    .selectFrom('approval_requests')
    .select('comment')
    .select(({ ref }) => ref('state').$castTo<ApprovalState>().as('state'))
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
