import type { OrderRefundState } from './order-refund.ts'
import { isUnplaced, type OrderStatus } from './order-status.ts'

/** The office's states of a placed order, in display order. */
export const OFFICE_STATUSES = [
  'in_review',
  'pending_payment',
  'approved',
  'shipped',
  'fulfilled',
  'declined',
  'refunded',
] as const
export type OfficeStatus = (typeof OFFICE_STATUSES)[number]

export const OFFICE_STATUS_LABELS: Readonly<Record<OfficeStatus, string>> = {
  in_review: 'In review',
  pending_payment: 'Pending payment',
  approved: 'Approved',
  shipped: 'Shipped',
  fulfilled: 'Fulfilled',
  declined: 'Rejected',
  refunded: 'Refunded',
}

/**
 * The state that the office shows and filters by, so that the people who make cards see what was sent. A
 * fulfilled order is "shipped" once its last physical part is with the carrier; email orders, and orders with
 * nothing left to ship, are "fulfilled". A refunded order is "refunded" unless it was declined.
 */
export function officeStatus(order: {
  status: OrderStatus
  isShipped: boolean
  refundState: OrderRefundState
}): OfficeStatus {
  if (order.refundState === 'full' && order.status !== 'declined') return 'refunded'
  if (order.status === 'fulfilled') return order.isShipped ? 'shipped' : 'fulfilled'
  return isUnplaced(order.status) ? 'in_review' : order.status
}

export function isOfficeStatus(value: unknown): value is OfficeStatus {
  return OFFICE_STATUSES.some((status) => status === value)
}
