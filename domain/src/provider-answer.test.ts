import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAYMENT_STATES } from './payment-state.ts'
import {
  type Judgement,
  judgeProviderAnswer,
  type PaymentAttempt,
  type PaymentVerdict,
  type ProviderAnswer,
  type ReportedTransaction,
  stateAfterVerdict,
  weighJudgements,
} from './provider-answer.ts'

const card: PaymentAttempt = { transactionId: 'att-1', amountCents: 19500, method: 'elavon_cc' }
const ach: PaymentAttempt = { ...card, method: 'elavon_ach' }
const TEST_ID = '00000000-0000-0000-0000-000000000000'

const sale: ReportedTransaction = {
  providerTransactionId: '180820AD3-27AEE6EF-8CA7-4811-8D1F-E420C3B5041E',
  transactionId: 'att-1',
  amountCents: 19500,
  result: '0',
  resultMessage: 'APPROVAL',
  approvalCode: '123456',
  status: 'OPN',
  transactionType: 'SALE',
  cardType: 'CREDITCARD',
  currency: 'USD',
}
const debit: ReportedTransaction = {
  ...sale,
  transactionType: 'ECSPURCHASE',
  cardType: 'ELECTRONICCHECK',
  approvalCode: '',
  status: 'PEN',
}

function judge(
  attempt: PaymentAttempt,
  transaction: ReportedTransaction,
  { used = false, testsAllowed = false } = {},
): Judgement {
  const answer: ProviderAnswer = { kind: 'transaction', transaction }
  return judgeProviderAnswer(attempt, answer, used, { testTransactionsAllowed: testsAllowed })
}

test.each<[string, Partial<ReportedTransaction>, PaymentVerdict, string]>([
  ['approved, in an open batch', {}, 'paid', 'approved'],
  ['approved and pended', { status: 'PEN' }, 'paid', 'approved'],
  ['approved, without a status', { status: '' }, 'paid', 'approved'],
  ['settled', { status: 'STL' }, 'settled', 'settled'],
  ['held for review', { status: 'REV' }, 'review', 'held_for_review'],
  ['refused after authorization', { status: 'PST' }, 'failed', 'refused_by_rule'],
  ['refused by the fraud rule', { status: 'FPR' }, 'failed', 'refused_by_rule'],
  ['refused before authorization', { status: 'PRE' }, 'failed', 'refused_by_rule'],
  ['in an unknown status', { status: 'XYZ' }, 'unknown', 'unknown_status'],
  ['declined', { result: '1', resultMessage: 'DECLINED CVV2', status: '' }, 'failed', 'declined'],
  ['declined, without a result', { result: '', resultMessage: 'DECLINED', status: '' }, 'failed', 'declined'],
  ['approved by message and code alone', { result: '', resultMessage: 'approbat' }, 'paid', 'approved'],
  ['approved by message without a code', { result: '', approvalCode: ' ' }, 'unknown', 'contradictory'],
  ['approved by code without a message', { result: '', resultMessage: '' }, 'unknown', 'contradictory'],
  ['approved and declined at once', { resultMessage: 'DECLINED' }, 'unknown', 'contradictory'],
  ['declined and approved at once', { result: '1' }, 'unknown', 'contradictory'],
  ['for a cent less', { amountCents: 19499 }, 'mismatch', 'other_amount'],
  ['for a cent more', { amountCents: 19501 }, 'mismatch', 'other_amount'],
  ['for an amount that is no price', { amountCents: undefined }, 'mismatch', 'other_amount'],
  ['for part of it', { resultMessage: 'PARTIAL APPROVAL', amountCents: 9500 }, 'mismatch', 'other_amount'],
  ['in Canadian dollars', { currency: 'CAD' }, 'mismatch', 'other_currency'],
  ['without a currency', { currency: '' }, 'paid', 'approved'],
  ['of another attempt', { transactionId: 'att-2' }, 'mismatch', 'other_attempt'],
  ['without a transaction id', { transactionId: '' }, 'mismatch', 'other_attempt'],
  ['of an attempt that only begins like ours', { transactionId: 'att-10' }, 'mismatch', 'other_attempt'],
  ['without an id of its own', { providerTransactionId: '' }, 'mismatch', 'other_attempt'],
  ['a refund', { transactionType: 'RETURN' }, 'mismatch', 'other_type'],
  ['an authorization only', { transactionType: 'AUTHONLY' }, 'mismatch', 'other_type'],
  ['of no type', { transactionType: '' }, 'mismatch', 'other_type'],
  ['a bank debit', { cardType: 'ELECTRONICCHECK' }, 'mismatch', 'other_type'],
  ['a test', { providerTransactionId: TEST_ID }, 'mismatch', 'test_transaction'],
  ['made up', { approvalCode: '123456', avsResponse: 'x' }, 'mismatch', 'test_transaction'],
  ['approved by that code alone', { approvalCode: '123456', avsResponse: 'M' }, 'paid', 'approved'],
  ['by a card of the manuals', { isTestCard: true }, 'mismatch', 'test_transaction'],
  [
    'by a card of the manuals that was declined',
    { isTestCard: true, result: '1', resultMessage: 'DECLINED' },
    'failed',
    'declined',
  ],
])('a card payment that is %s', (_case, change, verdict, reason) => {
  expect(judge(card, { ...sale, ...change })).toEqual({ verdict, reason })
})

