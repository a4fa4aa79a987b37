import { addBusinessDays } from '../../parts/delivery-estimate.ts'
import { momentAtSite, type WallTime, wallTimeAtSite } from '../../parts/site-time.ts'

const DAY_MS = 86_400_000
/** The server takes no time later than that. */
const LATEST_DAYS = 365

export type SendTime = { at: Date; errors: Record<never, never> } | { at: undefined; errors: SendTimeErrors }
export type SendTimeErrors = { date?: string; time?: string }

/** Reads the time digital cards go out: to come, and within a year. */
export function readSendTime(typed: WallTime, timeZone: string, now = new Date()): SendTime {
  const errors: SendTimeErrors = {
    ...(typed.date === '' && { date: 'Choose a day.' }),
    ...(typed.time === '' && { time: 'Choose a time.' }),
  }
  if (errors.date || errors.time) return { at: undefined, errors }

  const at = momentAtSite(typed, timeZone)
  if (!at) return { at: undefined, errors: { date: 'Write the day as month, day and year.' } }
  if (at <= now) return { at: undefined, errors: { date: 'Choose a time in the future.' } }
  if (at.getTime() > now.getTime() + LATEST_DAYS * DAY_MS) {
    return { at: undefined, errors: { date: 'Choose a time within a year.' } }
  }
  return { at, errors: {} }
}

/** What the fields begin with: the next business day, when people are at their desks. */
export function firstSendTime(timeZone: string, now = new Date()): WallTime {
  return { date: wallTimeAtSite(addBusinessDays(now, 1), timeZone).date, time: '09:00' }
}
