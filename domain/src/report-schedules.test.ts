import { expect, test } from 'vitest'
import { isScheduleDay, nextReport, type ReportSchedule } from './report-schedules.ts'

const CHICAGO = 'America/Chicago'

test.each<[schedule: ReportSchedule, after: string, next: string]>([
  [{ every: 'daily', day: 1, time: '08:00' }, '2026-11-27T13:59:59Z', '2026-11-27T14:00:00.000Z'],
  [{ every: 'daily', day: 1, time: '08:00' }, '2026-11-27T14:00:00Z', '2026-11-28T14:00:00.000Z'],
  // The clocks change on March 8 and on November 1.
  [{ every: 'daily', day: 1, time: '08:00' }, '2026-03-07T15:00:00Z', '2026-03-08T13:00:00.000Z'],
  [{ every: 'daily', day: 1, time: '02:30' }, '2026-03-08T06:00:00Z', '2026-03-08T08:30:00.000Z'],
  [{ every: 'daily', day: 1, time: '01:30' }, '2026-11-01T05:00:00Z', '2026-11-01T06:30:00.000Z'],
  [{ every: 'daily', day: 1, time: '01:30' }, '2026-11-01T06:30:00Z', '2026-11-02T07:30:00.000Z'],
  [{ every: 'weekly', day: 1, time: '08:00' }, '2026-11-28T23:00:00Z', '2026-11-30T14:00:00.000Z'],
  [{ every: 'weekly', day: 7, time: '23:30' }, '2026-11-28T23:00:00Z', '2026-11-30T05:30:00.000Z'],
  [{ every: 'monthly', day: 31, time: '08:00' }, '2028-02-01T00:00:00Z', '2028-02-29T14:00:00.000Z'],
  [{ every: 'monthly', day: 1, time: '00:00' }, '2026-12-15T00:00:00Z', '2027-01-01T06:00:00.000Z'],
])('%o after %s is at %s', (schedule, after, next) => {
  expect(nextReport(schedule, new Date(after), CHICAGO).toISOString()).toBe(next)
})

test('a schedule has the days of its interval', () => {
  expect([isScheduleDay('daily', 1), isScheduleDay('weekly', 7), isScheduleDay('monthly', 31)]).toEqual([
    true,
    true,
    true,
  ])
  expect([isScheduleDay('daily', 2), isScheduleDay('weekly', 8), isScheduleDay('monthly', 0)]).toEqual([
    false,
    false,
    false,
  ])
})
