import { scheduleWords } from '@laurel/domain/report-schedules'
import { REPORT_KIND_WORDS, REPORT_RANGE_WORDS, REPORT_STATUSES } from '@laurel/domain/reports'
import type { ReportSettings, SavedReport } from '../../app/report.queries.ts'
import { plural } from '../format.ts'

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
