import { formatCents } from './money.ts'
import { isSameName } from './order-fields.ts'
import { REWARD_TYPE_TITLES, type RewardType } from './reward-type.ts'

/** How many rules a company can have, and how many steps a rule. */
export const MAX_APPROVAL_RULES = 50
export const MAX_APPROVAL_STEPS = 5

/** What an order has to be for a rule to apply. All conditions of a rule have to hold; without any, it always applies. */
export type RuleCondition =
  /** The order costs more than this. */
  | { kind: 'amount'; cents: number }
  /** It has more cards than this: each goes to one person. */
  | { kind: 'recipients'; count: number }
  /** A card has a higher value than this. */
  | { kind: 'card_value'; cents: number }
  | { kind: 'delivery'; in: readonly RewardType[] }
  | { kind: 'person'; in: readonly number[] }
  | { kind: 'role'; in: readonly string[] }
  | { kind: 'team'; in: readonly number[] }
  /** A custom field, such as the cost center, has one of these values. */
  | { kind: 'field'; field: number; in: readonly string[] }
  /** The buyer hasn't ordered for the company before. */
  | { kind: 'first_order' }
  /** The order takes a budget to or above this share of it. From 100 on, it's approved instead of refused. */
  | { kind: 'budget'; percent: number }

/** Who is asked: any one of them approves for all. */
export type Asked =
  | { ask: 'people'; in: readonly number[] }
  | { ask: 'role'; role: string }
  | { ask: 'team'; team: number }

/** After so many working hours without an answer, another person is asked too; the admins if it's null. */
export type Escalation = { hours: number; to: number | null }

export type RuleStep = Asked & { escalation: Escalation | null }

export type ApprovalRule = {
  id: number
  name: string
  conditions: readonly RuleCondition[]
  /** Asked one after the other. */
  steps: readonly RuleStep[]
}

/** What rules are evaluated on. */
export type OrderFacts = {
  totalCents: number
  cardCount: number
  highestCardCents: number
  rewardTypes: readonly RewardType[]
  person: { id: number; role: string; teamId: number | null }
  fields: readonly { id: number; name: string; value: string }[]
  isFirstOrder: boolean
  /** The budgets that count the order, and what they have without it: `takenCents` is spent or reserved. */
  budgets: readonly { name: string; takenCents: number; amountCents: number }[]
}

/** A step of an order, with the rules that ask for it and why they apply. */
export type NeededStep = RuleStep & { rules: readonly MatchedRule[] }
export type MatchedRule = { name: string; reasons: readonly string[] }

export type NeededApprovals = {
  steps: readonly NeededStep[]
  /** Whether a rule asks what to do about an order that is over budget. */
  coversOverBudget: boolean
}

/**
 * Which approvals an order needs, in which order, and why. Rules follow each other as given. A step that several ask
 * for is asked once, where it comes first.
 */
export function approvalsNeeded(rules: readonly ApprovalRule[], facts: OrderFacts): NeededApprovals {
  const steps = new Map<string, NeededStep>()
  let coversOverBudget = false
  for (const rule of rules) {
    const reasons = reasonsFor(rule, facts)
    if (reasons === undefined) continue
    coversOverBudget ||= rule.conditions.some((one) => one.kind === 'budget' && one.percent >= 100)
    for (const step of rule.steps) {
      const key = keyOf(step)
      const before = steps.get(key)
      const from = { name: rule.name, reasons }
      steps.set(key, {
        ...step,
        escalation: sooner(before?.escalation ?? null, step.escalation),
        rules:
          before === undefined ? [from] : [...before.rules.filter(({ name }) => name !== rule.name), from],
      })
    }
  }
  return { steps: [...steps.values()], coversOverBudget }
}

/** @returns undefined if the rule doesn't apply */
function reasonsFor({ conditions }: ApprovalRule, facts: OrderFacts): string[] | undefined {
  const reasons: Reason[] = []
  for (const condition of conditions) {
    const reason = reasonFor(condition, facts)
    if (reason === undefined) return undefined
    reasons.push(reason)
  }
  return reasons.map((reason) => reason())
}

/** Most rules don't apply, and their reasons take longer to word than to find. */
type Reason = () => string

function reasonFor(condition: RuleCondition, facts: OrderFacts): Reason | undefined {
  switch (condition.kind) {
    case 'amount':
      return onlyIf(facts.totalCents > condition.cents, () => `over ${formatCents(condition.cents)}`)
    case 'recipients':
      return onlyIf(facts.cardCount > condition.count, () => `more than ${counted(condition.count)}`)
    case 'card_value':
      return onlyIf(
        facts.highestCardCents > condition.cents,
        () => `a card over ${formatCents(condition.cents)}`,
      )
    case 'delivery': {
      const found = facts.rewardTypes.filter((type) => condition.in.includes(type))
      const names = () => found.map((type) => REWARD_TYPE_TITLES[type].toLowerCase())
      return onlyIf(found.length > 0, () => `${names().join(' and ')} cards`)
    }
    case 'person':
      return onlyIf(condition.in.includes(facts.person.id), () => 'the buyer')
    case 'role':
      return onlyIf(condition.in.includes(facts.person.role), () => 'the buyer’s role')
    case 'team': {
      const { teamId } = facts.person
      return onlyIf(teamId !== null && condition.in.includes(teamId), () => 'the buyer’s team')
    }
    case 'field': {
      const field = facts.fields.find(({ id }) => id === condition.field)
      // Typed in other letters, it's the same cost center.
      const holds = field !== undefined && condition.in.some((value) => isSameName(value, field.value))
      return onlyIf(holds, () => `${field?.name} ${field?.value}`)
    }
    case 'first_order':
      return onlyIf(facts.isFirstOrder, () => 'the buyer’s first order')
    case 'budget': {
      const full = facts.budgets.find(
        ({ takenCents, amountCents }) =>
          (takenCents + facts.totalCents) * 100 >= amountCents * condition.percent &&
          // A budget that is exactly used up isn't exceeded.
          (condition.percent !== 100 || takenCents + facts.totalCents > amountCents),
      )
      const share = () => (condition.percent === 100 ? 'over' : `at or above ${condition.percent}% of`)
      return onlyIf(full !== undefined, () => `${share()} the budget “${full?.name}”`)
    }
  }
}

function onlyIf(holds: boolean, reason: Reason): Reason | undefined {
  return holds ? reason : undefined
}

function counted(count: number): string {
  return count === 1 ? '1 card' : `${count.toLocaleString('en-US')} cards`
}

function keyOf(asked: Asked): string {
  if (asked.ask === 'role') return `role ${asked.role}`
  if (asked.ask === 'team') return `team ${asked.team}`
  return `people ${[...asked.in].sort((one, other) => one - other).join()}`
}

function sooner(one: Escalation | null, other: Escalation | null): Escalation | null {
  if (one === null || other === null) return one ?? other
  return other.hours < one.hours ? other : one
}
