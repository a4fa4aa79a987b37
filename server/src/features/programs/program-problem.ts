import { valueProblem } from '@laurel/domain/limits'
import { formatCents } from '@laurel/domain/money'
import type { ProgramAmount } from '@laurel/domain/programs'
import type { Refusal } from '@laurel/domain/refusal'
import { problemDetail } from '../../http/problem-answer.ts'
import { limitsOfReward } from '../card-items/card-limits.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import type { ProgramDesign, ProgramList } from './programs.repo.ts'

/** Why a program can't order, in words that people of its company read. */
export type ProgramProblem = {
  code: string
  says: string
  /** What the balance lacks for its order, if that's the problem. */
  missingCents?: number
}

const SAYS = {
  owner_left:
    'The person who turned it on can’t place orders for the company anymore. Turn it on again to place its orders as yours.',
  list_gone: 'Its list was deleted or isn’t shared anymore. Choose another list.',
  design_gone: 'Its saved design was deleted. Choose another design.',
  design_unavailable: 'Its design’s template or reward is no longer offered. Choose another design.',
  design_not_digital: 'Its design isn’t for digital cards. Choose another design.',
  digital_not_offered: 'Digital cards can’t be sent at the moment.',
} as const

const problem = (code: keyof typeof SAYS): ProgramProblem => ({ code, says: SAYS[code] })

export const OWNER_LEFT = problem('owner_left')

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
