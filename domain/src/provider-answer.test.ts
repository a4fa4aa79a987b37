import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAYMENT_STATES } from './payment-state.ts'
import {
  type Judgement,
  judgeProviderAnswer,
  type PaymentAttempt,
  type PaymentVerdict,
  type ProviderAnswer,
  type ProviderTransaction,
  stateAfterVerdict,
  weighJudgements,
} from './provider-answer.ts'

const card: PaymentAttempt = { transactionId: 'att-1', amountCents: 19500, method: 'elavon_cc' }
const ach: PaymentAttempt = { ...card, method: 'elavon_ach' }
const TEST_ID = '00000000-0000-0000-0000-000000000000'

const sale: ProviderTransaction = {
  transactionId: '180820AD3-27AEE6EF-8CA7-4811-8D1F-E420C3B5041E',
  merchantTransactionId: 'att-1',
  result: '0',
  resultMessage: 'APPROVAL',
  approvalCode: '123456',
  amount: '195.00',
  currency: 'USD',
  transactionType: 'SALE',
  cardType: 'CREDITCARD',
  status: 'OPN',
  avsResponse: 'X',
}
const debit: ProviderTransaction = {
  ...sale,
  transactionType: 'ECSPURCHASE',
  cardType: 'ELECTRONICCHECK',
  approvalCode: '',
  status: 'PEN',
}

function judge(
  attempt: PaymentAttempt,
  transaction: ProviderTransaction,
  { used = false, testsAllowed = false } = {},
): Judgement {
  const answer: ProviderAnswer = { kind: 'transaction', transaction }
  return judgeProviderAnswer(attempt, answer, used, { testTransactionsAllowed: testsAllowed })
}

test.each<[string, Partial<ProviderTransaction>, PaymentVerdict, string]>([
  ['approved, in an open batch', {}, 'paid', 'approved'],
  ['approved and pended', { status: 'PEN' }, 'paid', 'approved'],
  ['approved, without a status', { status: undefined }, 'paid', 'approved'],
  ['settled', { status: 'STL' }, 'settled', 'settled'],
  ['held for review', { status: 'REV' }, 'review', 'held_for_review'],
  ['refused after authorization', { status: 'PST' }, 'failed', 'refused_by_rule'],
  ['refused by the fraud rule', { status: 'FPR' }, 'failed', 'refused_by_rule'],
  ['refused before authorization', { status: 'PRE' }, 'failed', 'refused_by_rule'],
  ['in a status nobody knows', { status: 'XYZ' }, 'unknown', 'unknown_status'],
  ['declined', { result: '1', resultMessage: 'DECLINED CVV2', status: '' }, 'failed', 'declined'],
  [
    'declined, without a result',
    { result: undefined, resultMessage: 'DECLINED', status: '' },
    'failed',
    'declined',
  ],
  [
    'approved by message and code alone',
    { result: undefined, resultMessage: 'approbat' },
    'paid',
    'approved',
  ],
  [
    'approved by message without a code',
    { result: undefined, approvalCode: ' ' },
    'unknown',
    'contradictory',
  ],
  [
    'approved by code without a message',
    { result: undefined, resultMessage: '' },
    'unknown',
    'contradictory',
  ],
  ['approved and declined at once', { resultMessage: 'DECLINED' }, 'unknown', 'contradictory'],
  ['declined and approved at once', { result: '1' }, 'unknown', 'contradictory'],
  ['for a cent less', { amount: '194.99' }, 'mismatch', 'other_amount'],
  ['for a cent more', { amount: '195.01' }, 'mismatch', 'other_amount'],
  ['for an amount that is no price', { amount: '1.95e2' }, 'mismatch', 'other_amount'],
  ['without an amount', { amount: undefined }, 'mismatch', 'other_amount'],
  [
    'for part of the amount',
    { resultMessage: 'PARTIAL APPROVAL', amount: '95.00' },
    'mismatch',
    'other_amount',
  ],
  ['in Canadian dollars', { currency: 'CAD' }, 'mismatch', 'other_currency'],
  ['without a currency', { currency: undefined }, 'paid', 'approved'],
  ['of another attempt', { merchantTransactionId: 'att-2' }, 'mismatch', 'other_attempt'],
  [
    'of another attempt that names ours',
    { merchantTransactionId: 'att-2', description: 'att-1' },
    'mismatch',
    'other_attempt',
  ],
  ['of nobody', { merchantTransactionId: undefined }, 'mismatch', 'other_attempt'],
  ['ours by its description', { merchantTransactionId: '', description: 'att-1' }, 'paid', 'approved'],
  [
    'ours by its invoice number',
    { merchantTransactionId: undefined, invoiceNumber: 'att-1' },
    'paid',
    'approved',
  ],
  ['without an id of its own', { transactionId: '' }, 'mismatch', 'other_attempt'],
  ['a refund', { transactionType: 'RETURN' }, 'mismatch', 'other_type'],
  ['an authorization only', { transactionType: 'AUTHONLY' }, 'mismatch', 'other_type'],
  ['of no type', { transactionType: undefined }, 'mismatch', 'other_type'],
  ['a bank debit', { cardType: 'ELECTRONICCHECK' }, 'mismatch', 'other_type'],
  ['a test', { transactionId: TEST_ID }, 'mismatch', 'test_transaction'],
])('a card payment that is %s', (_case, change, verdict, reason) => {
  expect(judge(card, { ...sale, ...change })).toEqual({ verdict, reason })
})

