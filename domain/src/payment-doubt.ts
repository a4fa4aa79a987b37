import type { HostedPageMethod } from './payment-state.ts'
import type { PaymentVerdict, VerdictReason } from './provider-answer.ts'

/** Why something the provider reports does not fit the payment it is reported for. */
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
 * `cleared`: the provider's next answer fitted, and nobody had to decide. `giving_back`: on its way back,
 * or waiting for a second person.
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

/** What somebody may do about it. */
export type DoubtChoices = { accept: boolean; giveBack: boolean; dismiss: boolean }

/** Somebody else's: nothing of it is ours to return. */
const FOREIGN: readonly DoubtReason[] = ['other_attempt', 'used_elsewhere']

/**
 * What may be done about a doubt. Only money that is exactly what the order costs can be accepted for it,
 * and only money that was taken for us can be given back.
 */
export function doubtChoices(doubt: { reason: DoubtReason; state: DoubtState }): DoubtChoices {
  const isOpen = doubt.state === 'open'
  const isForeign = FOREIGN.includes(doubt.reason)
  return {
    accept: isOpen && doubt.reason === 'late',
    giveBack: isOpen && !isForeign,
    // A test may be money after all: some customer's card looks like a test card.
    dismiss: isOpen && (isForeign || doubt.reason === 'test_transaction'),
  }
}

/** Has somebody decided that this transaction pays nothing? Then it is no answer about its attempt any more. */
export function isSetAside(state: DoubtState): boolean {
  return state === 'giving_back' || state === 'given_back' || state === 'dismissed'
}

/** Taken as it was asked for; anything else under an attempt is for a person. */
const TAKEN: readonly PaymentVerdict[] = ['paid', 'submitted', 'settled', 'review']

/**
 * The doubt that a judgement is when its attempt was abandoned: whatever was taken for it is nobody's
 * payment any more; undefined when nothing was taken.
 */
export function abandonedReasonOf(verdict: PaymentVerdict, reason: VerdictReason): DoubtReason | undefined {
  if (TAKEN.includes(verdict)) return 'abandoned'
  return doubtReasonOf(reason)
}

type Stray = { reason: DoubtReason; state: DoubtState; status: string; amountCents: number | null }

/**
 * How money that came in for an abandoned attempt goes back without anybody's decision: a charge is voided
 * until it is settled and returned after. A bank debit can only be voided, for ten minutes.
 *
 * @param status the provider's word for where the charge is
 * @returns undefined when the provider is still looking at it, or a person must decide
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

/** The doubt that a judgement is; undefined when it is none. */
export function doubtReasonOf(reason: VerdictReason): DoubtReason | undefined {
  return DOUBT_REASONS.find((one) => one === reason)
}
