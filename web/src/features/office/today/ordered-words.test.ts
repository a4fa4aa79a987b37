import { expect, test } from 'vitest'
import { comparedWords, lasting, shortDollars, stepName } from './ordered-words.ts'

const ordered = (orderCount: number, totalCents: number) => ({ orderCount, totalCents })

test('compares a period with the one before', () => {
  const before = ordered(4, 100_000)
  const words = (totalCents: number) =>
    comparedWords({ period: 'days', total: ordered(5, totalCents), before })
  expect(words(112_000)).toBe('12% more than in the 30 days before: $1,000.00 in 4 orders.')
  expect(words(50_000)).toBe('50% less than in the 30 days before: $1,000.00 in 4 orders.')
  expect(words(100_100)).toBe('The same as in the 30 days before: $1,000.00 in 4 orders.')
})

test('compares nothing without a period before', () => {
  const words = comparedWords({ period: 'months', total: ordered(5, 1), before: ordered(0, 0) })
  expect(words).toBe('Nothing was ordered in the 12 months before.')
})

test('names a day the same in every time zone', () => {
  expect(stepName('2026-11-01', 'days')).toBe('Nov 1')
  expect(stepName('2026-11-01', 'months')).toBe('Nov 2026')
})

test.each([
  [0, '$0'],
  [90_000, '$900'],
  [2_500_000, '$25k'],
  [150_000_000, '$1.5m'],
])('shows %i cents at an axis as %s', (cents, words) => {
  expect(shortDollars(cents)).toBe(words)
})

test.each([
  [35, '35 min'],
  [130, '2 h 10'],
  [120, '2 h'],
  [1_440, '1 day'],
  [3_000, '2 days 2 h'],
])('%i minutes are %s', (minutes, words) => {
  expect(lasting(minutes)).toBe(words)
})
