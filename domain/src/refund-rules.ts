import { isRecorded, type PaymentMethod } from './payment-method.ts'
import type { PaymentState } from './payment-state.ts'

/**
 * `void` cancels a charge before it settles; `return` refunds it after; `by_hand` if no provider can; `balance` goes
 * to the company balance that paid, as soon as it's approved; `credit` lowers what is open of an invoice, and moves no
 * money.
 */
export const REFUND_KINDS = ['void', 'return', 'by_hand', 'balance', 'credit'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

/**
 * `asked`: waits for a second person. `sent`: the provider was asked and hasn't answered. `unknown`: the answer
 * was lost; it's looked up, never repeated. `refused`: the second person declined.
 */
export const REFUND_STATES = ['asked', 'approved', 'sent', 'unknown', 'done', 'failed', 'refused'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** The one table of moves. */
const MOVES: Readonly<Record<RefundState, readonly RefundState[]>> = {
  asked: ['approved', 'refused', 'failed'], // failed: the bank returned the money first
  // Done at once only by hand, to a balance, and as a credit.
  approved: ['sent', 'done', 'failed'],
  sent: ['done', 'failed', 'unknown', 'approved'], // approved: the provider certainly never received it
  unknown: ['done', 'failed', 'approved'],
  done: [],
  failed: [],
  refused: [],
}

export function canMoveRefund(from: RefundState, to: RefundState): boolean {
  return MOVES[from].includes(to)
}

/** Does a refund in this state reduce what can still be refunded? */
export function holdsMoney(state: RefundState): boolean {
  return state !== 'failed' && state !== 'refused'
}

export type Refundable = {
  method: PaymentMethod
  state: PaymentState
  /** Received with this payment. */
  receivedCents: number
  refunds: readonly { amountCents: number; state: RefundState }[]
  /** The order is declined: a partial check or transfer is owed, too. */
  isClosed?: boolean
  /** `receivedCents` is what is open of an invoice: as long as something is, it's credited first. */
  isCredit?: boolean
}

/** What can still be refunded of a payment: never more than was received. */
export function refundableCents(of: Refundable): number {
  const { method, state, receivedCents, refunds, isClosed = false, isCredit = false } = of
  const isOwedPart = isCredit || (isClosed && isRecorded(method))
  if (state !== 'paid' && state !== 'settled' && !isOwedPart) return 0
  const held = refunds.filter((one) => holdsMoney(one.state))
  return Math.max(0, receivedCents - held.reduce((sum, { amountCents }) => sum + amountCents, 0))
}

/**
 * How a refund is made. An unsettled card charge is voided as a whole; a partial refund waits until it settles.
 * The provider can't return bank debits, and a check can only be refunded by hand.
 */
export function refundKind(payment: Refundable, amountCents: number): RefundKind {
  if (payment.isCredit) return 'credit'
  if (payment.method === 'company_balance') return 'balance'
  if (payment.method !== 'elavon_cc') return 'by_hand'
  const isWhole = amountCents === payment.receivedCents
  return payment.state === 'paid' && isWhole ? 'void' : 'return'
}

/** Can the provider be asked yet? A charge can only be refunded in part once it settled. */
export function isRefundDue(kind: RefundKind, paymentState: PaymentState): boolean {
  return kind === 'void' || (kind === 'return' && paymentState === 'settled')
}

/** Does it need a second person's approval? */
export function needsSecondPerson(amountCents: number, twoPeopleAboveCents: number): boolean {
  return amountCents > twoPeopleAboveCents
}
