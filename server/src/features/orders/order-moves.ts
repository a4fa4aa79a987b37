import { assertMove, type OrderStatus } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { raise } from '../../order-events.ts'
import { record } from '../audit/audit.service.ts'
import { billToNow } from './bill-to.ts'

export type OrderMove = {
  orderId: number
  from: OrderStatus
  to: OrderStatus
  note: string
  /** Who moves it: `customer:5`, `staff:2`, `system`. */
  actor: string
  at: Date
}

/**
 * Moves an order, but only if it still stands where it was read, writes its history and raises
 * `order.moved`. Out of the cart it is placed: from then on whom it is billed to stays as the profile says now.
 *
 * @throws {Refusal} `order_move_not_allowed` when the table of moves has no such move,
 *   `order_changed_meanwhile` when another request moved it first
 */
export async function moveOrder(db: Db, siteId: number, move: OrderMove): Promise<void> {
  const { orderId, from, to, note, actor, at } = move
  assertMove(from, to)
  const [{ numUpdatedRows }] = await Promise.all([
    db
      .updateTable('orders')
      .set({ status: to, updated_at: at, ...(from === 'cart' && { placed_at: at, bill_to: billToNow }) })
      .where('site_id', '=', siteId)
      .where('id', '=', orderId)
      .where('status', '=', from)
      .executeTakeFirst(),
    db
      .insertInto('order_moves')
      .values({ site_id: siteId, order_id: orderId, status: to, note, at })
      .execute(),
  ])
  if (numUpdatedRows !== 1n) throw new Refusal('order_changed_meanwhile')
  await raise(db, { type: 'order.moved', siteId, orderId, from, to, actor, at })
  record(db, siteId, {
    actor,
    event: 'order.moved',
    subject: `order:${orderId}`,
    facts: { from, to },
    at,
  })
}
