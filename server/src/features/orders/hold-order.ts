import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import type { OrderRow } from './orders.repo.ts'

/** Stops what has not left yet: the order's money went back after it was let through. It must be held. */
export async function holdOrder(
  db: Db,
  siteId: number,
  order: Pick<OrderRow, 'id' | 'status' | 'held_at'>,
  { reason, actor, at }: { reason: string; actor: string; at: Date },
): Promise<void> {
  const isThrough =
    order.status === 'in_review' || order.status === 'approved' || order.status === 'fulfilled'
  if (!isThrough) return
  if (order.held_at !== null) {
    // What a person had stopped is now stopped by its money: releasing it takes more.
    await db
      .updateTable('orders')
      .set({ held_by: '', held_reason: reason, released_at: null, release_asked_by: '', updated_at: at })
      .where('site_id', '=', siteId)
      .where('id', '=', order.id)
      .where('held_by', '<>', '')
      .execute()
    return
  }
  await db
    .updateTable('orders')
    // An earlier release without the money didn't know about this.
    .set({ held_at: at, held_reason: reason, released_at: null, release_asked_by: '', updated_at: at })
    .where('site_id', '=', siteId)
    .where('id', '=', order.id)
    .execute()
  record(db, siteId, { actor, event: 'order.held', subject: `order:${order.id}`, facts: { reason }, at })
}