test.each<[string, Partial<ReportedTransaction>, PaymentVerdict, string]>([
  ['accepted', {}, 'submitted', 'approved'],
  ['in an open batch', { status: 'OPN' }, 'submitted', 'approved'],
  ['settled', { status: 'STL' }, 'settled', 'settled'],
  ['declined', { result: '1', resultMessage: 'INVLD R/T NBR', status: '' }, 'failed', 'declined'],
  ['a card sale', { transactionType: 'SALE', cardType: 'CREDITCARD' }, 'mismatch', 'other_type'],
  ['a sale by electronic check', { transactionType: 'SALE' }, 'submitted', 'approved'],
  ['for another amount', { amountCents: 19510 }, 'mismatch', 'other_amount'],
])('a bank debit that is %s', (_case, change, verdict, reason) => {
  expect(judge(ach, { ...debit, ...change })).toEqual({ verdict, reason })
})

test('a transaction recorded with another attempt pays nothing twice', () => {
  expect(judge(card, sale, { used: true })).toEqual({ verdict: 'mismatch', reason: 'used_elsewhere' })
})

test('a test transaction counts only where tests are allowed', () => {
  const transaction = { ...sale, providerTransactionId: TEST_ID }
  expect(judge(card, transaction, { testsAllowed: true }).verdict).toBe('paid')
  expect(judge(card, { ...sale, isTestCard: true }, { testsAllowed: true }).verdict).toBe('paid')
})

test.each<[ProviderAnswer, string]>([
  [{ kind: 'none' }, 'no_transaction'],
  [{ kind: 'error', errorCode: '4025' }, 'provider_error'],
  [{ kind: 'unreadable' }, 'unreadable'],
])('%j leaves the outcome open', (answer, reason) => {
  const judgement = judgeProviderAnswer(card, answer, false, { testTransactionsAllowed: false })
  expect(judgement).toEqual({ verdict: 'unknown', reason })
})

const oneOf = (...values: string[]) => fc.constantFrom(...values)
const anyTransaction: fc.Arbitrary<ReportedTransaction> = fc.record({
  providerTransactionId: oneOf('', 'T-1', 'T-2', TEST_ID),
  transactionId: oneOf('', 'att-1', 'att-1', 'att-2'),
  amountCents: fc.constantFrom(undefined, 19500, 19500, 100),
  result: oneOf('', '0', '0', '1'),
  resultMessage: oneOf('', 'APPROVAL', 'DECLINED', 'SUCCESS'),
  approvalCode: oneOf('', '123456'),
  status: oneOf('', 'OPN', 'PEN', 'STL', 'REV', 'PST', 'XYZ'),
  transactionType: oneOf('', 'SALE', 'ECSPURCHASE', 'RETURN'),
  cardType: oneOf('', 'CREDITCARD', 'ELECTRONICCHECK'),
  currency: oneOf('', 'USD', 'CAD'),
})

test('counts a transaction as money only if the whole rule holds', () => {
  fc.assert(
    fc.property(fc.constantFrom(card, ach), anyTransaction, fc.boolean(), (attempt, transaction, used) => {
      const { verdict } = judge(attempt, transaction, { used })
      if (!['paid', 'submitted', 'settled', 'review'].includes(verdict)) return

      const { result, approvalCode, transactionType, cardType } = transaction
      expect(used).toBe(false)
      expect(transaction).toMatchObject({ transactionId: 'att-1', amountCents: 19500 })
      expect(transaction.providerTransactionId).toMatch(/^T-/)
      expect(transaction.currency || 'USD').toBe('USD')
      expect(result === '0' || (result === '' && approvalCode !== '')).toBe(true)
      if (attempt === card) expect([transactionType, cardType]).not.toContain('ELECTRONICCHECK')
      if (attempt === card) expect(transactionType).toBe('SALE')
      if (attempt === ach)
        expect([transactionType, cardType].join(' ')).toMatch(/ECSPURCHASE|ELECTRONICCHECK/)
      if (attempt === ach) expect(verdict).not.toBe('paid')
    }),
    { numRuns: 20_000 },
  )
})

const because = (verdict: PaymentVerdict, reason: Judgement['reason'] = 'approved'): Judgement => ({
  verdict,
  reason,
})

test.each<[PaymentVerdict[], PaymentVerdict]>([
  [[], 'unknown'],
  [['failed'], 'failed'],
  [['failed', 'paid'], 'paid'],
  [['failed', 'failed', 'submitted'], 'submitted'],
  [['failed', 'unknown'], 'unknown'],
  [['unknown', 'mismatch'], 'mismatch'],
  [['mismatch', 'settled'], 'settled'],
  [['paid', 'paid'], 'mismatch'],
  [['review', 'settled'], 'mismatch'],
])('transactions judged %j together mean %s', (verdicts, together) => {
  expect(weighJudgements(verdicts.map((each) => because(each))).verdict).toBe(together)
})

test('reports money that was taken twice', () => {
  expect(weighJudgements([because('paid'), because('settled')]).reason).toBe('charged_twice')
})

test.each<[PaymentVerdict, string | undefined]>([
  ['paid', 'paid'],
  ['submitted', 'submitted'],
  ['settled', 'settled'],
  ['failed', 'failed'],
  ['review', 'submitted'],
  ['unknown', undefined],
  ['mismatch', undefined],
])('an attempt judged %s becomes %s', (verdict, state) => {
  expect(stateAfterVerdict(verdict)).toBe(state)
  if (state) expect(PAYMENT_STATES).toContain(state)
})
