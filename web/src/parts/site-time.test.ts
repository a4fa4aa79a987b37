import { afterEach, expect, test } from 'vitest'
import { showLanguage } from '../app/texts.ts'
import { momentAtSite, siteDay, siteMoment, wallTimeAtSite } from './site-time.ts'

afterEach(() => showLanguage('en'))

const CHICAGO = 'America/Chicago'

test.each([
  ['in winter', '2026-12-01', '09:00', '2026-12-01T15:00:00.000Z'],
  ['in summer', '2026-07-01', '09:00', '2026-07-01T14:00:00.000Z'],
  ['an hour after the clocks went forward', '2027-03-14', '04:00', '2027-03-14T09:00:00.000Z'],
  ['in the hour that spring skips', '2027-03-14', '02:30', '2027-03-14T08:30:00.000Z'],
  ['in the hour that autumn repeats', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
])('a time at the site %s is one instant', (_, date, time, iso) => {
  expect(momentAtSite({ date, time }, CHICAGO)?.toISOString()).toBe(iso)
})

test('an instant converts back to the entered time', () => {
  const typed = { date: '2026-12-01', time: '00:05' }
  expect(wallTimeAtSite(momentAtSite(typed, CHICAGO)!, CHICAGO)).toEqual(typed)
})

test.each([
  ['', '09:00'],
  ['2026-13-40', '09:00'],
  ['2026-12-01', ''],
])('an incomplete time is invalid: "%s" "%s"', (date, time) => {
  expect(momentAtSite({ date, time }, CHICAGO)).toBeUndefined()
})

test('shows a time with the name of the site’s time zone', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(siteMoment('2026-12-01T15:00:00Z', CHICAGO, now)).toBe('Dec 1 at 9:00 AM Central Time')
  expect(siteMoment('2027-01-02T15:00:00Z', CHICAGO, now)).toBe('Jan 2, 2027 at 9:00 AM Central Time')
})

test('Spanish spells months out', () => {
  showLanguage('es')
  const now = new Date('2026-11-21T12:00:00Z')
  expect(siteDay('2026-12-01T03:00:00Z', CHICAGO, now)).toBe('30 de noviembre')
  expect(siteDay('2027-01-02T15:00:00Z', CHICAGO, now)).toBe('2 de enero de 2027')
})
