/** `2026-11-21 10:05` in the site's time zone, in a format that spreadsheets recognize. */
export function siteTime(at: string | null, { time_zone: timeZone }: { time_zone: string }): string {
  if (at === null) return ''
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(at),
  )
}

const days = new Map<string, Intl.DateTimeFormat>()

/** `November 21, 2026` in the site's time zone. A format takes longer to make than to use, so it is kept. */
export function siteDay(at: Date, { time_zone: timeZone }: { time_zone: string }, locale = 'en-US'): string {
  const key = `${locale} ${timeZone}`
  const format = days.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  days.set(key, format)
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
