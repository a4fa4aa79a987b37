import type { Site } from '../../../app/site.ts'

const DAY_MS = 86_400_000

/** Until when the link to a digital card opens if it is sent now, in the words of its mail. */
export function lastDayOfLink(
  { claimWithinDays, timeZone }: Pick<Site, 'claimWithinDays' | 'timeZone'>,
  now = new Date(),
): string {
  const last = new Date(now.getTime() + claimWithinDays * DAY_MS)
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(last)
}
