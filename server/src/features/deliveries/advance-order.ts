import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { tellAllArrived, tellCardsSent } from '../notices/write-notices.ts'
import { moveOrder } from '../orders/order-moves.ts'
import { announceOrder } from '../webhooks/announce.ts'

type Standing = {
  status: string
  planned_at: Date | null
  is_shipped: boolean
  held_at: Date | null
  is_empty: boolean
  waiting: boolean
  has_post: boolean
  post_waits: boolean
}

/**
 * Moves an order on if all its cards are produced, or its last letter or parcel has shipped. Called after
 * deliveries moved, in a separate transaction or at the end of theirs: a second caller waits for the order and
 * sees the first one's changes.
 */
export async function advanceOrder(db: Db, siteId: number, orderId: number, at: Date): Promise<void> {
  await sql`select from orders where site_id = ${siteId} and id = ${orderId} for update`.execute(db)
  const { rows } = await sql<Standing>`
    select o.status, o.planned_at, o.is_shipped, o.held_at,
      not exists (select from deliveries d where d.site_id = o.site_id and d.order_id = o.id
        and d.status <> 'cancelled') as is_empty,
      exists (select from deliveries d where d.site_id = o.site_id and d.order_id = o.id
        and d.status in ('queued', 'sending', 'printing')) as waiting,
      exists (select from deliveries d where d.site_id = o.site_id and d.order_id = o.id
        and d.reward_type <> 'digital' and d.status <> 'cancelled') as has_post,
      exists (select from deliveries d where d.site_id = o.site_id and d.order_id = o.id
        and d.reward_type <> 'digital' and d.status in ('queued', 'printing')) as post_waits
    from orders o where o.site_id = ${siteId} and o.id = ${orderId}`.execute(db)
  const [order] = rows
  // An order whose cards were all canceled is never fulfilled.
  if (order === undefined || order.planned_at === null || order.is_empty) return
  if (order.status !== 'approved' && order.status !== 'fulfilled') return

  await tellCardsSent(db, siteId, orderId, at)
  if (order.status === 'approved' && !order.waiting) {
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
    const status = order.status === 'approved' && order.waiting ? 'approved' : 'fulfilled'
    announceOrder(db, siteId, { orderId, status, types: ['order.shipped'], at })
  }
}
