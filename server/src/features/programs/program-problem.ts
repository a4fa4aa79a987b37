import { valueProblem } from '@laurel/domain/limits'
import { formatCents } from '@laurel/domain/money'
import type { ProgramAmount } from '@laurel/domain/programs'
import type { Refusal } from '@laurel/domain/refusal'
import { problemDetail } from '../../http/problem-answer.ts'
import { limitsOfReward } from '../card-items/card-limits.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import type { ProgramDesign, ProgramList } from './programs.repo.ts'

/** Why a program can't order, in words that people of its company read. */
export type ProgramProblem = { code: string; says: string }

export const OWNER_LEFT: ProgramProblem = {
  code: 'owner_left',
  says: 'The person who turned it on can’t place orders for the company anymore. Turn it on again to place its orders as yours.',
}
const LIST_GONE: ProgramProblem = {
  code: 'list_gone',
  says: 'Its list was deleted or isn’t shared anymore. Choose another list.',
}
const DESIGN_GONE: ProgramProblem = {
  code: 'design_gone',
  says: 'Its saved design was deleted. Choose another design.',
}
const DESIGN_UNAVAILABLE: ProgramProblem = {
  code: 'design_unavailable',
  says: 'Its design’s template or reward is no longer offered. Choose another design.',
}
const NOT_DIGITAL: ProgramProblem = {
  code: 'design_not_digital',
  says: 'Its design isn’t for digital cards. Choose another design.',
}
const NOT_OFFERED: ProgramProblem = {
  code: 'digital_not_offered',
  says: 'Digital cards can’t be sent at the moment.',
}

/** What of a program is missing before anything can be ordered. */
export function missingOf(
  list: ProgramList | undefined,
  design: ProgramDesign | undefined,
  isDigitalOffered: boolean,
): ProgramProblem | undefined {
  if (list === undefined) return LIST_GONE
  if (design === undefined) return DESIGN_GONE
  if (design.reward_type !== 'digital') return NOT_DIGITAL
  if (!design.is_offered) return DESIGN_UNAVAILABLE
  return isDigitalOffered ? undefined : NOT_OFFERED
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

/** A refusal of checkout, and what to do about it. */
export function problemOf(refusal: Refusal): ProgramProblem {
  if (refusal.code === 'balance_too_low') {
    const says = `The company’s balance is ${refusal.facts.missing} short of this order. Top it up.`
    return { code: refusal.code, says }
  }
  if (refusal.code === 'company_left' || refusal.code === 'not_allowed') return OWNER_LEFT
  const says =
    refusal.errors.length === 0 ? [problemDetail(refusal)] : refusal.errors.map((one) => one.message)
  return { code: refusal.code, says: [...new Set(says)].slice(0, 3).join(' ') }
}
