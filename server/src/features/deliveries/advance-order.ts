import type { Db } from '../../database/database.ts'
import { literal, literals } from '../../database/sql.ts'
import { tellAllArrived, tellCardsSent } from '../notices/write-notices.ts'
import { moveOrder } from '../orders/order-moves.ts'
import { announceOrder } from '../webhooks/announce.ts'

/**
 * Moves an order forward if all its cards are produced, or its last letter or parcel has shipped. Called after
 * deliveries moved, in a separate transaction or at the end of theirs: a second caller waits for the order and
 * sees the first one's changes.
 */
export async function advanceOrder(db: Db, siteId: number, orderId: number, at: Date): Promise<void> {
  const found = db.selectFrom('orders as o').where('o.site_id', '=', siteId).where('o.id', '=', orderId)
  await found.forUpdate().execute()
  const order = await found
    .select(['o.status', 'o.planned_at', 'o.is_shipped'])
    .select((eb) => {
      const deliveries = eb
        .selectFrom('deliveries as d')
        .whereRef('d.site_id', '=', 'o.site_id')
        .whereRef('d.order_id', '=', 'o.id')
      const post = deliveries.where('d.reward_type', '<>', literal('digital'))
      return [
        eb.exists(deliveries.where('d.status', '<>', literal('cancelled'))).as('has_cards'),
        eb.exists(deliveries.where('d.status', 'in', literals('queued', 'sending', 'printing'))).as('waits'),
        eb.exists(post.where('d.status', '<>', literal('cancelled'))).as('has_post'),
        eb.exists(post.where('d.status', 'in', literals('queued', 'printing'))).as('post_waits'),
      ]
    })
    .executeTakeFirst()
  // An order whose cards were all canceled is never fulfilled.
  if (order === undefined || order.planned_at === null || !order.has_cards) return
  if (order.status !== 'approved' && order.status !== 'fulfilled') return

  await tellCardsSent(db, siteId, orderId, at)
  if (order.status === 'approved' && !order.waits) {
    const move = { orderId, from: 'approved', to: 'fulfilled', note: '', actor: 'system', at } as const
    await moveOrder(db, siteId, move)
    await tellAllArrived(db, siteId, [orderId], at)
  }
  if (!order.is_shipped && order.has_post && !order.post_waits) {
    await db
      .updateTable('orders')
      .set({ is_shipped: true, updated_at: at })
      .where('site_id', '=', siteId)
      .where('id', '=', orderId)
      .execute()
    const status = order.status === 'approved' && order.waits ? 'approved' : 'fulfilled'
    announceOrder(db, siteId, { orderId, status, types: ['order.shipped'], at })
  }
}
