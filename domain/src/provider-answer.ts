import type { HostedPageMethod } from './payment-method.ts'
import type { PaymentState } from './payment-state.ts'

/** What the payment provider reports about one transaction; omitted fields are empty or undefined. */
export type ReportedTransaction = {
  /** The provider's ID. */
  providerTransactionId: string
  /** Our ID, as the provider echoes it. */
  transactionId: string
  /** Undefined if it can't be read as whole cents. */
  amountCents: number | undefined
  /** `0` is approved; queries may leave it out. */
  result: string
  resultMessage: string
  approvalCode: string
  /** `PEN OPN STL REV PST FPR PRE`, or empty if declined. */
  status: string
  transactionType: string
  /** `CREDITCARD` or `ELECTRONICCHECK`. */
  cardType?: string
  /** Terminals with one currency don't send it. */
  currency?: string
  /** The card's address check, one letter. */
  avsResponse?: string
  /** Paid with a card number from the provider's manuals. */
  isTestCard?: boolean
}

/** Every outcome of asking the provider. */
export type ProviderAnswer =
  | { kind: 'transaction'; transaction: ReportedTransaction }
  /** It has no transaction under our ID. */
  | { kind: 'none' }
  /** It answered with an error code. */
  | { kind: 'error'; errorCode: string }
  /** No answer, or an unreadable one. */
  | { kind: 'unreadable' }

/** The payment attempt as recorded before the customer left for the payment page. */
export type PaymentAttempt = { transactionId: string; amountCents: number; method: HostedPageMethod }

/**
 * `unknown` says nothing about the money: ask again. `mismatch` is another party's money or a different amount:
 * staff decide. `review`: the provider is still reviewing it.
 */
export type PaymentVerdict = 'paid' | 'submitted' | 'settled' | 'failed' | 'review' | 'unknown' | 'mismatch'

export type VerdictReason =
  | 'approved'
  | 'settled'
  | 'declined'
  | 'refused_by_rule'
  | 'held_for_review'
  | 'no_transaction'
  | 'provider_error'
  | 'unreadable'
  | 'contradictory'
  | 'unknown_status'
  | 'other_attempt'
  | 'used_elsewhere'
  | 'other_type'
  | 'other_amount'
  | 'other_currency'
  | 'test_transaction'
  | 'charged_twice'

export type Judgement = { verdict: PaymentVerdict; reason: VerdictReason }

const APPROVALS = new Set(['APPROVAL', 'SUCCESS', 'APPROBAT'])
const REFUSED_BY_RULE = new Set(['PST', 'FPR', 'PRE'])
const UNSETTLED = new Set(['', 'PEN', 'OPN'])
const CARD_SALES = new Set(['SALE', 'CCSALE'])
const BANK_DEBITS = new Set(['ECSPURCHASE', 'PURCHASE', 'SALE'])
const TEST_APPROVAL_CODE = '123456'
const TEST_AVS_RESPONSE = 'X'
const TEST_TRANSACTION_ID = /^0{8}-0{4}-0{4}-0{4}-0{11}/

/**
 * Decides what the provider's answer means for an attempt. "Paid" needs everything at once: an approval, for
 * this attempt, of this amount in US dollars, as a sale, under a transaction that no other attempt has used and
 * that isn't a test. Anything undecidable is unknown, never a guess.
 *
 * @param usedElsewhere whether the provider's transaction is already recorded with another attempt
 * @see docs/spec.md §7, "Payment uses a hosted payment page"
 */
export function judgeProviderAnswer(
  attempt: PaymentAttempt,
  answer: ProviderAnswer,
  usedElsewhere: boolean,
  settings: { testTransactionsAllowed: boolean },
): Judgement {
  if (answer.kind === 'none') return { verdict: 'unknown', reason: 'no_transaction' }
  if (answer.kind === 'error') return { verdict: 'unknown', reason: 'provider_error' }
  if (answer.kind === 'unreadable') return { verdict: 'unknown', reason: 'unreadable' }

  const { transaction } = answer
  if (!isOurs(attempt, transaction)) return { verdict: 'mismatch', reason: 'other_attempt' }
  if (usedElsewhere) return { verdict: 'mismatch', reason: 'used_elsewhere' }
  if (!isAgreedType(attempt.method, transaction)) return { verdict: 'mismatch', reason: 'other_type' }

  const outcome = readOutcome(transaction)
  if (outcome === 'declined') return { verdict: 'failed', reason: 'declined' }
  if (outcome === 'unclear') return { verdict: 'unknown', reason: 'contradictory' }

  if (isTestTransaction(transaction) && !settings.testTransactionsAllowed) {
    return { verdict: 'mismatch', reason: 'test_transaction' }
  }
  if (transaction.amountCents !== attempt.amountCents) {
    return { verdict: 'mismatch', reason: 'other_amount' }
  }
  if (word(transaction.currency) && word(transaction.currency) !== 'USD') {
    return { verdict: 'mismatch', reason: 'other_currency' }
  }
  return judgeStatus(attempt.method, word(transaction.status))
}

