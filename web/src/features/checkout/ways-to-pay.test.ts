import { expect, test } from 'vitest'
import { balanceWay, termsWay } from './ways-to-pay.ts'

test('checkout offers the balance with what is left after, unless it is empty', () => {
  expect(balanceWay(0, 5_000)).toEqual([])
  expect(balanceWay(-100, 5_000)).toEqual([])
  expect(balanceWay(5_000, 5_000)).toMatchObject([
    { isShort: false, instructions: '$50.00 available, $0.00 after this order.' },
  ])
  expect(balanceWay(4_999, 5_000)).toMatchObject([
    { isShort: true, instructions: '$49.99 available, $0.01 less than this order.' },
  ])
})

test('an invoice is offered with terms, and says what is left or why it can’t be used', () => {
  const terms = {
    limitCents: 9_000,
    days: 30 as const,
    isActive: true,
    openCents: 3_000,
    leftCents: 6_000,
    isStopped: false,
    overdueCents: 0,
  }
  expect(termsWay(null, 5_000)).toEqual([])
  expect(termsWay({ ...terms, isActive: false }, 5_000)).toEqual([])
  expect(termsWay(terms, 5_000)).toMatchObject([
    {
      isShort: false,
      instructions: 'Due in 30 days. Your company will have $10.00 of credit left after this order.',
    },
  ])
  expect(termsWay(terms, 6_001)).toMatchObject([
    {
      isShort: true,
      instructions: expect.stringContaining('$60.00 of credit left, $0.01 less than this order'),
    },
  ])
  expect(termsWay({ ...terms, isStopped: true }, 1)).toMatchObject([
    { isShort: true, instructions: expect.stringContaining('overdue') },
  ])
})
