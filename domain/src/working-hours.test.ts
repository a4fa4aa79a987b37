import { expect, test } from 'vitest'
import { afterWorkingHours } from './working-hours.ts'

test.each<[name: string, from: string, hours: number, timeZone: string, until: string]>([
  ['the same day', '2026-11-17T16:00Z', 4, 'America/Chicago', '2026-11-17T20:00Z'],
  ['from opening', '2026-11-17T08:00Z', 4, 'America/Chicago', '2026-11-17T19:00Z'],
  ['until closing', '2026-11-17T16:00Z', 7, 'America/Chicago', '2026-11-17T23:00Z'],
  ['the next day', '2026-11-17T22:00Z', 2, 'America/Chicago', '2026-11-18T16:00Z'],
  ['over a weekend', '2026-11-20T22:00Z', 2, 'America/Chicago', '2026-11-23T16:00Z'],
  ['over Thanksgiving', '2026-11-25T22:30Z', 1, 'America/Chicago', '2026-11-27T15:30Z'],
  ['two whole days', '2026-11-17T15:00Z', 16, 'America/Chicago', '2026-11-18T23:00Z'],
  ['in another time zone', '2026-11-17T16:00Z', 4, 'Asia/Tokyo', '2026-11-18T04:00Z'],
  ['over the clock change', '2026-10-30T21:00Z', 9, 'America/Chicago', '2026-11-02T23:00Z'],
])('%s', (_, from, hours, timeZone, until) => {
  expect(afterWorkingHours(new Date(from), hours, timeZone)).toEqual(new Date(until))
})
