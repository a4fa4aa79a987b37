import type { ApprovalPerson, MatchedRule as MatchedRuleWire } from '@laurel/contract/cart-approval'
import type { MatchedRule } from '@laurel/domain/approval-rules'
import type * as z from 'zod'

type PersonWire = z.input<typeof ApprovalPerson>

/** A person as another sees them. */
export function personWire({ id, name }: { id: number; name: string }, viewerId: number): PersonWire {
  return { id, name, is_you: id === viewerId }
}

export function rulesWire(rules: readonly MatchedRule[]): z.input<typeof MatchedRuleWire>[] {
  return rules.map(({ name, reasons }) => ({ name, reasons: [...reasons] }))
}
