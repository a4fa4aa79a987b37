import { isHostedPage, type PaymentMethod } from './payment-method.ts'
import type { PaymentState } from './payment-state.ts'
import { Refusal } from './refusal.ts'

/**
 * Every state of an order; `cart` is the current, unplaced order. One that awaits the approval of its company, or its
 * payment after that, isn't placed either.
 */
export const ORDER_STATUSES = [
  'cart',
  'awaiting_approval',
  'in_review',
  'pending_payment',
  'approved',
  'fulfilled',
  'declined',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** docs/spec.md §4, "Order status groups". */
export const PENDING_STATUSES = [
  'in_review',
  'approved',
  'pending_payment',
] as const satisfies readonly OrderStatus[]
export const COMPLETED_STATUSES = ['fulfilled', 'declined'] as const satisfies readonly OrderStatus[]

export type OrderGroup = 'pending' | 'completed'

/** What customers see. docs/spec.md §4, "Display status". */
export const DISPLAY_STATUSES = ['in_review', 'pending_payment', 'approved', 'shipped', 'rejected'] as const
export type DisplayStatus = (typeof DISPLAY_STATUSES)[number]

export const DISPLAY_LABELS: Readonly<Record<DisplayStatus, string>> = {
  pending_payment: /*i18n*/ 'Pending payment',
  in_review: /*i18n*/ 'In review',
  approved: /*i18n*/ 'Approved',
  shipped: /*i18n*/ 'Shipped',
  rejected: /*i18n*/ 'Rejected',
}

/**
 * The one table of moves; asking for an approval isn't one, because nothing is placed. An order waits for payment, is
 * reviewed, approved, and fulfilled; staff can decline it with a reason until it's fulfilled.
 */
export const ORDER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  cart: ['in_review', 'pending_payment'],
  awaiting_approval: ['in_review', 'pending_payment'],
  pending_payment: ['in_review', 'declined'],
  in_review: ['approved', 'declined'],
  approved: ['fulfilled', 'declined'],
  fulfilled: [],
  declined: [],
}

/** The reasons of an order that the customer canceled, as opposed to one staff declined. */
export const CANCELED_BY_CUSTOMER = /*i18n*/ 'Canceled by the customer before it was paid.'
export const CANCELED_IN_REVIEW = /*i18n*/ 'Canceled by the customer before it was approved.'

export function isCanceledByCustomer(declineReason: string): boolean {
  return declineReason === CANCELED_BY_CUSTOMER || declineReason === CANCELED_IN_REVIEW
}

/**
 * The status a customer is shown. A fulfilled order is "shipped" once its last physical part is with the
 * carrier, and "approved" before; a declined one is "rejected"; anything unknown is "in review".
 *
 * @see docs/spec.md §4, "Display status"
 */
export function displayStatus(order: { status: string; isShipped: boolean }): DisplayStatus {
  if (order.status === 'fulfilled') return order.isShipped ? 'shipped' : 'approved'
  if (order.status === 'declined') return 'rejected'
  return DISPLAY_STATUSES.find((shown) => shown === order.status) ?? 'in_review'
}

/** Has it yet to be placed? Nothing is owed for it, and only its buyer and those who approve it see it. */
export function isUnplaced(status: string): status is 'cart' | 'awaiting_approval' {
  return status === 'cart' || status === 'awaiting_approval'
}

/** Can an order move from one status to another? Keeping its status isn't a move. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].includes(to)
}

/**
 * Refuses a move that isn't in the table.
 *
 * @throws {Refusal} `order_move_not_allowed`, with the facts `from` and `to`
 */
export function assertMove(from: OrderStatus, to: OrderStatus): void {
  if (!canMove(from, to)) throw new Refusal('order_move_not_allowed', { from, to })
}

/**
 * Where a cart (or an order waiting for payment) belongs, given its payment. A card payment counts once the
 * provider confirmed it, and waits while the provider reviews it. A bank debit counts once it settled and the
 * site's hold is over; a check or transfer once staff recorded it in full. An order on invoice doesn't wait.
 *
 * @param ach whether the hold days after an ACH settlement have passed; false until known
 * @returns undefined when the payment moves nothing: the order keeps its status
 */
export function statusAfterPayment(
  method: PaymentMethod,
  state: PaymentState,
  ach: { holdIsOver: boolean } = { holdIsOver: false },
): 'in_review' | 'pending_payment' | undefined {
  if (state === 'failed' || state === 'expired' || state === 'abandoned' || state === 'refunded')
    return undefined

  // On invoice, the order doesn't wait for its money.
  if (method === 'company_terms') return 'in_review'

  const moneyIsHere = state === 'settled' || (state === 'paid' && method !== 'elavon_ach')
  if (moneyIsHere) return method !== 'elavon_ach' || ach.holdIsOver ? 'in_review' : 'pending_payment'

  // On the hosted page, nothing has happened until the provider accepted the payment.
  if (isHostedPage(method) && state === 'started') return undefined
  return 'pending_payment'
}
