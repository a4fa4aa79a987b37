import type { InvoiceAge } from '@laurel/domain/company-terms'
import { plural } from '../../../parts/format.ts'
import { siteDay } from '../../../parts/site-time.ts'

export const INVOICE_AGE_WORDS: Readonly<Record<InvoiceAge, string>> = {
  current: 'Not due yet',
  '1_15': '1–15 days overdue',
  '16_30': '16–30 days overdue',
  '31_60': '31–60 days overdue',
  over_60: 'Over 60 days overdue',
}

/** `Dec 27`, of a day without a time. */
export function dayOf(day: string): string {
  return siteDay(`${day}T12:00:00Z`, 'UTC')
}

/** `12 days overdue`, or when it will be due. */
export function dueWords({ dueOn, daysOverdue }: { dueOn: string; daysOverdue: number }): string {
  return daysOverdue > 0 ? `${plural(daysOverdue, 'day')} overdue` : `Due ${dayOf(dueOn)}`
}
