import { day } from './format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** How long ago something was: `just now`, `5 minutes ago`, `yesterday`, and after a week its day. */
export function ago(iso: string, now = new Date()): string {
  const ms = now.getTime() - Date.parse(iso)
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return words.format(-Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < DAY_MS) return words.format(-Math.floor(ms / HOUR_MS), 'hour')
  if (ms < 7 * DAY_MS) return words.format(-Math.floor(ms / DAY_MS), 'day')
  return day(iso, now)
}
