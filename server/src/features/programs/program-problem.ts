import { valueProblem } from '@laurel/domain/limits'
import { formatCents } from '@laurel/domain/money'
import type { ProgramAmount } from '@laurel/domain/programs'
import type { Refusal } from '@laurel/domain/refusal'
import { learnSentences, storedSentences } from '@laurel/domain/stored-sentences'
import type { Texts } from '@laurel/domain/texts'
import { problemDetail } from '../../http/problem-answer.ts'
import { limitsOfReward } from '../card-items/card-limits.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import type { ProgramDesign, ProgramList } from './programs.repo.ts'

/** Why a program can't order. It's stored in English, and translated for its readers. */
export type ProgramProblem = {
  code: string
  says: string
  /** What the balance lacks for its order, if that's the problem. */
  missingCents?: number
}

const SAYS = {
  owner_left:
    /*i18n*/ 'The person who turned it on can’t place orders for the company anymore. Turn it on again to place its orders as yours.',
  list_gone: /*i18n*/ 'Its list was deleted or isn’t shared anymore. Choose another list.',
  design_gone: /*i18n*/ 'Its saved design was deleted. Choose another design.',
  design_unavailable: /*i18n*/ 'Its design’s template or reward is no longer offered. Choose another design.',
  design_not_digital: /*i18n*/ 'Its design isn’t for digital cards. Choose another design.',
  digital_not_offered: /*i18n*/ 'Digital cards can’t be sent at the moment.',
} as const

learnSentences([
  /*i18n*/ 'The company’s balance is {amount} short of this order. Top it up.',
  /*i18n*/ 'The company’s balance is {amount} short of its {orders} waiting orders. Top it up.',
  /*i18n*/ '{amount} can’t be ordered.',
])

const problem = (code: keyof typeof SAYS): ProgramProblem => ({ code, says: SAYS[code] })

export const OWNER_LEFT = problem('owner_left')

/** A program or a run as its reader's language says what is wrong. */
export function problemIn<Wire extends { problem: { says: string } | null }>(i18n: Texts, wire: Wire): Wire {
  const { problem: wrong } = wire
  return wrong === null ? wire : { ...wire, problem: { ...wrong, says: storedSentences(i18n, wrong.says) } }
}

/** What of a program is missing before anything can be ordered. */
export function missingOf(
  list: ProgramList | undefined,
  design: ProgramDesign | undefined,
  isDigitalOffered: boolean,
): ProgramProblem | undefined {
  if (list === undefined) return problem('list_gone')
  if (design === undefined) return problem('design_gone')
  if (design.reward_type !== 'digital') return problem('design_not_digital')
  if (!design.is_offered) return problem('design_unavailable')
  return isDigitalOffered ? undefined : problem('digital_not_offered')
}

/** What no card of the design can be worth. */
export function amountProblem(
  amounts: readonly ProgramAmount[],
  design: ProgramDesign,
  limits: LimitsRecord,
): ProgramProblem | undefined {
  const allowed = limitsOfReward(limits, design)
  for (const { cents } of amounts) {
    const wrong = valueProblem('amounts', cents, allowed)
    if (wrong === undefined) continue
    return { code: 'amount_not_allowed', says: `${formatCents(cents)} can’t be ordered. ${wrong.message}` }
  }
  return undefined
}

export function balanceTooLow(missingCents: number, orders: number): ProgramProblem {
  const these = orders === 1 ? 'this order' : `its ${orders} waiting orders`
  const says = `The company’s balance is ${formatCents(missingCents)} short of ${these}. Top it up.`
  return { code: 'balance_too_low', says, missingCents }
}

/** A refusal of checkout, and what to do about it. */
export function problemOf(refusal: Refusal): ProgramProblem {
  if (refusal.code === 'balance_too_low') return balanceTooLow(Number(refusal.facts.missingCents), 1)
  if (refusal.code === 'company_left' || refusal.code === 'not_allowed') return OWNER_LEFT
  const says =
    refusal.errors.length === 0 ? [problemDetail(refusal)] : refusal.errors.map((one) => one.message)
  return { code: refusal.code, says: [...new Set(says)].slice(0, 3).join(' ') }
}
