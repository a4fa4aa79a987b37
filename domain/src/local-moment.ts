const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * The instant of a local time in a time zone. A time that the change to daylight saving skips is read an hour later;
 * one that occurs twice is read as the first.
 *
 * @param date `2026-12-01`
 * @param time `09:00`
 * @param timeZone an IANA name: `America/Chicago`
 * @returns undefined when date or time is incomplete
 */
export function localMoment(date: string, time: string, timeZone: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return undefined
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(asUtc)) return undefined
  // The offset depends on the instant that is not known yet, so both candidates are tried.
  const tries = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - offsetMs(near, timeZone))
  const exact = tries.filter((ms) => ms + offsetMs(ms, timeZone) === asUtc)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...tries))
}

/** How far a time zone is ahead of UTC at an instant. */
export function offsetMs(ms: number, timeZone: string): number {
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
