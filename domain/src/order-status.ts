import { isHostedPage, type PaymentMethod, type PaymentState } from './payment-state.ts'
import { Refusal } from './refusal.ts'

/** Every state of an order, in the order it usually walks them; `cart` is the order being put together. */
export const ORDER_STATUSES = [
  'cart',
  'pending_payment',
  'in_review',
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
export const DISPLAY_STATUSES = ['pending_payment', 'in_review', 'approved', 'shipped', 'rejected'] as const
export type DisplayStatus = (typeof DISPLAY_STATUSES)[number]

export const DISPLAY_LABELS: Readonly<Record<DisplayStatus, string>> = {
  pending_payment: 'Pending payment',
  in_review: 'In review',
  approved: 'Approved',
  shipped: 'Shipped',
  rejected: 'Rejected',
}

/**
 * The one table of moves. An order waits for its money, is reviewed, approved, fulfilled;
 * staff may decline it with a reason until it is fulfilled.
 */
export const ORDER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  cart: ['in_review', 'pending_payment'],
  pending_payment: ['in_review', 'declined'],
  in_review: ['approved', 'declined'],
  approved: ['fulfilled', 'declined'],
  fulfilled: [],
  declined: [],
}

/** The reason an order carries that its own customer took back: it was not turned away. */
export const CANCELED_BY_CUSTOMER = 'Canceled by the customer before it was paid.'

export function isOrderStatus(value: unknown): value is OrderStatus {
  return ORDER_STATUSES.some((status) => status === value)
}

/**
 * Which list of a customer's orders this one stands in; the cart stands in neither.
 *
 * @see docs/spec.md §4, "Order status groups"
 */
export function orderGroup(status: OrderStatus): OrderGroup | undefined {
  if (PENDING_STATUSES.some((pending) => pending === status)) return 'pending'
  if (COMPLETED_STATUSES.some((completed) => completed === status)) return 'completed'
  return undefined
}

/**
 * The status a customer is shown. A fulfilled order is "shipped" once its last physical part is with
 * its carrier, "approved" before; a declined one is "rejected"; anything unheard of is "in review".
 *
 * @see docs/spec.md §4, "Display status"
 */
export function displayStatus(order: { status: string; isShipped: boolean }): DisplayStatus {
  if (order.status === 'fulfilled') return order.isShipped ? 'shipped' : 'approved'
  if (order.status === 'declined') return 'rejected'
  return DISPLAY_STATUSES.find((shown) => shown === order.status) ?? 'in_review'
}

/** May an order move from one status to another? Staying where it is, is not a move. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].includes(to)
}

/**
 * Refuses a move that is not in the table.
 *
 * @throws {Refusal} `order_move_not_allowed`, with the facts `from` and `to`
 */
export function assertMove(from: OrderStatus, to: OrderStatus): void {
  if (!canMove(from, to)) throw new Refusal('order_move_not_allowed', { from, to })
}

/**
 * Where a cart (or an order waiting for money) belongs, given what is known of its payment.
 * Card money counts when the provider confirmed it, and waits while the provider looks at it; a bank
 * debit counts when it is settled and the site's hold is over; a check or transfer counts when staff
 * recorded it in full.
 *
 * @param ach whether the hold days after an ACH settlement have passed; until told so they have not
 * @returns undefined when the payment moves nothing: the order stays where it is
 */
export function statusAfterPayment(
  method: PaymentMethod,
  state: PaymentState,
  ach: { holdIsOver: boolean } = { holdIsOver: false },
): 'in_review' | 'pending_payment' | undefined {
  if (state === 'failed' || state === 'expired' || state === 'abandoned' || state === 'refunded')
    return undefined

  const moneyIsHere = state === 'settled' || (state === 'paid' && method !== 'elavon_ach')
  if (moneyIsHere) return method !== 'elavon_ach' || ach.holdIsOver ? 'in_review' : 'pending_payment'

  // On the hosted page nothing has happened until the provider took the payment in.
  if (isHostedPage(method) && state === 'started') return undefined
  return 'pending_payment'
}
