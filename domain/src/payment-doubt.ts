import type { HostedPageMethod } from './payment-state.ts'
import type { PaymentVerdict, VerdictReason } from './provider-answer.ts'

/** Why something the provider reports doesn't fit its payment. */
export const DOUBT_REASONS = [
  'late',
  'abandoned',
  'charged_twice',
  'other_amount',
  'other_currency',
  'other_type',
  'other_attempt',
  'used_elsewhere',
  'test_transaction',
] as const
export type DoubtReason = (typeof DOUBT_REASONS)[number]

/**
 * `cleared`: the provider's next answer fit, and no decision was needed. `giving_back`: being refunded, or
 * waiting for a second person.
 */
export const DOUBT_STATES = ['open', 'accepted', 'giving_back', 'given_back', 'dismissed', 'cleared'] as const
export type DoubtState = (typeof DOUBT_STATES)[number]

export const DOUBT_WORDS: Readonly<Record<DoubtReason, string>> = {
  late: 'Money came in after the attempt had ended',
  abandoned: 'Paid on a payment page that the customer had left',
  charged_twice: 'More than one charge under one attempt',
  other_amount: 'Another amount than was asked for',
  other_currency: 'Another currency than US dollars',
  other_type: 'Not the kind of payment that was asked for',
  other_attempt: 'A transaction that is not ours',
  used_elsewhere: 'A transaction that another payment has',
  test_transaction: 'A test transaction: no money came',
}

/** What staff can do about it. */
export type DoubtChoices = { accept: boolean; giveBack: boolean; dismiss: boolean }

/** Another party's transaction: there's nothing for us to refund. */
const FOREIGN: readonly DoubtReason[] = ['other_attempt', 'used_elsewhere']

/**
 * What can be done about a discrepancy. Only exactly the order's total can be accepted, and only money taken
 * for us can be refunded.
 */
export function doubtChoices(doubt: { reason: DoubtReason; state: DoubtState }): DoubtChoices {
  const isOpen = doubt.state === 'open'
  const isForeign = FOREIGN.includes(doubt.reason)
  return {
    accept: isOpen && doubt.reason === 'late',
    giveBack: isOpen && !isForeign,
    // A test may be real money: some customer's card may look like a test card.
    dismiss: isOpen && (isForeign || doubt.reason === 'test_transaction'),
  }
}

/** Did staff decide that this transaction pays nothing? Then it no longer answers for its attempt. */
export function isSetAside(state: DoubtState): boolean {
  return state === 'giving_back' || state === 'given_back' || state === 'dismissed'
}

/** Taken as requested; anything else under an attempt is for staff. */
const TAKEN: readonly PaymentVerdict[] = ['paid', 'submitted', 'settled', 'review']

/**
 * The discrepancy that a verdict is if its attempt was abandoned: money taken for it pays nothing. Undefined if
 * none was taken.
 */
export function abandonedReasonOf(verdict: PaymentVerdict, reason: VerdictReason): DoubtReason | undefined {
  if (TAKEN.includes(verdict)) return 'abandoned'
  return doubtReasonOf(reason)
}

type Stray = { reason: DoubtReason; state: DoubtState; status: string; amountCents: number | null }

/**
 * How money for an abandoned attempt is refunded automatically: a charge is voided until it settles and
 * returned after that. A bank debit can only be voided, for ten minutes.
 *
 * @param status the provider's status of the charge
 * @returns undefined when the provider is still reviewing it, or staff have to decide
 * @see docs/decisions/0029
 */
export function automaticRefund(
  { reason, state, status, amountCents }: Stray,
  method: HostedPageMethod,
): 'void' | 'return' | undefined {
  if (reason !== 'abandoned' || state !== 'open' || status === 'REV' || !amountCents) return undefined
  if (status !== 'STL') return 'void'
  return method === 'elavon_cc' ? 'return' : undefined
}

/** The discrepancy that a verdict is; undefined if it isn't one. */
export function doubtReasonOf(reason: VerdictReason): DoubtReason | undefined {
  return DOUBT_REASONS.find((one) => one === reason)
}
