import { DELIVERY_STATUS_WORDS, DELIVERY_STATUSES } from './delivery-status.ts'
import { PAYMENT_STATE_WORDS, RECEIVED_PAYMENT_WORDS, REFUND_STATE_WORDS } from './money-words.ts'
import { OFFICE_STATUS_LABELS } from './office-status.ts'

const SHARED_KINDS = ['orders', 'cards', 'people', 'spend', 'unclaimed'] as const
/** What a report of a company lists. */
export const COMPANY_REPORT_KINDS = [...SHARED_KINDS, 'payroll', 'form_1099'] as const
/** What a report for staff lists, about all companies. */
export const STAFF_REPORT_KINDS = [
  ...SHARED_KINDS,
  'payments',
  'refunds',
  'payments_received',
  'ledger',
  'deliveries',
  'companies',
  'liability',
] as const
export type ReportKind = (typeof COMPANY_REPORT_KINDS | typeof STAFF_REPORT_KINDS)[number]

type KindWords = {
  label: string
  /** For a company. */
  says: string
  /** For staff, if it differs. */
  saysToStaff?: string
  /** What its days are about. */
  days: string
}

const PLACED = /*i18n*/ 'Orders placed'

export const REPORT_KIND_WORDS: Readonly<Record<ReportKind, KindWords>> = {
  orders: {
    label: /*i18n*/ 'Orders',
    says: /*i18n*/ 'Every order that was placed, with its status and total.',
    days: PLACED,
  },
  cards: {
    label: /*i18n*/ 'Cards',
    says: /*i18n*/ 'Every card or parcel of approved orders, with its recipient and status.',
    days: PLACED,
  },
  people: { label: /*i18n*/ 'People', says: /*i18n*/ 'Who ordered how much.', days: PLACED },
  spend: {
    label: /*i18n*/ 'Spend',
    says: /*i18n*/ 'What was spent each month, by person or custom field.',
    saysToStaff: 'What was spent each month, by person or company.',
    days: PLACED,
  },
  unclaimed: {
    label: /*i18n*/ 'Unclaimed value',
    says: /*i18n*/ 'Digital cards that were sent and haven’t been claimed, with what they’re worth.',
    days: PLACED,
  },
  payments: {
    label: /*i18n*/ 'Payments',
    says: 'Every attempt to pay for an order or top-up, with its method and status.',
    days: /*i18n*/ 'Payments started',
  },
  refunds: {
    label: /*i18n*/ 'Refunds',
    says: 'Every refund, with who requested it, how it is paid, and its status.',
    days: /*i18n*/ 'Refunds requested',
  },
  payments_received: {
    label: /*i18n*/ 'Payments received',
    says: 'Checks and transfers that staff recorded, matched to an order or not.',
    days: /*i18n*/ 'Received',
  },
  ledger: {
    label: /*i18n*/ 'Ledger',
    says: 'Every entry of the ledger, as a debit or a credit of its account.',
    days: /*i18n*/ 'Posted',
  },
  deliveries: {
    label: /*i18n*/ 'Deliveries',
    says: 'Every email, letter, and parcel, with its status, and how many days it took.',
    days: /*i18n*/ 'Deliveries planned',
  },
  companies: {
    label: /*i18n*/ 'Companies',
    says: 'People, orders, and spend of each company, with its balance, its terms, and what it owes by age. Balances and open invoices are those of today.',
    days: PLACED,
  },
  liability: {
    label: /*i18n*/ 'Liability',
    says: 'The value of cards by month: what was issued, and what recipients got, expired, or was canceled. The rest is unclaimed.',
    days: /*i18n*/ 'Months',
  },
  payroll: {
    label: /*i18n*/ 'Payroll',
    says: /*i18n*/ 'Every card that an employee received, by the day they received it. A count, not tax advice.',
    days: /*i18n*/ 'Received',
  },
  form_1099: {
    label: /*i18n*/ '1099 hand-off',
    says: /*i18n*/ 'People other than employees who reached the threshold in the year of the first day. A count, not tax advice.',
    days: /*i18n*/ 'Received',
  },
}

/** The statuses that a report for staff can be limited to, with their names. */
export const REPORT_STATUSES: Readonly<Partial<Record<ReportKind, Readonly<Record<string, string>>>>> = {
  orders: OFFICE_STATUS_LABELS,
  cards: Object.fromEntries(
    DELIVERY_STATUSES.filter((one) => one !== 'replaced').map((one) => [one, DELIVERY_STATUS_WORDS[one]]),
  ),
  payments: PAYMENT_STATE_WORDS,
  refunds: REFUND_STATE_WORDS,
  payments_received: RECEIVED_PAYMENT_WORDS,
  deliveries: DELIVERY_STATUS_WORDS,
}

/** Whether a report can be limited to a status. */
export function isReportStatus(kind: ReportKind, status: string): boolean {
  return Object.hasOwn(REPORT_STATUSES[kind] ?? {}, status)
}

/** The days of a report: for most, when its orders were placed. Those of `days` are chosen one by one. */
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
  yesterday: /*i18n*/ 'Yesterday',
  last_7_days: /*i18n*/ 'Last 7 days',
  last_30_days: /*i18n*/ 'Last 30 days',
  this_month: /*i18n*/ 'This month',
  last_month: /*i18n*/ 'Last month',
  this_year: /*i18n*/ 'This year',
  last_year: /*i18n*/ 'Last year',
  all: /*i18n*/ 'All time',
  days: /*i18n*/ 'Choose dates',
}

/** The first and the last day, `2026-11-27`; undefined is open. */
export type ReportDays = { from?: string | undefined; until?: string | undefined }

/**
 * The days that a range means today. Ranges that end yesterday have whole days only.
 *
 * @param today in the report’s time zone
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

/** Whether the last chosen day is before the first. */
export function areDaysReversed(range: ReportRange, { from, until }: ReportDays): boolean {
  return range === 'days' && from !== undefined && until !== undefined && until < from
}

/** What spend is listed by, besides months: a person, or a custom field such as the cost center. */
export const SPEND_BY = /^(month|person|field:[1-9]\d{0,14})$/

/** What spend is listed by for staff. Custom fields are those of the one company that a report is about. */
export const STAFF_SPEND_BY = /^(month|person|company|field:[1-9]\d{0,14})$/

/** The custom field that spend is listed by. */
export function spendField(by: string): number | undefined {
  const [, id] = /^field:(\d+)$/.exec(by) ?? []
  return id === undefined ? undefined : Number(id)
}

/** How a column’s cells are read. A `moment` is a local time, `2026-11-27 10:05`, and a `day` is `2026-11-27`. */
export const REPORT_COLUMN_TYPES = ['text', 'count', 'cents', 'moment', 'day'] as const
export type ReportColumnType = (typeof REPORT_COLUMN_TYPES)[number]

/** What a report is downloaded as. */
export const REPORT_FORMATS = ['csv', 'xlsx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Files of reports are removed after this many days. */
export const REPORT_FILE_DAYS = 7

/** How many files of one company, or of a site’s staff, are made or wait at the same time. */
export const MAX_REPORTS_AT_ONCE = 5
