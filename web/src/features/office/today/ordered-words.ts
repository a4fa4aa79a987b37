import { formatCents } from '@laurel/domain/money'
import type { ReportPeriod } from '@laurel/domain/report-period'
import { plural } from '../../../parts/format.ts'
import type { OrderedOverTime } from '../office.queries.ts'

export const PERIODS = [
  { value: 'days', label: '30 days' },
  { value: 'weeks', label: '12 weeks' },
  { value: 'months', label: '12 months' },
] as const satisfies readonly { value: ReportPeriod; label: string }[]

export const STEP_WORDS: Readonly<Record<ReportPeriod, { per: string; head: string }>> = {
  days: { per: 'Ordered per day', head: 'Day' },
  weeks: { per: 'Ordered per week', head: 'Week from' },
  months: { per: 'Ordered per month', head: 'Month' },
}

/** `Nov 21` or `Nov 2026`, the same in every time zone. */
export function stepName(startsOn: string, period: ReportPeriod): string {
  const options = period === 'months' ? ({ year: 'numeric' } as const) : ({ day: 'numeric' } as const)
  return new Date(`${startsOn}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    ...options,
    timeZone: 'UTC',
  })
}

/** `$900`, `$25k`, `$1.5m`, for the axis of a chart. */
export function shortDollars(cents: number): string {
  const dollars = cents / 100
  if (dollars >= 1_000_000) return `$${shortened(dollars / 1_000_000)}m`
  return dollars >= 1_000 ? `$${shortened(dollars / 1_000)}k` : `$${shortened(dollars)}`
}

function shortened(number: number): string {
  return String(Math.round(number * 10) / 10)
}

/** Compares the period with the one before it, up to the same time of day. */
export function comparedWords({
  total,
  before,
  period,
}: Pick<OrderedOverTime, 'total' | 'before' | 'period'>): string {
  const span = PERIODS.find(({ value }) => value === period)!.label
  if (before.orderCount === 0) return `Nothing was ordered in the ${span} before.`
  const told = `${formatCents(before.totalCents)} in ${plural(before.orderCount, 'order')}`
  if (before.totalCents === 0) return `The ${span} before: ${told}.`
  const percent = Math.round((100 * (total.totalCents - before.totalCents)) / before.totalCents)
  if (percent === 0) return `The same as in the ${span} before: ${told}.`
  return `${plural(Math.abs(percent), '%', '%').replace(' ', '')} ${percent > 0 ? 'more' : 'less'} than in the ${span} before: ${told}.`
}

/** `35 min`, `2 h 10`, `3 days`. */
export function lasting(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) {
    const rest = minutes % 60
    return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`
  }
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 ? plural(days, 'day') : `${plural(days, 'day')} ${hours % 24} h`
}

/** The parts of each bar, lowest first. */
export const SERIES = [
  { key: 'directCents', label: 'Direct', color: 'var(--accent-line)', swatch: 'bg-accent-line' },
  { key: 'bulkCents', label: 'Bulk', color: 'var(--chart-2)', swatch: 'bg-chart-2' },
  { key: 'digitalCents', label: 'Digital', color: 'var(--chart-3)', swatch: 'bg-chart-3' },
] as const

export type Shown = 'value' | 'orders'
