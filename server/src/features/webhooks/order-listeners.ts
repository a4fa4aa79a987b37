import type { EventType } from '@laurel/domain/event-types'
import { isUnplaced, type OrderStatus } from '@laurel/domain/order-status'
import type { Db } from '../../database/database.ts'
import type { EventOf } from '../../order-events.ts'
import { announce, announceOrder } from './announce.ts'

/** What integrators hear of an order that has reached a status. It is reviewed once it is paid. */
const EVENTS: Readonly<Record<OrderStatus, readonly EventType[]>> = {
  cart: [],
  awaiting_approval: [],
  pending_payment: [],
  in_review: ['order.paid'],
  approved: ['order.approved'],
  fulfilled: ['order.fulfilled'],
  declined: ['order.declined'],
}

export function announceOrderMoved(db: Db, { siteId, orderId, from, to, at }: EventOf<'order.moved'>): void {
  const types = [...(isUnplaced(from) ? (['order.placed'] as const) : []), ...EVENTS[to]]
  announceOrder(db, siteId, { orderId, status: to, types, at })
}

export async function announceRefundDone(db: Db, refund: EventOf<'refund.done'>): Promise<void> {
  const data = {
    refund_id: refund.refundId,
    order_id: refund.orderId,
    number: refund.orderNumber,
    amount_cents: refund.amountCents,
    refund_state: refund.refundState,
  }
  await announce(db, refund.siteId, [{ type: 'refund.done', data, at: refund.at }])
}
