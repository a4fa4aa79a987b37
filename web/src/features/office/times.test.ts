import { afterEach, expect, test } from 'vitest'
import { calendarDay, liveByClockOf, officeDay, officeMoment, wallNow } from './times.ts'

const NOW = new Date('2026-11-21T18:00:00Z')

const { TZ } = process.env
afterEach(() => {
  process.env.TZ = TZ
})

test('names the time zone of times that aren’t the reader’s own', () => {
  liveByClockOf('America/Chicago')
  process.env.TZ = 'America/Chicago'
  expect(officeMoment('2026-11-21T03:30:00Z', NOW)).toBe('Nov 20, 9:30 PM')
  process.env.TZ = 'America/New_York'
  expect(officeMoment('2026-11-21T03:30:00Z', NOW)).toBe('Nov 20, 9:30 PM CST')
  expect(officeMoment('2026-07-04T12:00:00Z', NOW)).toBe('Jul 4, 7:00 AM CDT')
})

test('shows times in the site’s time zone, with the year if it differs there', () => {
  process.env.TZ = 'America/Chicago'
  liveByClockOf('America/Chicago')
  expect(officeMoment('2026-11-21T03:30:00Z', NOW)).toBe('Nov 20, 9:30 PM')
  expect(officeDay('2026-01-01T03:30:00Z', NOW)).toBe('Dec 31, 2025')
  expect(officeMoment('2025-07-04T12:00:00Z', NOW)).toBe('Jul 4, 2025, 7:00 AM')
  expect(calendarDay('2026-11-21', NOW)).toBe('Nov 21')
  liveByClockOf('Pacific/Kiritimati')
  expect(calendarDay('2026-11-21', NOW)).toBe('Nov 21')
  expect(wallNow(NOW)).toEqual({ date: '2026-11-22', time: '08:00' })
})
