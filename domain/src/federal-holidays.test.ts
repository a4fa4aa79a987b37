import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBusinessDay, isFederalHoliday } from './federal-holidays.ts'

const dayOf = (date: Date) => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
})
const isoOf = (date: Date) => date.toISOString().slice(0, 10)

function daysOf(year: number): Date[] {
  const days: Date[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) days.push(new Date(at))
  return days
}

/** As the Office of Personnel Management publishes them, the days they are observed on. */
test.each([
  [2020, '01-01 01-20 02-17 05-25 07-03 09-07 10-12 11-11 11-26 12-25'],
  [2021, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
  [2022, '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26'],
  [2023, '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25'],
  [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
])('the federal holidays of %i', (year, days) => {
  const found = daysOf(year).filter((date) => isFederalHoliday(dayOf(date)))
  expect(found.map(isoOf)).toEqual(days.split(' ').map((day) => `${year}-${day}`))
})

test('no holiday is a business day, and the day after Thanksgiving is', () => {
  expect(isBusinessDay({ year: 2026, month: 11, day: 25 })).toBe(true)
  expect(isBusinessDay({ year: 2026, month: 11, day: 26 })).toBe(false)
  expect(isBusinessDay({ year: 2026, month: 11, day: 27 })).toBe(true)
  expect(isBusinessDay({ year: 2026, month: 11, day: 28 })).toBe(false)
})

test('from July to June eleven holidays are observed, each on a weekday', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2021, max: 2200 }), (year) => {
      const days = [...daysOf(year), ...daysOf(year + 1)].slice(181, -184)
      const holidays = days.filter((date) => isFederalHoliday(dayOf(date)))
      expect(holidays).toHaveLength(11)
      expect(holidays.filter((date) => date.getUTCDay() === 0 || date.getUTCDay() === 6)).toEqual([])
    }),
    { numRuns: 25 },
  )
})
