import { dayIn } from './day-in.ts'
import { isUnplaced, type OrderStatus } from './order-status.ts'

/** How long a budget's amount lasts. Periods are those of the calendar, in the company's time zone. */
export const BUDGET_PERIODS = ['month', 'quarter', 'year'] as const
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number]

const MONTHS: Readonly<Record<BudgetPeriod, number>> = { month: 1, quarter: 3, year: 12 }

/** The first and the last day of a period: `2026-10-01`, `2026-12-31`. */
export type PeriodDays = { startsOn: string; endsOn: string }

/** @throws {RangeError} for an unknown time zone: a caller's bug */
export function periodAt(period: BudgetPeriod, at: Date, timeZone: string): PeriodDays {
  const [year, month] = dayIn(at, timeZone).split('-').map(Number)
  const first = month! - 1 - ((month! - 1) % MONTHS[period])
  return daysOf(period, Date.UTC(year!, first, 1))
}

/**
 * How many whole periods lie between two: 0 for the same one, and for the one that follows.
 *
 * @param before the first day of the earlier period
 * @param after the first day of the later one
 */
export function periodsBetween(period: BudgetPeriod, before: string, after: string): number {
  const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return Math.max(0, (monthsOf(after) - monthsOf(before)) / MONTHS[period] - 1)
}

function daysOf(period: BudgetPeriod, startsAtMs: number): PeriodDays {
  const start = new Date(startsAtMs)
  const last = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + MONTHS[period], 0)
  return { startsOn: dayOf(startsAtMs), endsOn: dayOf(last) }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Whose orders count against a budget: everyone's of the company if it names neither. */
export type BudgetScope = { teamId: number | null; personId: number | null }

/** Whether the orders of a person count against a budget. All budgets that apply count them. */
export function appliesTo(
  { teamId, personId }: BudgetScope,
  person: { id: number; teamId: number | null },
): boolean {
  if (personId !== null) return personId === person.id
  return teamId === null || teamId === person.teamId
}

export type PeriodSums = {
  amountCents: number
  /** What earlier periods left, or overspent; 0 without rollover. */
  carriedCents: number
  reservedCents: number
  spentCents: number
}

/** What is left of a period, in cents; negative once its amount was reduced below what is spent. */
export function leftCents({ amountCents, carriedCents, reservedCents, spentCents }: PeriodSums): number {
  return amountCents + carriedCents - reservedCents - spentCents
}

/** The percentages of a period's amount that people hear of. */
export type BudgetMark = 80 | 100

/** The highest mark that a period has reached; 0 below the first. */
export function budgetMark(period: PeriodSums): BudgetMark | 0 {
  const totalCents = period.amountCents + period.carriedCents
  const takenCents = totalCents - leftCents(period)
  if (takenCents >= totalCents) return 100
  return takenCents * 100 >= totalCents * 80 ? 80 : 0
}

/**
 * What a period that rolls over starts with: all that the last known one left, and the whole amount of each period
 * between them, in which nothing was ordered.
 */
export function carriedInto(last: PeriodSums, skipped: number, amountCents: number): number {
  return leftCents(last) + skipped * amountCents
}

/** What an order takes from a budget, in cents. */
export type BudgetShare = { reservedCents: number; spentCents: number }

export type BudgetedOrder = {
  status: OrderStatus
  totalCents: number
  /** The total without refunds. */
  netCents: number
  /** Whether a payment page is open for it, or its company's approval is asked or given. */
  isReserved: boolean
}

/** An order reserves its total while it waits for its approval or money, and spends what isn't refunded once it is paid. */
export function budgetShareOf({ status, totalCents, netCents, isReserved }: BudgetedOrder): BudgetShare {
  if (status === 'declined') return { reservedCents: 0, spentCents: 0 }
  if (status === 'pending_payment') return { reservedCents: totalCents, spentCents: 0 }
  if (isUnplaced(status)) return { reservedCents: isReserved ? totalCents : 0, spentCents: 0 }
  return { reservedCents: 0, spentCents: netCents }
}

/** What happened to an order's share: an entry says it beside the amounts. */
export type BudgetEvent = 'reserved' | 'spent' | 'returned'

/** @returns the entry that makes one share another; undefined if they are the same */
export function budgetChange(
  from: BudgetShare,
  to: BudgetShare,
): (BudgetShare & { event: BudgetEvent }) | undefined {
  const reservedCents = to.reservedCents - from.reservedCents
  const spentCents = to.spentCents - from.spentCents
  if (reservedCents === 0 && spentCents === 0) return undefined
  const event = spentCents > 0 ? 'spent' : reservedCents > 0 ? 'reserved' : 'returned'
  return { event, reservedCents, spentCents }
}

/** The period that a budget is in, and its sums if nothing counted against it yet. */
export function currentPeriod(
  budget: { period: BudgetPeriod; amountCents: number; rollsOver: boolean },
  last: (PeriodSums & { startsOn: string }) | undefined,
  startsOn: string,
): PeriodSums & { startsOn: string } {
  // A clock or time zone that was set back doesn't open an earlier period again.
  if (last !== undefined && last.startsOn >= startsOn) return last
  const skipped = last === undefined ? 0 : periodsBetween(budget.period, last.startsOn, startsOn)
  const carriedCents =
    last === undefined || !budget.rollsOver ? 0 : carriedInto(last, skipped, budget.amountCents)
  return { startsOn, amountCents: budget.amountCents, carriedCents, reservedCents: 0, spentCents: 0 }
}

/** `November`, `Q4`, or `2026`: the year of a shorter period is the current one. */
export function periodName(period: BudgetPeriod, startsOn: string, locale = 'en-US'): string {
  const month = Number(startsOn.slice(5, 7)) - 1
  if (period === 'year') return startsOn.slice(0, 4)
  if (period === 'quarter') return `${locale.startsWith('es') ? 'T' : 'Q'}${Math.floor(month / 3) + 1}`
  return new Date(`${startsOn}T00:00:00Z`).toLocaleDateString(locale, { month: 'long', timeZone: 'UTC' })
}
