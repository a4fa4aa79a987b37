/** What a report of a company lists. */
export const REPORT_KINDS = [
  'orders',
  'cards',
  'people',
  'spend',
  'unclaimed',
  'payroll',
  'form_1099',
] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_KIND_WORDS: Readonly<Record<ReportKind, { label: string; says: string }>> = {
  orders: { label: 'Orders', says: 'Every order that was placed, with its status and total.' },
  cards: { label: 'Cards', says: 'Every card or parcel of approved orders, with its recipient and status.' },
  people: { label: 'People', says: 'Who ordered how much.' },
  spend: { label: 'Spend', says: 'What was spent each month, by person or custom field.' },
  unclaimed: {
    label: 'Unclaimed value',
    says: 'Digital cards that were sent and haven’t been claimed, with what they’re worth.',
  },
  payroll: {
    label: 'Payroll',
    says: 'Every card that an employee received, by the day they received it. A count, not tax advice.',
  },
  form_1099: {
    label: '1099 hand-off',
    says: 'Others than employees who reached the threshold in the year of the first day. A count, not tax advice.',
  },
}

/** The days of these are those on which cards were received. Of other reports, those on which orders were placed. */
export function isByReceipt(kind: ReportKind): boolean {
  return kind === 'payroll' || kind === 'form_1099'
}

/** The days of a report. Those of `days` are chosen one by one. */
export const REPORT_RANGES = [
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  'all',
  'days',
] as const
export type ReportRange = (typeof REPORT_RANGES)[number]

export const REPORT_RANGE_WORDS: Readonly<Record<ReportRange, string>> = {
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
  last_year: 'Last year',
  all: 'All time',
  days: 'Choose dates',
}

/** The first and the last day, `2026-11-27`; undefined is open. */
export type ReportDays = { from?: string | undefined; until?: string | undefined }

/**
 * The days that a range means today. Ranges that end yesterday have whole days only.
 *
 * @param today in the company's time zone
 * @param chosen the days of the range `days`
 */
export function reportDays(range: ReportRange, today: string, chosen: ReportDays = {}): ReportDays {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const at = (...[y, m, d]: [year: number, month: number, day: number]) =>
    new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10)
  const yesterday = at(year, month, day - 1)
  switch (range) {
    case 'yesterday':
      return { from: yesterday, until: yesterday }
    case 'last_7_days':
      return { from: at(year, month, day - 7), until: yesterday }
    case 'last_30_days':
      return { from: at(year, month, day - 30), until: yesterday }
    case 'this_month':
      return { from: at(year, month, 1), until: today }
    case 'last_month':
      return { from: at(year, month - 1, 1), until: at(year, month, 0) }
    case 'this_year':
      return { from: at(year, 1, 1), until: today }
    case 'last_year':
      return { from: at(year - 1, 1, 1), until: at(year - 1, 12, 31) }
    case 'all':
      return {}
    case 'days':
      return chosen
  }
}

/** What spend is listed by, besides months: a person, or a custom field such as the cost center. */
export const SPEND_BY = /^(month|person|field:[1-9]\d{0,14})$/

/** The custom field that spend is listed by. */
export function spendField(by: string): number | undefined {
  const [, id] = /^field:(\d+)$/.exec(by) ?? []
  return id === undefined ? undefined : Number(id)
}

/** How a column's cells are read. A `moment` is a local time: `2026-11-27 10:05`. */
export const REPORT_COLUMN_TYPES = ['text', 'count', 'cents', 'moment'] as const
export type ReportColumnType = (typeof REPORT_COLUMN_TYPES)[number]

/** What a report is downloaded as. */
export const REPORT_FORMATS = ['csv', 'xlsx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Files of reports are removed after this many days. */
export const REPORT_FILE_DAYS = 7

/** How many files of one company are made or wait at the same time. */
export const MAX_REPORTS_AT_ONCE = 5
