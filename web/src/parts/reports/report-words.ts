import { dayIn } from '@laurel/domain/day-in'
import { nextReport, type ReportSchedule } from '@laurel/domain/report-schedules'
import {
  REPORT_KIND_WORDS,
  REPORT_RANGE_WORDS,
  REPORT_STATUSES,
  type ReportRange,
  reportDays,
} from '@laurel/domain/reports'
import type { ReportSettings, SavedReport } from '../../app/report.queries.ts'
import { pageTexts } from '../../app/texts.ts'
import { siteDay } from '../site-time.ts'

/** `Spend, last month`, `Refunds, this year, failed, one company`. */
export function settingsWords(settings: ReportSettings): string {
  const i18n = pageTexts()
  const { kind, status, companyId } = settings
  return [
    i18n.t(REPORT_KIND_WORDS[kind].label),
    rangeWords(settings),
    ...(status === undefined ? [] : [REPORT_STATUSES[kind]?.[status]?.toLowerCase()]),
    ...(companyId === undefined ? [] : [i18n.t('one company')]),
  ].join(', ')
}

function rangeWords({ range, from, until }: ReportSettings): string {
  const i18n = pageTexts()
  if (range !== 'days') return i18n.t(REPORT_RANGE_WORDS[range]).toLowerCase()
  if (from && until) return i18n.t('{from} to {until}', { from, until })
  if (from) return i18n.t('since {from}', { from })
  return until ? i18n.t('until {until}', { until }) : i18n.t('until now')
}

const WHOLE: Readonly<Partial<Record<ReportRange, string>>> = {
  this_month: /*i18n*/ 'For whole months, choose “Last month” before you save.',
  this_year: /*i18n*/ 'For whole years, choose “Last year” before you save.',
}

/** `The next one is for Dec 1 to Dec 7.`, and for ranges that have just begun by then, what to choose for whole ones. */
export function nextDaysWords(
  { range, from, until }: ReportSettings,
  schedule: ReportSchedule,
  timeZone: string,
  now = new Date(),
): string {
  const i18n = pageTexts()
  if (!/^\d\d:\d\d$/.test(schedule.time)) return ''
  const today = dayIn(nextReport(schedule, now, timeZone), timeZone)
  const days = reportDays(range, today, { from, until })
  const word = (day: string) => siteDay(`${day}T12:00:00Z`, 'UTC', now)
  if (days.from === undefined && days.until === undefined) return i18n.t('Each one is for all time.')
  const whole = WHOLE[range]
  return [
    nextWords(days.from && word(days.from), word(days.until ?? today)),
    ...(whole === undefined ? [] : [i18n.t(whole)]),
  ].join(' ')
}

function nextWords(from: string | undefined, until: string): string {
  const i18n = pageTexts()
  if (from === undefined) return i18n.t('The next one is for all days to {until}.', { until })
  if (from === until) return i18n.t('The next one is for {day}.', { day: until })
  return i18n.t('The next one is for {from} to {until}.', { from, until })
}

function readersWords(readers: SavedReport['readers']): string {
  const i18n = pageTexts()
  const [first, ...others] = readers
  if (first === undefined) return i18n.t('no one')
  if (others.length === 0) return first.name
  return i18n.t('{name} and {others, plural, one {# other} other {# others}}', {
    name: first.name,
    others: others.length,
  })
}

/** `Every Monday at 8:00 AM`, `On the 31st of every month, or its last day, at 8:00 AM`. */
export function scheduleWords({ every, day, time: of }: ReportSchedule): string {
  const i18n = pageTexts()
  const [hour, minute] = of.split(':').map(Number) as [number, number]
  const time = new Date(Date.UTC(2000, 0, 1, hour, minute)).toLocaleTimeString(i18n.locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  if (every === 'daily') return i18n.t('Every day at {time}', { time })
  if (every === 'weekly') return i18n.t('Every {weekday} at {time}', { weekday: weekdayWord(day), time })
  return day > 28
    ? i18n.t(
        'On the {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} of every month, or its last day, at {time}',
        { day, time },
      )
    : i18n.t(
        'On the {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} of every month at {time}',
        { day, time },
      )
}

/** `Monday` for 1. */
export function weekdayWord(day: number): string {
  const i18n = pageTexts()
  // 2024 began on a Monday.
  return new Date(Date.UTC(2024, 0, day)).toLocaleDateString(i18n.locale, {
    weekday: 'long',
    timeZone: 'UTC',
  })
}

/** When a saved report is mailed, and to whom. */
export function sentWords({ every, day, time, readers }: SavedReport): string {
  const i18n = pageTexts()
  const to = readersWords(readers)
  if (every !== null) {
    return i18n.t('{schedule} to {people}', { schedule: scheduleWords({ every, day, time }), people: to })
  }
  return readers.length === 0
    ? i18n.t('Not emailed')
    : i18n.t('Emailed to {people} when you send it', { people: to })
}
