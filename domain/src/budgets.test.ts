import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  appliesTo,
  BUDGET_PERIODS,
  budgetChange,
  budgetShareOf,
  currentPeriod,
  leftCents,
  periodAt,
  periodName,
  periodsBetween,
} from './budgets.ts'
import { ORDER_STATUSES } from './order-status.ts'

const DAYTON = 'America/New_York'

describe('a period', () => {
  test.each([
    ['month', '2026-11-24T12:00:00Z', '2026-11-01', '2026-11-30'],
    ['quarter', '2026-11-24T12:00:00Z', '2026-10-01', '2026-12-31'],
    ['year', '2026-11-24T12:00:00Z', '2026-01-01', '2026-12-31'],
    ['month', '2028-02-29T12:00:00Z', '2028-02-01', '2028-02-29'],
    // Four hours before the new year in Dayton.
    ['month', '2027-01-01T01:00:00Z', '2026-12-01', '2026-12-31'],
    ['quarter', '2027-01-01T05:00:00Z', '2027-01-01', '2027-03-31'],
  ] as const)('of a %s at %s begins on %s and ends on %s', (period, at, startsOn, endsOn) => {
    expect(periodAt(period, new Date(at), DAYTON)).toEqual({ startsOn, endsOn })
  })

  test('ends the day before the next one begins', () => {
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.constantFrom(...BUDGET_PERIODS), moments, (period, at) => {
        const { startsOn, endsOn } = periodAt(period, at, 'UTC')
        const next = periodAt(period, new Date(Date.parse(endsOn) + 86_400_000), 'UTC')
        expect(Date.parse(next.startsOn) - Date.parse(endsOn)).toBe(86_400_000)
        expect(periodsBetween(period, startsOn, next.startsOn)).toBe(0)
        expect(startsOn <= at.toISOString().slice(0, 10)).toBe(true)
        expect(endsOn >= at.toISOString().slice(0, 10)).toBe(true)
      }),
    )
  })

  test.each([
    ['month', '2026-11-01', '2026-11-01', 0],
    ['month', '2026-11-01', '2026-12-01', 0],
    ['month', '2026-11-01', '2027-02-01', 2],
    ['quarter', '2026-04-01', '2027-01-01', 2],
    ['year', '2024-01-01', '2027-01-01', 2],
  ] as const)('of a %s: between %s and %s are %s', (period, before, after, count) => {
    expect(periodsBetween(period, before, after)).toBe(count)
  })

  test.each([
    ['month', '2026-11-01', 'November'],
    ['quarter', '2026-10-01', 'Q4'],
    ['year', '2026-01-01', '2026'],
  ] as const)('of a %s from %s is called %s', (period, startsOn, name) => {
    expect(periodName(period, startsOn)).toBe(name)
  })
})

test.each([
  [{ teamId: null, personId: null }, true],
  [{ teamId: 4, personId: null }, true],
  [{ teamId: 5, personId: null }, false],
  [{ teamId: null, personId: 7 }, true],
  [{ teamId: null, personId: 8 }, false],
])('a budget for %j counts orders of person 7 in team 4: %s', (scope, counts) => {
  expect(appliesTo(scope, { id: 7, teamId: 4 })).toBe(counts)
})

describe('rollover', () => {
  const last = {
    startsOn: '2026-09-01',
    amountCents: 1_000,
    carriedCents: 50,
    reservedCents: 100,
    spentCents: 700,
  }
  const budget = { period: 'month', amountCents: 2_000, rollsOver: true } as const

  test('adds what is left, and the whole amount of months without orders', () => {
    expect(currentPeriod(budget, last, '2026-12-01')).toEqual({
      startsOn: '2026-12-01',
      amountCents: 2_000,
      carriedCents: 250 + 2 * 2_000,
      reservedCents: 0,
      spentCents: 0,
    })
    expect(currentPeriod({ ...budget, rollsOver: false }, last, '2026-12-01').carriedCents).toBe(0)
    expect(currentPeriod(budget, undefined, '2026-12-01').carriedCents).toBe(0)
  })

  test('a clock that is set back stays in the period', () => {
    expect(currentPeriod(budget, last, '2026-08-01')).toEqual(last)
    expect(currentPeriod(budget, last, '2026-09-01')).toEqual(last)
  })
})

describe('an order', () => {
  const order = { totalCents: 900, netCents: 600, isReserved: false }

  test.each([
    ['cart', 0, 0],
    ['pending_payment', 900, 0],
    ['in_review', 0, 600],
    ['approved', 0, 600],
    ['fulfilled', 0, 600],
    ['declined', 0, 0],
  ] as const)('that is %s reserves %s and spends %s', (status, reservedCents, spentCents) => {
    expect(budgetShareOf({ ...order, status })).toEqual({ reservedCents, spentCents })
  })

  test('in the cart reserves its total while a payment page is open', () => {
    expect(budgetShareOf({ ...order, status: 'cart', isReserved: true }).reservedCents).toBe(900)
  })

  test('never takes both ways, and the entries of any history add up to what it takes now', () => {
    const orders = fc.record({
      status: fc.constantFrom(...ORDER_STATUSES),
      totalCents: fc.constant(900),
      netCents: fc.integer({ min: 0, max: 900 }),
      isReserved: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(orders), (history) => {
        let sum = { reservedCents: 0, spentCents: 0 }
        for (const share of history.map(budgetShareOf)) {
          const entry = budgetChange(sum, share)
          if (entry !== undefined) {
            sum = {
              reservedCents: sum.reservedCents + entry.reservedCents,
              spentCents: sum.spentCents + entry.spentCents,
            }
          }
          expect(sum).toEqual(share)
          expect(share.reservedCents * share.spentCents).toBe(0)
          expect(leftCents({ amountCents: 900, carriedCents: 0, ...sum })).toBeGreaterThanOrEqual(0)
          expect(budgetChange(sum, share)).toBeUndefined()
        }
      }),
    )
  })
})