/** Verdicts that mean money moved or is about to. */
const MONEY: readonly PaymentVerdict[] = ['settled', 'paid', 'submitted', 'review']

/**
 * Combines the verdicts on several transactions of one attempt: a customer whose first card is declined may try
 * another on the same page. Money outweighs everything, a decline counts only if nothing else is left, and a
 * double charge is for staff.
 */
export function weighJudgements(judgements: readonly Judgement[]): Judgement {
  const taken = judgements.filter(({ verdict }) => MONEY.includes(verdict))
  if (taken.length > 1) return { verdict: 'mismatch', reason: 'charged_twice' }

  const open = (wanted: PaymentVerdict) => judgements.find(({ verdict }) => verdict === wanted)
  return (
    taken[0] ??
    open('mismatch') ??
    open('unknown') ??
    open('failed') ?? { verdict: 'unknown', reason: 'no_transaction' }
  )
}

/**
 * An attempt's state after a verdict; undefined leaves it unchanged, to be asked again (unknown) or decided by
 * staff (mismatch).
 */
export function stateAfterVerdict(verdict: PaymentVerdict): PaymentState | undefined {
  switch (verdict) {
    case 'paid':
    case 'submitted':
    case 'settled':
    case 'failed':
      return verdict
    case 'review':
      return 'submitted'
    case 'unknown':
    case 'mismatch':
      return undefined
  }
}

/** A transaction is ours only if it echoes our full ID; one without its own ID can't be recorded. */
function isOurs(attempt: PaymentAttempt, transaction: ReportedTransaction): boolean {
  return transaction.providerTransactionId !== '' && transaction.transactionId === attempt.transactionId
}

function isAgreedType(method: HostedPageMethod, transaction: ReportedTransaction): boolean {
  const type = word(transaction.transactionType)
  const isBankDebit = word(transaction.cardType) === 'ELECTRONICCHECK'
  if (method === 'elavon_cc') return CARD_SALES.has(type) && !isBankDebit
  return BANK_DEBITS.has(type) && (isBankDebit || type !== 'SALE')
}

function readOutcome(transaction: ReportedTransaction): 'approved' | 'declined' | 'unclear' {
  const saysApproved = APPROVALS.has(word(transaction.resultMessage))
  const saysDeclined = word(transaction.resultMessage).startsWith('DECLINED')
  const result = transaction.result.trim()
  if (result === '0') return saysDeclined ? 'unclear' : 'approved'
  if (result) return saysApproved ? 'unclear' : 'declined'
  if (saysApproved && transaction.approvalCode.trim()) return 'approved'
  return saysDeclined ? 'declined' : 'unclear'
}

function judgeStatus(method: HostedPageMethod, status: string): Judgement {
  if (REFUSED_BY_RULE.has(status)) return { verdict: 'failed', reason: 'refused_by_rule' }
  if (status === 'REV') return { verdict: 'review', reason: 'held_for_review' }
  if (status === 'STL') return { verdict: 'settled', reason: 'settled' }
  if (!UNSETTLED.has(status)) return { verdict: 'unknown', reason: 'unknown_status' }

  // An accepted bank debit isn't money yet: it arrives days later, or is returned.
  return { verdict: method === 'elavon_ach' ? 'submitted' : 'paid', reason: 'approved' }
}

/**
 * Terminals in training mode answer like this, and shops have mistaken it for money. So does a demo account in
 * live settings, where the manual's test cards are approved.
 */
function isTestTransaction(transaction: ReportedTransaction): boolean {
  const { providerTransactionId, approvalCode, avsResponse, isTestCard } = transaction
  const isMadeUp = approvalCode.trim() === TEST_APPROVAL_CODE && word(avsResponse) === TEST_AVS_RESPONSE
  return TEST_TRANSACTION_ID.test(providerTransactionId) || isMadeUp || isTestCard === true
}

function word(text: string | undefined): string {
  return (text ?? '').trim().toUpperCase()
}
