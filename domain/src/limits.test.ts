import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { companyLimitProblems, type LimitedValues, limitProblems, type SiteLimits } from './limits.ts'

const limits: SiteLimits = {
  minValueCents: 1000,
  maxValueCents: 100000,
  maxQuantity: 5000,
  maxRecipients: 10000,
  maxOrderCents: 50000000,
}

test.each<[LimitedValues, string[]]>([
  [{ denominationCents: 1000, quantity: 1, recipientCount: 0, orderCents: 0 }, []],
  [{ denominationCents: 100000, quantity: 5000, recipientCount: 10000, orderCents: 50000000 }, []],
  [{ denominationCents: 999 }, ['denominationCents too_small Enter a value from $10 to $1,000.']],
  [{ denominationCents: 100001 }, ['denominationCents too_large Enter a value from $10 to $1,000.']],
  [{ denominationCents: 1000.5 }, ['denominationCents invalid Enter a value from $10 to $1,000.']],
  [{ denominationCents: Number.NaN }, ['denominationCents invalid Enter a value from $10 to $1,000.']],
  [{ quantity: 0 }, ['quantity too_small Order 1 to 5,000 cards at a time.']],
  [{ quantity: 5001 }, ['quantity too_large Order 1 to 5,000 cards at a time.']],
  [{ quantity: 1.5 }, ['quantity invalid Enter a whole number.']],
  [
    { recipientCount: 10001 },
    ['recipients too_many A list can have up to 10,000 people. This one has 10,001.'],
  ],
  [
    { orderCents: 50000001 },
    ['order too_large An order can total up to $500,000. This one totals $500,000.01.'],
  ],
  [{}, []],
  [{ denominationCents: null, quantity: null }, []],
])('a request for %j gets the problems %j', (values, said) => {
  expect(
    limitProblems(values, limits).map(({ field, code, message }) => `${field} ${code} ${message}`),
  ).toEqual(said)
})

test('a value passes exactly when it is an integer within the limits', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: -10, max: 200000 }), fc.double()), (cents) => {
      const passes = limitProblems({ denominationCents: cents }, limits).length === 0
      expect(passes).toBe(Number.isInteger(cents) && cents >= 1000 && cents <= 100000)
    }),
  )
})

test.each([
  [{ maxOrderCents: null, maxOrdersPerDay: null, ordersToday: 900 }, []],
  [{ maxOrderCents: 10_000, maxOrdersPerDay: 2, ordersToday: 1 }, []],
  [
    { maxOrderCents: 9_999, maxOrdersPerDay: 2, ordersToday: 2 },
    [
      'Each of your company’s orders can total up to $99.99. This one totals $100.00.',
      'Your company can place 2 orders in 24 hours. Try again later, or contact us to change the limit.',
    ],
  ],
  [
    { maxOrderCents: null, maxOrdersPerDay: 1, ordersToday: 1 },
    ['Your company can place 1 order in 24 hours. Try again later, or contact us to change the limit.'],
  ],
])('an order of $100 in a company of %j gets the problems %j', (company, said) => {
  expect(companyLimitProblems(10_000, company).map(({ message }) => message)).toEqual(said)
})