test.each<[string, Partial<ProviderTransaction>, PaymentVerdict, string]>([
  ['accepted', {}, 'submitted', 'approved'],
  ['in an open batch', { status: 'OPN' }, 'submitted', 'approved'],
  ['settled', { status: 'STL' }, 'settled', 'settled'],
  ['declined', { result: '1', resultMessage: 'INVLD R/T NBR', status: '' }, 'failed', 'declined'],
  ['a card sale', { transactionType: 'SALE', cardType: 'CREDITCARD' }, 'mismatch', 'other_type'],
  ['a sale by electronic check', { transactionType: 'SALE' }, 'submitted', 'approved'],
  ['for another amount', { amount: '195.10' }, 'mismatch', 'other_amount'],
])('a bank debit that is %s', (_case, change, verdict, reason) => {
  expect(judge(ach, { ...debit, ...change })).toEqual({ verdict, reason })
})

test('a transaction recorded with another attempt pays nothing twice', () => {
  expect(judge(card, sale, { used: true })).toEqual({ verdict: 'mismatch', reason: 'used_elsewhere' })
})

test('a test transaction is money only where tests are allowed', () => {
  const transaction = { ...sale, transactionId: TEST_ID }
  expect(judge(card, transaction, { testsAllowed: true }).verdict).toBe('paid')
})

test.each<[ProviderAnswer, string]>([
  [{ kind: 'none' }, 'no_transaction'],
  [{ kind: 'error', errorCode: '4025' }, 'provider_error'],
  [{ kind: 'unreadable' }, 'unreadable'],
])('%j decides nothing', (answer, reason) => {
  const judgement = judgeProviderAnswer(card, answer, false, { testTransactionsAllowed: false })
  expect(judgement).toEqual({ verdict: 'unknown', reason })
})

const text = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const anyTransaction: fc.Arbitrary<ProviderTransaction> = fc.record({
  transactionId: fc.constantFrom('', 'T-1', TEST_ID),
  merchantTransactionId: text('', 'att-1', 'att-2'),
  description: text('', 'att-1'),
  invoiceNumber: text('', 'att-1'),
  result: text('', '0', '1'),
  resultMessage: text('', 'APPROVAL', 'DECLINED', 'SUCCESS'),
  approvalCode: text('', '123456'),
  amount: text('', '195.00', '195', '1.00'),
  currency: text('', 'USD', 'CAD'),
  transactionType: text('', 'SALE', 'ECSPURCHASE', 'RETURN'),
  cardType: text('', 'CREDITCARD', 'ELECTRONICCHECK'),
  status: text('', 'OPN', 'PEN', 'STL', 'REV', 'PST', 'XYZ'),
  avsResponse: text('', 'X'),
})

test('nothing counts as money unless all of the rule holds', () => {
  fc.assert(
    fc.property(fc.constantFrom(card, ach), anyTransaction, fc.boolean(), (attempt, transaction, used) => {
      const { verdict } = judge(attempt, transaction, { used })
      if (!['paid', 'submitted', 'settled', 'review'].includes(verdict)) return

      expect(used).toBe(false)
      expect(transaction.transactionId).toBe('T-1')
      expect(Number(transaction.amount)).toBe(195)
      expect(transaction.currency || 'USD').toBe('USD')
      expect(transaction.merchantTransactionId || transaction.description || transaction.invoiceNumber).toBe(
        'att-1',
      )
      expect(transaction.result || (transaction.approvalCode && '0')).toBe('0')
      expect(transaction.transactionType).not.toBe('RETURN')
      expect(transaction.cardType === 'ELECTRONICCHECK').toBe(
        attempt.method === 'elavon_ach' &&
          (transaction.transactionType === 'SALE' || transaction.cardType === 'ELECTRONICCHECK'),
      )
      if (attempt.method === 'elavon_ach') expect(verdict).not.toBe('paid')
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

test('money taken twice is called that', () => {
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
