import type { PaymentMethod } from './payment-method.ts'

/**
 * The state of one payment attempt. `submitted`: the provider (or the mail) has it, but the money isn't here.
 * `paid`: confirmed by the provider, or recorded by staff. `settled`: in the organization's account.
 * `abandoned`: the customer left the payment page, and the provider knew of no payment.
 */
export const PAYMENT_STATES = [
  'started',
  'submitted',
  'paid',
  'settled',
  'failed',
  'expired',
  'abandoned',
  'refunded',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * A payment page works for 15 minutes. A minute later no one can still be typing, so the attempt expires and
 * the provider is asked once more.
 */
export const ATTEMPT_LIFE_MS = 16 * 60 * 1000

/**
 * The one table of moves. Failed and expired attempts can still turn out paid: a customer may try a second card
 * on the same page, or finish in the last second. Such money always counts, except for an abandoned attempt:
 * its cart may have changed or been paid since, so that money is refunded.
 */
export const PAYMENT_MOVES: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  started: ['submitted', 'paid', 'settled', 'failed', 'expired', 'abandoned'],
  submitted: ['paid', 'settled', 'failed'],
  paid: ['settled', 'failed', 'refunded'], // failed: refused by a rule that runs after the authorization
  settled: ['failed', 'refunded'], // failed: banks return debits up to 60 days later
  failed: ['submitted', 'paid', 'settled'],
  expired: ['submitted', 'paid', 'settled', 'failed'],
  abandoned: [], // docs/decisions/0029
  refunded: [],
}

/** Can a payment move from one state to another? Keeping its state isn't a move. */
export function canMovePayment(from: PaymentState, to: PaymentState): boolean {
  return PAYMENT_MOVES[from].includes(to)
}

/** Is the outcome still open? Then the order is locked and a second payment has to wait. */
export function isOpenPayment(state: PaymentState): boolean {
  return state === 'started' || state === 'submitted'
}

/** Did the organization receive the money? An accepted bank debit counts only once it settles. */
export function isMoneyHere(method: PaymentMethod, state: PaymentState): boolean {
  return state === 'settled' || state === 'refunded' || (state === 'paid' && method !== 'elavon_ach')
}

/** Does this payment cover the order? Then it can't be charged again. */
export function coversOrder(state: PaymentState): boolean {
  return state === 'paid' || state === 'settled'
}

/** Does this payment hold the order as it was priced? Its money is here or may still come, and is for that price. */
export function isLivePayment(state: PaymentState): boolean {
  return isOpenPayment(state) || coversOrder(state)
}

/** The same rule for queries. */
export const LIVE_PAYMENT_STATES = PAYMENT_STATES.filter(isLivePayment)
