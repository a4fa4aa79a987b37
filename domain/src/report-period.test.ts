import { expect, test } from 'vitest'
import { reportSteps } from './report-period.ts'

test('thirty days end today, and are compared with the thirty before', () => {
  const { starts, beforeStart, beforeToday } = reportSteps('days', '2026-11-21')
  expect(starts).toHaveLength(30)
  expect([starts[0], starts.at(-1)]).toEqual(['2026-10-23', '2026-11-21'])
  expect([beforeStart, beforeToday]).toEqual(['2026-09-23', '2026-10-22'])
})

test('weeks begin on Monday, also when today is Sunday', () => {
  const { starts, beforeStart, beforeToday } = reportSteps('weeks', '2026-11-22')
  expect(starts).toHaveLength(12)
  expect(starts.slice(-2)).toEqual(['2026-11-09', '2026-11-16'])
  expect([beforeStart, beforeToday]).toEqual(['2026-06-08', '2026-08-30'])
  expect(reportSteps('weeks', '2026-11-23').starts.at(-1)).toBe('2026-11-23')
})

test('months begin on their first day; a day that the earlier month lacks is its last', () => {
  const { starts, beforeStart, beforeToday } = reportSteps('months', '2028-02-29')
  expect([starts[0], starts.at(-1)]).toEqual(['2027-03-01', '2028-02-01'])
  expect([beforeStart, beforeToday]).toEqual(['2026-03-01', '2027-02-28'])
})

test('rejects an invalid day', () => {
  expect(() => reportSteps('days', 'today')).toThrow(RangeError)
})
