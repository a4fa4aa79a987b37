import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  balanceOf,
  LEDGER_ACCOUNTS,
  type LedgerLine,
  postAllowance,
  postDeclinedOrder,
  postMoneyPaidBack,
  postMoneyReceived,
  postMoneyReturned,
  postPaidBackByHand,
  postPlacedOrder,
} from './ledger.ts'
import { PAYMENT_METHODS } from './payment-method.ts'

const priceOf = (value: number, fees: number, delivery: number) => ({
  value: { lines: [], cents: value },
  fees: { lines: [], cents: fees },
  delivery: { lines: [], cents: delivery },
  totalCents: value + fees + delivery,
})

test('a placed and paid order owes nothing', () => {
  const lines = [...postPlacedOrder(priceOf(5_000, 250, 0)), ...postMoneyReceived('elavon_cc', 5_250)]
  expect(lines).toEqual([
    { account: 'receivable', cents: 5_250 },
    { account: 'card_value', cents: -5_000 },
    { account: 'card_fees', cents: -250 },
    { account: 'cash_card', cents: 5_250 },
    { account: 'receivable', cents: -5_250 },
  ])
  expect(balanceOf(lines, 'receivable')).toBe(0)
})

test('a declined order owes its payment until it is refunded', () => {
  const price = priceOf(5_000, 250, 1_200)
  const paid = [...postPlacedOrder(price), ...postMoneyReceived('self_hosted_check', 6_450)]
  const declined = [...paid, ...postDeclinedOrder(paid)]
  expect(balanceOf(declined, 'receivable')).toBe(-6_450)
  const closed = [...declined, ...postMoneyPaidBack('self_hosted_check', 6_450)]
  expect(LEDGER_ACCOUNTS.map((account) => balanceOf(closed, account))).toEqual(LEDGER_ACCOUNTS.map(() => 0))
})

test('an earlier refund isn’t owed again when the order is declined', () => {
  const paid = [...postPlacedOrder(priceOf(10_000, 0, 0)), ...postMoneyReceived('elavon_cc', 10_000)]
  const given = [...paid, ...postAllowance(3_000), ...postMoneyPaidBack('elavon_cc', 3_000)]
  expect(balanceOf(given, 'receivable')).toBe(0)
  expect(balanceOf([...given, ...postDeclinedOrder(given)], 'receivable')).toBe(-7_000)
})

test('a bounced check is owed again', () => {
  const lines = [
    ...postPlacedOrder(priceOf(5_000, 0, 0)),
    ...postMoneyReceived('self_hosted_check', 5_000),
    ...postMoneyReturned('self_hosted_check', 5_000),
  ]
  expect(balanceOf(lines, 'receivable')).toBe(5_000)
  expect(balanceOf(lines, 'cash_check')).toBe(0)
})

test('refunds by hand from the accounts that received the money, the promised one first', () => {
  const came = [
    ...postMoneyReceived('self_hosted_check', 3_000),
    ...postMoneyReceived('self_hosted_bank', 2_000),
  ]
  const refunded = (cents: number) => postPaidBackByHand(came, 'self_hosted_check', cents)
  expect(refunded(3_000)).toEqual(postMoneyPaidBack('self_hosted_check', 3_000))
  expect(refunded(4_500)).toEqual([
    { account: 'cash_check', cents: -3_000 },
    { account: 'cash_bank', cents: -1_500 },
    { account: 'receivable', cents: 4_500 },
  ])
  expect(balanceOf(refunded(6_000), 'cash_check')).toBe(-4_000)
})

test('rejects a posting in half cents or out of balance', () => {
  expect(() => postMoneyReceived('elavon_cc', 0.5)).toThrow(RangeError)
  expect(() => postPlacedOrder({ ...priceOf(1, 1, 1), totalCents: 4 })).toThrow(RangeError)
})

const cents = fc.integer({ min: 0, max: 10 ** 12 })

test('debits equal credits, whatever is posted', () => {
  const anyPosting = fc.oneof(
    fc
      .tuple(cents, cents, cents)
      .map(([value, fees, delivery]) => postPlacedOrder(priceOf(value, fees, delivery))),
    fc
      .tuple(fc.constantFrom(...PAYMENT_METHODS), cents)
      .map(([method, sum]) => postMoneyReceived(method, sum)),
    fc
      .tuple(fc.constantFrom(...PAYMENT_METHODS), cents)
      .map(([method, sum]) => postMoneyPaidBack(method, sum)),
    cents.map(postAllowance),
  )
  fc.assert(
    fc.property(fc.array(anyPosting), (postings) => {
      const lines: LedgerLine[] = postings.flat()
      expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(0)
      expect(lines.every((line) => line.cents !== 0)).toBe(true)
    }),
  )
})
