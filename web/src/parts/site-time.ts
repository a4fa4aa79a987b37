import { daysAfter } from '@laurel/domain/day-in'
import { localMoment, offsetMs } from '@laurel/domain/local-moment'
import { pageTexts } from '../app/texts.ts'
import { day } from './format.ts'

/** A local date and time from two form fields: "2026-12-01" and "09:00". */
export type WallTime = { date: string; time: string }

/** The instant of a local time in a time zone, as {@link localMoment}. */
export function momentAtSite({ date, time }: WallTime, timeZone: string): Date | undefined {
  return localMoment(date, time, timeZone)
}

/** Turns days in a time zone into times. The last day is included in full. */
export function momentsOfDays(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  timeZone: string,
) {
  const beginning = (date: string) => momentAtSite({ date, time: '00:00' }, timeZone)?.toISOString()
  return { from: from && beginning(from), until: until && beginning(daysAfter(until, 1)) }
}

/** The local time of an instant in a time zone. */
export function wallTimeAtSite(moment: Date, timeZone: string): WallTime {
  const shifted = new Date(moment.getTime() + offsetMs(moment.getTime(), timeZone)).toISOString()
  return { date: shifted.slice(0, 10), time: shifted.slice(11, 16) }
}

/** `Dec 1`: {@link day} in a time zone. */
export function siteDay(iso: string, timeZone: string, now?: Date): string {
  return day(iso, now, timeZone)
}

/** `Dec 1 at 9:00 AM Central Time`, with the year if it is not the current one there. */
export function siteMoment(iso: string, timeZone: string, now?: Date): string {
  const i18n = pageTexts()
  const at = new Date(iso)
  const time = at.toLocaleTimeString(i18n.locale, { timeZone, hour: 'numeric', minute: '2-digit' })
  const facts = { day: siteDay(iso, timeZone, now), time, zone: zoneName(timeZone, at) }
  return i18n.t('{day} at {time} {zone}', facts)
}

/** ` CST`, for the end of a time in another time zone than the reader's; empty if the clocks agree. */
export function zoneMark(iso: string, timeZone: string): string {
  const at = new Date(iso)
  if (offsetMs(at.getTime(), timeZone) === -at.getTimezoneOffset() * 60_000) return ''
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return ` ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone}`
}

/** `Central Time`. */
export function zoneName(timeZone: string, at = new Date()): string {
  const parts = new Intl.DateTimeFormat(pageTexts().locale, {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
