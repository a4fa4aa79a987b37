import { REPORT_KIND_WORDS, REPORT_RANGE_WORDS } from '@laurel/domain/company-reports'
import { scheduleWords } from '@laurel/domain/report-schedules'
import type { ReportSettings, SavedReport } from '../../app/company.queries.ts'
import { plural } from '../../parts/format.ts'

/** `Spend, last month`. */
export function settingsWords(settings: ReportSettings): string {
  return `${REPORT_KIND_WORDS[settings.kind].label}, ${rangeWords(settings)}`
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
