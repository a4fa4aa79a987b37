import type { EventType } from '@laurel/domain/event-types'
import type { NoticeKind } from '@laurel/domain/notice-words'
import { assertMove, type OrderStatus } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import { tellCustomer } from '../notices/write-notices.ts'
import { announceOrder } from '../webhooks/announce.ts'
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

/** What integrators are told of an order that has come there. It is reviewed once its money is here. */
const TOLD: Readonly<Record<OrderStatus, readonly EventType[]>> = {
  cart: [],
  pending_payment: [],
  in_review: ['order.paid'],
  approved: ['order.approved'],
  fulfilled: ['order.fulfilled'],
  declined: ['order.declined'],
}

/**
 * Moves an order, but only if it still stands where it was read, writes its history and tells those who
 * listen. Out of the cart it is placed: from then on whom it is billed to stays as the profile says now.
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
  const kind = noticeOf(move)
  if (kind !== undefined) await tellCustomer(db, siteId, { orderId, kind, at })
  const types = [...(from === 'cart' ? (['order.placed'] as const) : []), ...TOLD[to]]
  announceOrder(db, siteId, { orderId, status: to, types, at })
  record(db, siteId, {
    actor,
    event: 'order.moved',
    subject: `order:${orderId}`,
    facts: { from, to },
    at,
  })
}

/** What its customer is told. What they cancelled themselves they know. */
function noticeOf({ from, to, actor }: OrderMove): NoticeKind | undefined {
  if (from === 'cart') return 'order_placed'
  if (to === 'declined') return actor.startsWith('customer:') ? undefined : 'order_declined'
  return NOTICES[to]
}

const NOTICES: Partial<Record<OrderStatus, NoticeKind>> = {
  in_review: 'payment_arrived',
  approved: 'order_approved',
  fulfilled: 'order_fulfilled',
}
