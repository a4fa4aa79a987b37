import { expect, test } from 'vitest'
import { firstSendTime, readSendTime } from './DigitalDistribution.tsx'

const CHICAGO = 'America/Chicago'
const now = new Date('2026-11-21T16:00:00Z')
const read = (date: string, time: string) => readSendTime({ date, time }, CHICAGO, now)

test('reads a time in the site’s time zone', () => {
  expect(read('2026-12-01', '09:00').at?.toISOString()).toBe('2026-12-01T15:00:00.000Z')
})

test.each([
  ['a time that has passed', '2026-11-21', '09:59', 'Choose a time in the future.'],
  ['the minute it is now', '2026-11-21', '10:00', 'Choose a time in the future.'],
  ['more than a year ahead', '2027-11-21', '10:01', 'Choose a time within a year.'],
  ['no day', '', '09:00', 'Choose a day.'],
])('refuses %s', (_, date, time, message) => {
  expect(read(date, time)).toEqual({ at: undefined, errors: { date: message } })
})

test('accepts a minute ahead and a year ahead', () => {
  expect(read('2026-11-21', '10:01').at).toBeDefined()
  expect(read('2027-11-21', '10:00').at).toBeDefined()
})

test('starts with 9 AM on the next business day', () => {
  expect(firstSendTime(CHICAGO, now)).toEqual({ date: '2026-11-23', time: '09:00' })
})
