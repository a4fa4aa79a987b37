/** A local date and time from two form fields: "2026-12-01" and "09:00". */
export type WallTime = { date: string; time: string }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * The instant of a local time in a time zone. A time that the change to daylight saving skips
 * is read an hour later; one that occurs twice is read as the first.
 *
 * @param timeZone an IANA name: "America/Chicago"
 * @returns undefined when date or time is incomplete
 */
export function momentAtSite({ date, time }: WallTime, timeZone: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return undefined
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(asUtc)) return undefined
  // The offset depends on the instant that is not known yet, so both candidates are tried.
  const tries = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - offsetMs(near, timeZone))
  const exact = tries.filter((ms) => ms + offsetMs(ms, timeZone) === asUtc)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...tries))
}

/** Turns days in a time zone into times. The last day is included in full. */
export function momentsOfDays(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  timeZone: string,
) {
  const beginning = (date: string) => momentAtSite({ date, time: '00:00' }, timeZone)?.toISOString()
  return { from: from && beginning(from), until: until && beginning(dayAfter(until)) }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** The local time of an instant in a time zone. */
export function wallTimeAtSite(moment: Date, timeZone: string): WallTime {
  const shifted = new Date(moment.getTime() + offsetMs(moment.getTime(), timeZone)).toISOString()
  return { date: shifted.slice(0, 10), time: shifted.slice(11, 16) }
}

/** `Dec 1`, with the year if it is not the current one there. */
export function siteDay(iso: string, timeZone: string, now = new Date()): string {
  const at = new Date(iso)
  const yearOf = (moment: Date) => moment.toLocaleDateString('en-US', { timeZone, year: 'numeric' })
  const year = yearOf(at) === yearOf(now) ? {} : ({ year: 'numeric' } as const)
  return at.toLocaleDateString('en-US', { timeZone, month: 'short', day: 'numeric', ...year })
}

/** `Dec 1 at 9:00 AM Central Time`, with the year if it is not the current one there. */
export function siteMoment(iso: string, timeZone: string, now = new Date()): string {
  const at = new Date(iso)
  const day = siteDay(iso, timeZone, now)
  const time = at.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  return `${day} at ${time} ${zoneName(timeZone, at)}`
}

/** `Central Time`. */
export function zoneName(timeZone: string, at = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** How far a time zone is ahead of UTC at an instant. */
function offsetMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(ms)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
  return shown - Math.floor(ms / MINUTE_MS) * MINUTE_MS
}
