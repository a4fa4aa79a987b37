import type { Asked, Escalation } from './approval-rules.ts'

/** A person of the company. */
export type Member = { id: number; role: string; teamId: number | null; mayApprove: boolean }

/** One person approves in place of another, on the days they said. */
export type Delegation = { from: number; to: number }

export type ToAsk = Asked & { escalation: Escalation | null; isEscalated: boolean }

export type InCompanyNow = {
  members: readonly Member[]
  /** Those of today. */
  delegations: readonly Delegation[]
}

/**
 * Who can decide a step now, ascending. People who left the company or can't approve anymore are skipped; if no one is
 * left, it's the admins, or else anyone who can approve. Delegates decide beside those who named them.
 *
 * @param buyers the person who has the order, and the one who asked: neither can decide
 * @returns empty if no one but the buyers can approve
 */
export function approversOf(
  step: ToAsk,
  buyers: readonly number[],
  { members, delegations }: InCompanyNow,
): readonly number[] {
  const able = members.filter(({ id, mayApprove }) => mayApprove && !buyers.includes(id))
  const others = able.filter(({ role }) => role === 'admin')
  const admins = others.length > 0 ? others : able
  const asked = able.filter((member) => isAsked(step, member))
  const to = step.escalation?.to ?? null
  const named = to === null ? admins : able.filter(({ id }) => id === to)
  const all = step.isEscalated ? [...asked, ...(named.length > 0 ? named : admins)] : asked
  const ids = new Set((all.length > 0 ? all : admins).map(({ id }) => id))
  const delegates = delegations
    // A buyer's delegate decides only if someone else named them, too.
    .filter(({ from, to: delegate }) => ids.has(from) && able.some(({ id }) => id === delegate))
    .map((one) => one.to)
  return [...new Set([...ids, ...delegates])].sort((one, other) => one - other)
}

function isAsked(asked: Asked, { id, role, teamId }: Member): boolean {
  if (asked.ask === 'people') return asked.in.includes(id)
  return asked.ask === 'role' ? asked.role === role : asked.team === teamId
}

/** Whether a step could be decided for any of these buyers: it needs a person who can approve and isn't the buyer. */
export function canBeAsked(asked: Asked, members: readonly Member[], buyers: readonly number[]): boolean {
  const step = { ...asked, escalation: null, isEscalated: false }
  return buyers.some((buyerId) => approversOf(step, [buyerId], { members, delegations: [] }).length > 0)
}
