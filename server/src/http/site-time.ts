/** `2026-11-21 10:05` in the site's time zone, in a format that spreadsheets recognize. */
export function siteTime(at: string | null, { time_zone: timeZone }: { time_zone: string }): string {
  if (at === null) return ''
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(at),
  )
}
