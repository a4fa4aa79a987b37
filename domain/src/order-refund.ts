import type { DisplayStatus } from './order-status.ts'

export const ORDER_REFUND_STATES = ['none', 'partial', 'full'] as const
export type OrderRefundState = (typeof ORDER_REFUND_STATES)[number]

export type OrderMoneySums = {
  totalCents: number
  /** Payments received for the order and not refunded. */
  keptCents: number
  /** Paid refunds; a chargeback by the bank isn't a refund. */
  refundedCents: number
  /** The office released the order without its money: it was paid another way. */
  isReleased: boolean
}

/**
 * How much of an order was refunded, from its ledger. Refunding an overpayment leaves the order fully paid.
 *
 * @see docs/decisions/0030-an-order-says-it-was-refunded.md
 */
export function orderRefundState(sums: OrderMoneySums): OrderRefundState {
  if (sums.refundedCents === 0 || sums.keptCents >= sums.totalCents) return 'none'
  return sums.keptCents <= 0 && !sums.isReleased ? 'full' : 'partial'
}

/** The status people read: the display status, unless all its money was refunded. */
export type ShownStatus = DisplayStatus | 'refunded'

/** A rejected order stays rejected, since that's why it was refunded. */
export function shownStatus(order: {
  displayStatus: DisplayStatus
  refundState: OrderRefundState
}): ShownStatus {
  return order.refundState === 'full' && order.displayStatus !== 'rejected' ? 'refunded' : order.displayStatus
}
