import { expect, test } from 'vitest'
import { daysSince, OUTSTANDING_AGES, outstandingAge, placedWithin } from './outstanding-age.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-11-21T16:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

test.each([
  [0, '0_7'],
  [7.9, '0_7'],
  [8, '8_30'],
  [30.9, '8_30'],
  [31, '31_60'],
  [60.9, '31_60'],
  [61, 'over_60'],
  [900, 'over_60'],
  [-1, '0_7'],
])('an order placed %s days ago has the age %s', (days, age) => {
  expect(outstandingAge(daysAgo(days), now)).toBe(age)
})

test('the bounds of an age include exactly the orders of that age', () => {
  for (const days of [0, 7, 7.999, 8, 30, 30.999, 31, 60, 60.999, 61, 400]) {
    const placed = daysAgo(days)
    const holding = OUTSTANDING_AGES.filter((age) => {
      const { after, until } = placedWithin(age, now)
      return (after === undefined || placed > after) && (until === undefined || placed <= until)
    })
    expect(holding, `${days} days`).toEqual([outstandingAge(placed, now)])
  }
})

test('counts only whole days that have passed', () => {
  expect(daysSince(daysAgo(1.99), now)).toBe(1)
  expect(daysSince(daysAgo(-3), now)).toBe(0)
})
