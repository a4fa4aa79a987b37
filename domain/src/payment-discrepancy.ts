import type { HostedPageMethod } from './payment-method.ts'
import type { PaymentVerdict, VerdictReason } from './provider-answer.ts'

/** Why something the provider reports doesn't fit its payment. */
export const DISCREPANCY_REASONS = [
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
export type DiscrepancyReason = (typeof DISCREPANCY_REASONS)[number]

/**
 * `cleared`: the provider's next answer fit, and no decision was needed. `giving_back`: being refunded, or
 * waiting for a second person.
 */
export const DISCREPANCY_STATES = [
  'open',
  'accepted',
  'giving_back',
  'given_back',
  'dismissed',
  'cleared',
] as const
export type DiscrepancyState = (typeof DISCREPANCY_STATES)[number]

export const DISCREPANCY_WORDS: Readonly<Record<DiscrepancyReason, string>> = {
  late: 'The payment arrived after its attempt had ended',
  abandoned: 'Paid on a payment page the customer had left',
  charged_twice: 'More than one charge for one attempt',
  other_amount: 'A different amount than requested',
  other_currency: 'A currency other than US dollars',
  other_type: 'A different payment type than requested',
  other_attempt: 'A transaction that isn’t ours',
  used_elsewhere: 'A transaction that belongs to another payment',
  test_transaction: 'A test transaction, with no real payment',
}

/** What staff can do about it. */
export type DiscrepancyChoices = { accept: boolean; refund: boolean; dismiss: boolean }

/** Another party's transaction: there's nothing for us to refund. */
const FOREIGN: readonly DiscrepancyReason[] = ['other_attempt', 'used_elsewhere']

/**
 * What can be done about a discrepancy. Only exactly the order's total can be accepted, and only money taken
 * for us can be refunded.
 */
export function discrepancyChoices(discrepancy: {
  reason: DiscrepancyReason
  state: DiscrepancyState
}): DiscrepancyChoices {
  const isOpen = discrepancy.state === 'open'
  const isForeign = FOREIGN.includes(discrepancy.reason)
  return {
    accept: isOpen && discrepancy.reason === 'late',
    refund: isOpen && !isForeign,
    // A test may be real money: some customer's card may look like a test card.
    dismiss: isOpen && (isForeign || discrepancy.reason === 'test_transaction'),
  }
}

/** Did staff decide that this transaction pays nothing? Then it no longer answers for its attempt. */
export function isSetAside(state: DiscrepancyState): boolean {
  return state === 'giving_back' || state === 'given_back' || state === 'dismissed'
}

/** Taken as requested; anything else under an attempt is for staff. */
const TAKEN: readonly PaymentVerdict[] = ['paid', 'submitted', 'settled', 'review']

/**
 * The discrepancy that a verdict is if its attempt was abandoned: money taken for it pays nothing. Undefined if
 * none was taken.
 */
export function abandonedReasonOf(
  verdict: PaymentVerdict,
  reason: VerdictReason,
): DiscrepancyReason | undefined {
  if (TAKEN.includes(verdict)) return 'abandoned'
  return discrepancyReasonOf(reason)
}

type Stray = {
  reason: DiscrepancyReason
  state: DiscrepancyState
  status: string
  amountCents: number | null
}

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
export function discrepancyReasonOf(reason: VerdictReason): DiscrepancyReason | undefined {
  return DISCREPANCY_REASONS.find((one) => one === reason)
}
