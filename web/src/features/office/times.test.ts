import { expect, test } from 'vitest'
import { age, calendarDay, liveByClockOf, officeDay, officeMoment, wallNow } from './times.ts'

const NOW = new Date('2026-11-21T18:00:00Z')

test('shows times in the site’s time zone, with the year if it differs there', () => {
  liveByClockOf('America/Chicago')
  expect(officeMoment('2026-11-21T03:30:00Z', NOW)).toBe('Nov 20, 9:30 PM')
  expect(officeDay('2026-01-01T03:30:00Z', NOW)).toBe('Dec 31, 2025')
  expect(officeMoment('2025-07-04T12:00:00Z', NOW)).toBe('Jul 4, 2025, 7:00 AM')
  expect(calendarDay('2026-11-21', NOW)).toBe('Nov 21')
  liveByClockOf('Pacific/Kiritimati')
  expect(calendarDay('2026-11-21', NOW)).toBe('Nov 21')
  expect(wallNow(NOW)).toEqual({ date: '2026-11-22', time: '08:00' })
})

const NOON = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:30Z', '0 min'],
  ['2026-11-21T11:40:00Z', '20 min'],
  ['2026-11-21T11:00:00Z', '1 h'],
  ['2026-11-20T12:00:01Z', '23 h'],
  ['2026-11-20T12:00:00Z', '1 day'],
  ['2026-11-18T09:00:00Z', '3 days'],
  // The browser's clock is behind the server's.
  ['2026-11-21T12:00:20Z', '0 min'],
])('what started at %s has waited %s', (iso, words) => {
  expect(age(iso, NOON)).toBe(words)
})
