import { type BudgetPeriod, periodName } from '@laurel/domain/budgets'
import { formatCents } from '@laurel/domain/money'
import type { Budget } from '../../app/company.queries.ts'
import type { CompanyPerson } from './company-words.ts'

export const PERIOD_CHOICES: { value: BudgetPeriod; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'year', label: 'Year' },
]

/** `West region, Q4` */
export function budgetTitle({ name, period, startsOn }: Budget): string {
  return `${name}, ${periodName(period, startsOn)}`
}

/** `$15,000.00 and $2,300.00 from earlier, rolls over, for Sales` */
export function budgetTerms({ amountCents, carriedCents, rollsOver, appliesTo, name }: Budget): string {
  const earlier =
    carriedCents === 0
      ? ''
      : ` ${carriedCents > 0 ? 'and' : 'less'} ${formatCents(Math.abs(carriedCents))} from earlier`
  const whom = appliesTo === '' || appliesTo === name ? '' : `, for ${appliesTo}`
  return `${formatCents(amountCents)}${earlier}, ${rollsOver ? 'rolls over' : 'no rollover'}${whom}`
}

type Parts = { spent: number; reserved: number; leftPercent: number; isLow: boolean; isOver: boolean }

/** A budget's bar in percent. A warning is due under 5 % left. */
export function partsOf({ amountCents, carriedCents, spentCents, reservedCents, leftCents }: Budget): Parts {
  const wholeCents = Math.max(amountCents + carriedCents, 1)
  const spent = Math.min(100, (spentCents / wholeCents) * 100)
  const reserved = Math.min(100 - spent, (reservedCents / wholeCents) * 100)
  const left = (leftCents / wholeCents) * 100
  return {
    spent,
    reserved,
    leftPercent: Math.max(0, Math.floor(left)),
    isLow: left < 5,
    isOver: leftCents < 0,
  }
}

/** The bar for those who can't see it. */
export function barText({ spentCents, reservedCents, leftCents }: Budget): string {
  const reserved = reservedCents === 0 ? 'nothing reserved' : `${formatCents(reservedCents)} reserved`
  const left = leftCents < 0 ? `${formatCents(-leftCents)} over` : `${formatCents(leftCents)} left`
  return `${formatCents(spentCents)} spent, ${reserved}, ${left}`
}

/** What a person can order for: `$2,500.00 a month`, by their own budget, their team's, or everyone's. */
export function canSpend(
  { id, teamId }: Pick<CompanyPerson, 'id' | 'teamId'>,
  budgets: readonly Budget[],
): string {
  const nearest =
    budgets.find(({ personId }) => personId === id) ??
    budgets.find((one) => one.teamId !== null && one.teamId === teamId) ??
    budgets.find((one) => one.personId === null && one.teamId === null)
  return nearest === undefined ? 'No limit' : `${formatCents(nearest.amountCents)} a ${nearest.period}`
}
