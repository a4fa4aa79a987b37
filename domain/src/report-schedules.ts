import { dayIn } from './day-in.ts'
import { localMoment } from './local-moment.ts'

/** How often a saved report is sent. */
export const REPORT_INTERVALS = ['daily', 'weekly', 'monthly'] as const
export type ReportInterval = (typeof REPORT_INTERVALS)[number]

export const REPORT_INTERVAL_WORDS: Readonly<Record<ReportInterval, string>> = {
  daily: /*i18n*/ 'Every day',
  weekly: /*i18n*/ 'Every week',
  monthly: /*i18n*/ 'Every month',
}

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
