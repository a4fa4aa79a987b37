/** The periods of reports, by step: 30 days, 12 weeks, or 12 months. */
export const REPORT_PERIODS = ['days', 'weeks', 'months'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

const STEPS: Readonly<Record<ReportPeriod, number>> = { days: 30, weeks: 12, months: 12 }

export type ReportSteps = {
  /** The first day of each step, oldest first; the last step includes today. */
  starts: string[]
  /** The first day of the previous period of the same length. */
  beforeStart: string
  /** The day of the previous period that today is compared with. */
  beforeToday: string
}

/**
 * The steps of a period that ends today. Weeks begin on Monday.
 *
 * @param today a calendar day, `2026-11-21`, in the site's time zone
 * @throws {RangeError} if it isn't a day: a caller's bug
 */
export function reportSteps(period: ReportPeriod, today: string): ReportSteps {
  const count = STEPS[period]
  const current = startOf(period, today)
  const starts = Array.from({ length: count }, (_, index) => stepsBefore(period, current, count - 1 - index))
  return {
    starts,
    beforeStart: stepsBefore(period, current, 2 * count - 1),
    beforeToday: stepsBefore(period, today, count),
  }
}

function startOf(period: ReportPeriod, today: string): string {
  const date = dateOf(today)
  if (period === 'weeks') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (period === 'months') date.setUTCDate(1)
  return dayOf(date)
}

/** A day that an earlier month lacks becomes that month's last day. */
function stepsBefore(period: ReportPeriod, day: string, steps: number): string {
  const date = dateOf(day)
  if (period !== 'months') {
    date.setUTCDate(date.getUTCDate() - steps * (period === 'weeks' ? 7 : 1))
    return dayOf(date)
  }
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - steps)
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, lastOfMonth))
  return dayOf(date)
}

function dateOf(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) throw new RangeError(`not a day: ${day}`)
  return date
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
