import { isBusinessDay } from './federal-holidays.ts'
import type { Texts } from './texts.ts'

/** Review and printing before the carrier gets the parcel. */
const REVIEW_DAYS = 1

/** How long a carrier takes, in business days. */
export type Travel = { minDays: number; maxDays: number }

/** `3 to 5 business days`, `1 business day`. */
export function travelTime(i18n: Texts, { minDays, maxDays }: Travel): string {
  return minDays === maxDays
    ? i18n.t('{days, plural, one {# business day} other {# business days}}', { days: maxDays })
    : i18n.t('{minDays} to {maxDays} business days', { minDays, maxDays })
}

/**
 * `Dec 1 to Dec 3`: business days from a day, plus one for review and printing. Label it as an estimate, because
 * carriers may be late.
 *
 * @param prepareDays 0 for cards that the carrier already has
 */
export function arrival(
  i18n: Texts,
  { minDays, maxDays }: Travel,
  today: Date,
  prepareDays = REVIEW_DAYS,
): string {
  const from = shortDay(i18n, addBusinessDays(today, prepareDays + minDays))
  const to = shortDay(i18n, addBusinessDays(today, prepareDays + maxDays))
  return from === to ? from : i18n.t('{from} to {to}', { from, to })
}

/** Skips weekends and federal holidays. */
export function addBusinessDays(start: Date, days: number): Date {
  const date = new Date(start)
  for (let left = days; left > 0; ) {
    date.setDate(date.getDate() + 1)
    const day = { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
    if (isBusinessDay(day)) left -= 1
  }
  return date
}

function shortDay({ locale }: Texts, date: Date): string {
  return date.toLocaleDateString(locale, { weekday: 'short', month: 'short', day: 'numeric' })
}
