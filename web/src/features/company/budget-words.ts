import { type BudgetPeriod, periodName } from '@laurel/domain/budgets'
import { formatCents } from '@laurel/domain/money'
import type { Budget } from '../../app/company.queries.ts'
import { pageTexts } from '../../app/texts.ts'
import type { CompanyPerson } from './company-words.ts'

export const PERIOD_CHOICES: { value: BudgetPeriod; label: string }[] = [
  { value: 'month', label: /*i18n*/ 'Month' },
  { value: 'quarter', label: /*i18n*/ 'Quarter' },
  { value: 'year', label: /*i18n*/ 'Year' },
]

/** `West region, Q4` */
export function budgetTitle({ name, period, startsOn }: Budget): string {
  return `${name}, ${periodName(period, startsOn, pageTexts().locale)}`
}

export const ROLL_OVER: Readonly<Record<BudgetPeriod, string>> = {
  month: /*i18n*/ 'Roll over what’s left to the next month',
  quarter: /*i18n*/ 'Roll over what’s left to the next quarter',
  year: /*i18n*/ 'Roll over what’s left to the next year',
}

export const FROM_NOW_ON: Readonly<Record<BudgetPeriod, string>> = {
  month: /*i18n*/ 'From this month on. Earlier ones keep their amount.',
  quarter: /*i18n*/ 'From this quarter on. Earlier ones keep their amount.',
  year: /*i18n*/ 'From this year on. Earlier ones keep their amount.',
}

const EVERY: Readonly<Record<BudgetPeriod, string>> = {
  month: /*i18n*/ 'every month',
  quarter: /*i18n*/ 'every quarter',
  year: /*i18n*/ 'every year',
}

const EACH: Readonly<Record<BudgetPeriod, string>> = {
  month: /*i18n*/ '{amount} a month',
  quarter: /*i18n*/ '{amount} a quarter',
  year: /*i18n*/ '{amount} a year',
}

/** `every month, rolls over` */
export function periodTerms({ period, rollsOver }: Pick<Budget, 'period' | 'rollsOver'>): string {
  const i18n = pageTexts()

  return `${i18n.t(EVERY[period])}, ${rolloverText(rollsOver)}`
}

function rolloverText(rollsOver: boolean): string {
  const i18n = pageTexts()

  return rollsOver ? i18n.t('rolls over') : i18n.t('no rollover')
}

/** `$15,000.00 and $2,300.00 from earlier, rolls over, for Sales` */
export function budgetTerms({ amountCents, carriedCents, rollsOver, appliesTo, name }: Budget): string {
  const i18n = pageTexts()

  const amounts = { amount: formatCents(amountCents), carried: formatCents(Math.abs(carriedCents)) }
  const parts = [
    carriedCents === 0
      ? amounts.amount
      : carriedCents > 0
        ? i18n.t('{amount} and {carried} from earlier', amounts)
        : i18n.t('{amount} less {carried} from earlier', amounts),
    rolloverText(rollsOver),
    appliesTo !== '' && appliesTo !== name && i18n.t('for {name}', { name: appliesTo }),
  ]
  return parts.filter(Boolean).join(', ')
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
  const i18n = pageTexts()

  const reserved =
    reservedCents === 0
      ? i18n.t('nothing reserved')
      : i18n.t('{amount} reserved', { amount: formatCents(reservedCents) })
  const left =
    leftCents < 0
      ? i18n.t('{amount} over', { amount: formatCents(-leftCents) })
      : i18n.t('{amount} left', { amount: formatCents(leftCents) })
  return [i18n.t('{amount} spent', { amount: formatCents(spentCents) }), reserved, left].join(', ')
}

/** What a person can order for: `$2,500.00 a month`, by their own budget, their team's, or everyone's. */
export function canSpend(
  { id, teamId }: Pick<CompanyPerson, 'id' | 'teamId'>,
  budgets: readonly Budget[],
): string {
  const i18n = pageTexts()

  const nearest =
    budgets.find(({ personId }) => personId === id) ??
    budgets.find((one) => one.teamId !== null && one.teamId === teamId) ??
    budgets.find((one) => one.personId === null && one.teamId === null)
  return nearest === undefined
    ? i18n.t('No limit')
    : i18n.t(EACH[nearest.period], { amount: formatCents(nearest.amountCents) })
}
