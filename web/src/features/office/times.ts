import { wallTimeAtSite, zoneMark } from '../../parts/site-time.ts'

/** The browser's time zone until the site is known. */
let zone: string | undefined

/** Sets the site's time zone, which all office screens use: for filters, charts, and batches, too. */
export function liveByClockOf(timeZone: string): void {
  zone = timeZone
}

/** `Nov 21`, with the year if it isn't this one, in the site's time zone. */
export function officeDay(iso: string, now = new Date()): string {
  return new Date(iso).toLocaleDateString('en-US', { month: 'short', day: 'numeric', ...yearOf(iso, now) })
}

/** `Nov 21, 9:30 AM`, with the year if it isn't this one, in the site's time zone, which is named if it's another one. */
export function officeMoment(iso: string, now = new Date()): string {
  const local = new Date(iso).toLocaleString('en-US', {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...yearOf(iso, now),
  })
  return local + zoneMark(iso, clock())
}

/** `Nov 21` for a calendar day such as `2026-11-21`, which is the same in every time zone. */
export function calendarDay(date: string, now = new Date()): string {
  const year = date.slice(0, 4) === wallNow(now).date.slice(0, 4) ? {} : ({ year: 'numeric' } as const)
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    ...{ month: 'short', day: 'numeric', timeZone: 'UTC' },
    ...year,
  })
}

/** The site's date and time now: "2026-11-21" and "09:00". */
export function wallNow(now = new Date()): { date: string; time: string } {
  return wallTimeAtSite(now, clock())
}

function yearOf(iso: string, now: Date) {
  const timeZone = clock()
  const year = (at: Date) => at.toLocaleDateString('en-US', { timeZone, year: 'numeric' })
  return { timeZone, ...(year(new Date(iso)) !== year(now) && ({ year: 'numeric' } as const)) }
}

function clock(): string {
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
