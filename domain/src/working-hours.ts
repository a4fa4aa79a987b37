import { dayIn } from './day-in.ts'
import { isBusinessDay } from './federal-holidays.ts'

const OPENS = 9
const CLOSES = 17
const HOUR_MS = 3_600_000

/**
 * When so many working hours have passed: 9 to 17 on business days, in a time zone.
 *
 * @throws {RangeError} for an unknown time zone: a caller's bug
 */
export function afterWorkingHours(from: Date, hours: number, timeZone: string): Date {
  let leftMs = hours * HOUR_MS
  const [year, month, day] = localDay(from, timeZone)
  for (let offset = 0; ; offset += 1) {
    const date = new Date(Date.UTC(year, month - 1, day + offset))
    const today = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    if (!isBusinessDay(today)) continue
    const opens = Math.max(from.getTime(), momentOf(today, OPENS, timeZone))
    const openMs = Math.max(0, momentOf(today, CLOSES, timeZone) - opens)
    if (openMs >= leftMs) return new Date(opens + leftMs)
    leftMs -= openMs
  }
}

type Day = { year: number; month: number; day: number }

function localDay(at: Date, timeZone: string): [number, number, number] {
  return dayIn(at, timeZone).split('-').map(Number) as [number, number, number]
}

/** The clocks change at night, so the offset of an hour is that of its day. */
function momentOf({ year, month, day }: Day, hour: number, timeZone: string): number {
  const asUtc = Date.UTC(year, month - 1, day, hour)
  const local = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  }).format(asUtc)
  return 2 * asUtc - Date.parse(`${local.replace(' ', 'T')}Z`)
}

/** When it's this hour on a day such as `2026-11-27`, in a time zone. */
export function momentIn(day: string, hour: number, timeZone: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(momentOf({ year, month, day: date }, hour, timeZone))
}
