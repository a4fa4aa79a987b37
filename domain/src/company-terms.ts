import { dayIn, daysAfter } from './day-in.ts'

/** After how many days a company may pay an invoice. */
export const TERMS_DAYS = [15, 30] as const
export type TermsDays = (typeof TERMS_DAYS)[number]

/** The largest credit limit. */
export const MAX_CREDIT_CENTS = 10_000_000_00

const DAY_MS = 86_400_000

/** The day by which an invoice has to be paid. */
export function dueOn(invoicedAt: Date, days: TermsDays, timeZone: string): string {
  return daysAfter(dayIn(invoicedAt, timeZone), days)
}

/** How many days an invoice is overdue; on its due day, none. */
export function daysOverdue(due: string, today: string): number {
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(due)) / DAY_MS))
}

/** `December 27, 2026` */
export function dueWords(day: string, locale = 'en-US'): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
}

/** How long invoices are overdue, in days: `over_60` begins with day 61. */
export const INVOICE_AGES = ['current', '1_15', '16_30', '31_60', 'over_60'] as const
export type InvoiceAge = (typeof INVOICE_AGES)[number]

export const INVOICE_AGE_WORDS: Readonly<Record<InvoiceAge, string>> = {
  current: 'Not due yet',
  '1_15': '1–15 days overdue',
  '16_30': '16–30 days overdue',
  '31_60': '31–60 days overdue',
  over_60: 'Over 60 days overdue',
}

const LAST_DAY: Readonly<Record<InvoiceAge, number>> = {
  current: 0,
  '1_15': 15,
  '16_30': 30,
  '31_60': 60,
  over_60: Number.POSITIVE_INFINITY,
}

export function invoiceAge(due: string, today: string): InvoiceAge {
  const days = daysOverdue(due, today)
  return INVOICE_AGES.find((age) => days <= LAST_DAY[age])!
}

/** When invoices of an age are due: on `from` or later, and on `until` or earlier. Undefined means no bound. */
export function dueWithin(age: InvoiceAge, today: string): { from?: string; until?: string } {
  const younger = INVOICE_AGES[INVOICE_AGES.indexOf(age) - 1]
  return {
    ...(Number.isFinite(LAST_DAY[age]) && { from: daysAfter(today, -LAST_DAY[age]) }),
    ...(younger !== undefined && { until: daysAfter(today, -LAST_DAY[younger] - 1) }),
  }
}

export type Terms = {
  limitCents: number
  isActive: boolean
  /** What all unpaid orders on invoice owe. */
  openCents: number
  /** The earliest day on which one of them is due; undefined if none is open. */
  earliestDueOn: string | undefined
}

/** What can still be ordered on invoice. A limit that was lowered takes nothing back. */
export function creditLeftCents({ limitCents, openCents }: Pick<Terms, 'limitCents' | 'openCents'>): number {
  return Math.max(0, limitCents - openCents)
}

/**
 * Why a company can't place another order on invoice.
 *
 * @param overdueDays how many days an invoice may be overdue
 */
export function termsRefusal(
  terms: Terms,
  order: { totalCents: number },
  { today, overdueDays }: { today: string; overdueDays: number },
): 'payment_method_unavailable' | 'terms_overdue' | 'over_credit_limit' | undefined {
  if (!terms.isActive) return 'payment_method_unavailable'
  if (isLate(terms, today, overdueDays)) return 'terms_overdue'
  return order.totalCents > creditLeftCents(terms) ? 'over_credit_limit' : undefined
}

/** Is an invoice overdue for so long that nothing more can be ordered on invoice? */
export function isLate(
  { earliestDueOn }: Pick<Terms, 'earliestDueOn'>,
  today: string,
  overdueDays: number,
): boolean {
  return earliestDueOn !== undefined && daysOverdue(earliestDueOn, today) > overdueDays
}

export type InvoiceReminders = { beforeDays: readonly number[]; afterDays: readonly number[] }

/**
 * Is a company to be reminded today? It is if a reminder day of one of its open invoices has come since the last
 * reminder. Missed days are made up for once; an invoice that is due later than its first reminder day waits for it.
 *
 * @param remindedOn the day of the last reminder
 */
export function isReminderDue(
  dueDays: readonly string[],
  { beforeDays, afterDays }: InvoiceReminders,
  { today, remindedOn }: { today: string; remindedOn: string | null },
): boolean {
  const offsets = [...beforeDays.map((days) => -days), ...afterDays]
  const days = dueDays.flatMap((due) => offsets.map((offset) => daysAfter(due, offset)))
  return days.some((day) => day <= today && (remindedOn === null || day > remindedOn))
}
