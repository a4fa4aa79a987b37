const DAY_MS = 86_400_000

/** Age of an outstanding amount, in whole days since the order was placed: `over_60` begins with day 61. */
export const OUTSTANDING_AGES = ['0_7', '8_30', '31_60', 'over_60'] as const
export type OutstandingAge = (typeof OUTSTANDING_AGES)[number]

const LAST_DAY: Readonly<Record<OutstandingAge, number>> = {
  '0_7': 7,
  '8_30': 30,
  '31_60': 60,
  over_60: Number.POSITIVE_INFINITY,
}

/** Whole days between two moments; zero for a future one. */
export function daysSince(at: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - at.getTime()) / DAY_MS))
}

export function outstandingAge(placedAt: Date, now: Date): OutstandingAge {
  const days = daysSince(placedAt, now)
  return OUTSTANDING_AGES.find((age) => days <= LAST_DAY[age])!
}

/**
 * When orders of this age were placed: after `after` and no later than `until`. Undefined means no bound.
 *
 * @example placedWithin('8_30', now) // more than 31 days ago is too old, less than 8 too young
 */
export function placedWithin(age: OutstandingAge, now: Date): { after?: Date; until?: Date } {
  const daysBefore = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const younger = OUTSTANDING_AGES[OUTSTANDING_AGES.indexOf(age) - 1]
  return {
    ...(Number.isFinite(LAST_DAY[age]) && { after: daysBefore(LAST_DAY[age] + 1) }),
    ...(younger !== undefined && { until: daysBefore(LAST_DAY[younger] + 1) }),
  }
}
