import { dayIn } from './day-in.ts'
import { localMoment } from './local-moment.ts'

/** How often a saved report is sent. */
export const REPORT_INTERVALS = ['daily', 'weekly', 'monthly'] as const
export type ReportInterval = (typeof REPORT_INTERVALS)[number]

export const REPORT_INTERVAL_WORDS: Readonly<Record<ReportInterval, string>> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
}

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export type ReportSchedule = {
  every: ReportInterval
  /** Weekly: 1 is Monday. Monthly: the day of the month; shorter months have their last day instead. */
  day: number
  /** `08:00` */
  time: string
}

/** How many reports a company can save. */
export const MAX_SAVED_REPORTS = 50

/** Whether a schedule's day is one that its interval has. */
export function isScheduleDay(every: ReportInterval, day: number): boolean {
  return day >= 1 && day <= { daily: 1, weekly: 7, monthly: 31 }[every]
}

/**
 * When a report is sent next.
 *
 * @param timeZone the company's
 * @throws {RangeError} for an invalid time or time zone: a caller's bug
 */
export function nextReport(schedule: ReportSchedule, after: Date, timeZone: string): Date {
  const [year, month, day] = dayIn(after, timeZone).split('-').map(Number) as [number, number, number]
  for (let later = 0; ; later += 1) {
    const date = new Date(Date.UTC(year, month - 1, day + later))
    if (!isOn(schedule, date)) continue
    const at = localMoment(date.toISOString().slice(0, 10), schedule.time, timeZone)
    if (at === undefined) throw new RangeError(`not a time: ${schedule.time}`)
    if (at > after) return at
  }
}

function isOn({ every, day }: ReportSchedule, date: Date): boolean {
  if (every === 'daily') return true
  if (every === 'weekly') return ((date.getUTCDay() + 6) % 7) + 1 === day
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(day, last)
}

/** `Every Monday at 8:00 AM`, `On the last day of every month at 8:00 AM`. */
export function scheduleWords({ every, day, time }: ReportSchedule): string {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  const at = new Date(Date.UTC(2000, 0, 1, hour, minute)).toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  if (every === 'daily') return `Every day at ${at}`
  if (every === 'weekly') return `Every ${WEEKDAYS[day - 1]} at ${at}`
  return day > 28
    ? `On ${dayWords(day)} of every month, or its last day, at ${at}`
    : `On ${dayWords(day)} of every month at ${at}`
}

/** `the 1st`, `the 22nd`. */
export function dayWords(day: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }[
    ORDINALS.select(day)
  ]
  return `the ${day}${ending}`
}

const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' })
