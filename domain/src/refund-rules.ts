import { isHostedPage, type PaymentMethod, type PaymentState } from './payment-state.ts'

/** `void` takes a charge back before it is settled; `return` pays back after; `by_hand` where no provider can. */
export const REFUND_KINDS = ['void', 'return', 'by_hand'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

/**
 * `asked`: waits for a second person. `sent`: the provider was asked, and its answer is not here.
 * `unknown`: the answer was lost; it is asked for, never repeated. `refused`: the second person said no.
 */
export const REFUND_STATES = ['asked', 'approved', 'sent', 'unknown', 'done', 'failed', 'refused'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** The one table of moves. */
const MOVES: Readonly<Record<RefundState, readonly RefundState[]>> = {
  asked: ['approved', 'refused', 'failed'], // failed: its money went back by itself
  // Done at once only by hand.
  approved: ['sent', 'done', 'failed'],
  sent: ['done', 'failed', 'unknown', 'approved'], // approved: the provider surely never had it
  unknown: ['done', 'failed', 'approved'],
  done: [],
  failed: [],
  refused: [],
}

export function canMoveRefund(from: RefundState, to: RefundState): boolean {
  return MOVES[from].includes(to)
}

/** Does a refund in this state take up some of what may be given back? */
export function holdsMoney(state: RefundState): boolean {
  return state !== 'failed' && state !== 'refused'
}

export type Refundable = {
  method: PaymentMethod
  state: PaymentState
  /** What came in by this payment. */
  receivedCents: number
  refunds: readonly { amountCents: number; state: RefundState }[]
  /** The order is declined: a part of a check or transfer that came in is owed, too. */
  isClosed?: boolean
}

/** What may still be given back of a payment: never more than came in. */
export function refundableCents({ method, state, receivedCents, refunds, isClosed }: Refundable): number {
  const isOwedPart = isClosed === true && !isHostedPage(method)
  if (state !== 'paid' && state !== 'settled' && !isOwedPart) return 0
  const held = refunds.filter((one) => holdsMoney(one.state))
  return Math.max(0, receivedCents - held.reduce((sum, { amountCents }) => sum + amountCents, 0))
}

/**
 * How a refund travels. A card's charge that is not settled yet is taken back whole; a part of it waits
 * until it is settled. The provider returns no bank debits, and a check has no way back but a check.
 */
export function refundKind(payment: Refundable, amountCents: number): RefundKind {
  if (payment.method !== 'elavon_cc') return 'by_hand'
  const isWhole = amountCents === payment.receivedCents
  return payment.state === 'paid' && isWhole ? 'void' : 'return'
}

/** May the provider be asked yet? A part of a charge is returned only once the charge is settled. */
export function isRefundDue(kind: RefundKind, paymentState: PaymentState): boolean {
  return kind === 'void' || (kind === 'return' && paymentState === 'settled')
}

/** Does it take a second person to say yes? */
export function needsSecondPerson(amountCents: number, twoPeopleAboveCents: number): boolean {
  return amountCents > twoPeopleAboveCents
}
