import type { DisplayStatus } from './order-status.ts'

export const ORDER_REFUND_STATES = ['none', 'partial', 'full'] as const
export type OrderRefundState = (typeof ORDER_REFUND_STATES)[number]

export type OrderMoneySums = {
  totalCents: number
  /** What came in for the order and is still here. */
  keptCents: number
  /** What refunds paid back; money a bank took back on its own is no refund. */
  refundedCents: number
  /** The office let the order go on without its money: it was settled some other way. */
  isReleased: boolean
}

/**
 * How much of an order was refunded, from its ledger. Refunding what was paid beyond the total leaves the
 * order paid in full.
 *
 * @see docs/decisions/0030-an-order-says-it-was-refunded.md
 */
export function orderRefundState(sums: OrderMoneySums): OrderRefundState {
  if (sums.refundedCents === 0 || sums.keptCents >= sums.totalCents) return 'none'
  return sums.keptCents <= 0 && !sums.isReleased ? 'full' : 'partial'
}

/** What a person reads as an order's status: its display status, unless all its money was refunded. */
export type ShownStatus = DisplayStatus | 'refunded'

/** A rejected order stays rejected: that is why its money was refunded. */
export function shownStatus(order: {
  displayStatus: DisplayStatus
  refundState: OrderRefundState
}): ShownStatus {
  return order.refundState === 'full' && order.displayStatus !== 'rejected' ? 'refunded' : order.displayStatus
}
