/** `2026-11-21 10:05` in the site's time zone, in a format that spreadsheets recognize. */
export function siteTime(at: string | null, { time_zone: timeZone }: { time_zone: string }): string {
  if (at === null) return ''
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(at),
  )
}

const days = new Map<string, Intl.DateTimeFormat>()

/** `November 21, 2026` in the site's time zone. A format takes longer to make than to use, so it is kept. */
export function siteDay(at: Date, { time_zone: timeZone }: { time_zone: string }): string {
  const format = days.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  days.set(timeZone, format)
  return format.format(at)
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
