import type { OutputOf } from '@laurel/contract/wire-types'
import { isBusinessDay } from '@laurel/domain/federal-holidays'
import type { Camelized } from '../app/case.ts'
import { plural } from './format.ts'

/** Review and printing, before a carrier has it. */
const REVIEW_DAYS = 1

type Travel = Pick<Camelized<OutputOf<'listShippingOptions'>>[number], 'minDays' | 'maxDays'>

/** `3 to 5 business days`, `1 business day`. */
export function travelTime({ minDays, maxDays }: Travel): string {
  if (minDays === maxDays) return plural(maxDays, 'business day')
  return `${minDays} to ${plural(maxDays, 'business day')}`
}

/**
 * `Arrives Dec 1 to Dec 3`: business days from today, one more for review and printing. A carrier
 * may be late, so it is called an estimate wherever it stands.
 */
export function arrival({ minDays, maxDays }: Travel, today = new Date()): string {
  const from = shortDay(addBusinessDays(today, REVIEW_DAYS + minDays))
  const to = shortDay(addBusinessDays(today, REVIEW_DAYS + maxDays))
  return from === to ? from : `${from} to ${to}`
}

/** Weekends and federal holidays are passed over. */
export function addBusinessDays(start: Date, days: number): Date {
  const date = new Date(start)
  for (let left = days; left > 0; ) {
    date.setDate(date.getDate() + 1)
    const day = { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
    if (isBusinessDay(day)) left -= 1
  }
  return date
}

function shortDay(date: Date): string {
  return date.toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric' })
}
