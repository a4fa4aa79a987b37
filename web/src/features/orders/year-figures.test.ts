import { expect, test } from 'vitest'
import { type CountedOrder, isOfYear, yearFigures } from './year-figures.ts'

const order = (change: Partial<CountedOrder>): CountedOrder => ({
  status: 'in_review',
  displayStatus: 'in_review',
  cardCount: 10,
  totalCents: 50_000,
  placedAt: '2026-06-15T12:00:00.000Z',
  payments: [],
  ...change,
})
const shipped = { status: 'fulfilled', displayStatus: 'shipped' } as const
const rejected = { status: 'declined', displayStatus: 'rejected' } as const
const unpaid = { status: 'pending_payment', displayStatus: 'pending_payment' } as const
const figureOf = (orders: CountedOrder[], label: string) =>
  yearFigures(orders, 2026).find((figure) => figure.label === label)

test('what was ordered this year is what was placed in it, without what was rejected', () => {
  const figure = figureOf(
    [order({}), order(shipped), order(rejected), order({ placedAt: '2025-06-15T12:00:00.000Z' })],
    'Ordered this year',
  )
  expect(figure).toMatchObject({ value: '$1,000.00', note: 'in 2 orders' })
})

test('shipped cards are counted against all cards of the year', () => {
  expect(figureOf([order(shipped), order({ cardCount: 990 })], 'Shipped')).toMatchObject({
    value: '10',
    note: 'of 1,000 cards this year',
  })
})

test('an order that is made but not with its carrier is not shipped', () => {
  const made = order({ status: 'fulfilled', displayStatus: 'approved' })
  expect(figureOf([made], 'Shipped')?.value).toBe('0')
  expect(figureOf([made], 'Being prepared')?.value).toBe('0')
})

test('money still to come counts however long it takes, and its cards are not being prepared', () => {
  const orders = [order(unpaid), order({ ...unpaid, placedAt: '2025-12-30T12:00:00.000Z' })]
  expect(figureOf(orders, 'To be paid')).toMatchObject({ value: '$1,000.00', note: 'in 2 orders' })
  expect(figureOf(orders, 'Being prepared')?.value).toBe('0')
})

test('a bank debit that is clearing is not to be paid', () => {
  const payments = [{ methodCode: 'elavon_ach', state: 'submitted' }] as CountedOrder['payments']
  expect(figureOf([order({ ...unpaid, payments }), order(unpaid)], 'To be paid')).toMatchObject({
    value: '$500.00',
    note: 'in 1 order, $500.00 clearing',
  })
  const returned = [{ methodCode: 'elavon_ach', state: 'failed' }] as CountedOrder['payments']
  expect(figureOf([order({ ...unpaid, payments: returned })], 'To be paid')?.value).toBe('$500.00')
})

test('cards in review and approved are being prepared', () => {
  const approved = order({ status: 'approved', displayStatus: 'approved', cardCount: 5 })
  expect(figureOf([order({}), approved], 'Being prepared')?.value).toBe('15')
})

test('an order that was never placed belongs to no year', () => {
  expect(isOfYear({ placedAt: null }, 1970)).toBe(false)
})
