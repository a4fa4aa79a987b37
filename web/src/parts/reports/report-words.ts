import { dayIn } from '@laurel/domain/day-in'
import { nextReport, type ReportSchedule, scheduleWords } from '@laurel/domain/report-schedules'
import {
  REPORT_KIND_WORDS,
  REPORT_RANGE_WORDS,
  REPORT_STATUSES,
  type ReportRange,
  reportDays,
} from '@laurel/domain/reports'
import type { ReportSettings, SavedReport } from '../../app/report.queries.ts'
import { plural } from '../format.ts'
import { siteDay } from '../site-time.ts'

/** `Spend, last month`, `Refunds, this year, failed, one company`. */
export function settingsWords(settings: ReportSettings): string {
  const { kind, status, companyId } = settings
  return [
    REPORT_KIND_WORDS[kind].label,
    rangeWords(settings),
    ...(status === undefined ? [] : [REPORT_STATUSES[kind]?.[status]?.toLowerCase()]),
    ...(companyId === undefined ? [] : ['one company']),
  ].join(', ')
}

function rangeWords({ range, from, until }: ReportSettings): string {
  if (range !== 'days') return REPORT_RANGE_WORDS[range].toLowerCase()
  if (from && until) return `${from} to ${until}`
  return from ? `since ${from}` : `until ${until ?? 'now'}`
}

const WHOLE: Readonly<Partial<Record<ReportRange, string>>> = {
  this_month: 'Last month',
  this_year: 'Last year',
}

/** `The next one is for Dec 1 to Dec 7.`, and for ranges that have just begun by then, what to choose for whole ones. */
export function nextDaysWords(
  { range, from, until }: ReportSettings,
  schedule: ReportSchedule,
  timeZone: string,
  now = new Date(),
): string {
  if (!/^\d\d:\d\d$/.test(schedule.time)) return ''
  const today = dayIn(nextReport(schedule, now, timeZone), timeZone)
  const days = reportDays(range, today, { from, until })
  const word = (day: string) => siteDay(`${day}T12:00:00Z`, 'UTC', now)
  if (days.from === undefined && days.until === undefined) return 'Each one is for all time.'
  const last = word(days.until ?? today)
  const first = days.from === undefined ? 'all days' : word(days.from)
  const next = `The next one is for ${first === last ? last : `${first} to ${last}`}.`
  const whole = WHOLE[range]
  return whole === undefined
    ? next
    : `${next} For whole ${whole.slice(5)}s, choose “${whole}” before you save.`
}

function readersWords(readers: SavedReport['readers']): string {
  const [first, ...others] = readers
  if (first === undefined) return 'no one'
  if (others.length === 0) return first.name
  return `${first.name} and ${plural(others.length, 'other')}`
}

/** When a saved report is mailed, and to whom. */
export function sentWords({ every, day, time, readers }: SavedReport): string {
  const to = readersWords(readers)
  if (every === null) return readers.length === 0 ? 'Not emailed' : `Emailed to ${to} when you send it`
  return `${scheduleWords({ every, day, time })} to ${to}`
}
