import type { RuleCondition, RuleStep } from '@laurel/domain/approval-rules'
import { formatCents } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import type { AnswerOf } from '../../../app/call.ts'
import { count, plural } from '../../../parts/format.ts'
import type { CompanyPerson, CompanyRole, CompanyTeam } from '../company-words.ts'

const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })
const OR = new Intl.ListFormat('en-US', { type: 'disjunction' })

export type OrderField = AnswerOf<'listOrderFields'>[number]

/** What rules can name. */
export type RuleWorld = {
  people: readonly CompanyPerson[]
  roles: readonly CompanyRole[]
  teams: readonly CompanyTeam[]
  fields: readonly OrderField[]
}

/** `Orders over $2,500.00 need approval from Joy Nakamura, then Marcus Bell.` */
export function ruleSentence(
  { conditions, steps }: { conditions: readonly RuleCondition[]; steps: readonly RuleStep[] },
  world: RuleWorld,
): string {
  const orders =
    conditions.length === 0
      ? 'Every order needs'
      : `Orders ${AND.format(conditions.map((one) => conditionWords(one, world)))} need`
  const who = steps.map((step) => stepWords(step, world)).join(', then ')
  return `${orders} approval from ${who}.`
}

function conditionWords(condition: RuleCondition, world: RuleWorld): string {
  switch (condition.kind) {
    case 'amount':
      return `over ${formatCents(condition.cents)}`
    case 'recipients':
      return `with more than ${plural(condition.count, 'card')}`
    case 'card_value':
      return `with a card over ${formatCents(condition.cents)}`
    case 'delivery':
      return `with ${OR.format(condition.in.map((type) => REWARD_TYPE_TITLES[type].toLowerCase()))} cards`
    case 'person':
      return `by ${OR.format(condition.in.map((id) => personName(id, world)))}`
    case 'role':
      return `by people with the role ${OR.format(condition.in.map((key) => roleName(key, world)))}`
    case 'team':
      return `by ${OR.format(condition.in.map((id) => teamName(id, world)))}`
    case 'field': {
      const name = world.fields.find(({ id }) => id === condition.field)?.name ?? 'a removed field'
      return `with ${name} ${OR.format(condition.in)}`
    }
    case 'first_order':
      return 'that are a buyer’s first'
    case 'budget':
      return condition.percent === 100
        ? 'over a budget'
        : `that take a budget to ${count(condition.percent)}% or more`
  }
}

function stepWords(step: RuleStep, world: RuleWorld): string {
  if (step.ask === 'role') return `anyone with the role ${roleName(step.role, world)}`
  if (step.ask === 'team') return `anyone in ${teamName(step.team, world)}`
  return OR.format(step.in.map((id) => personName(id, world)))
}

/** `If no one answers within 8 working hours, we also ask the admins.` for the steps that say so. */
export function escalationSentences(steps: readonly RuleStep[], world: RuleWorld): string[] {
  return steps.flatMap(({ escalation }, index) => {
    if (escalation === null) return []
    const step = steps.length === 1 ? '' : ` in step ${index + 1}`
    const to = escalation.to === null ? 'the admins' : personName(escalation.to, world)
    return [`If no one answers${step} within ${plural(escalation.hours, 'working hour')}, we also ask ${to}.`]
  })
}

function personName(id: number, { people }: RuleWorld): string {
  const person = people.find((one) => one.id === id)
  return person === undefined ? 'a person who left' : person.name || person.email
}

function roleName(key: string, { roles }: RuleWorld): string {
  return roles.find((one) => one.key === key)?.name ?? 'that was removed'
}

function teamName(id: number, { teams }: RuleWorld): string {
  return teams.find((one) => one.id === id)?.name ?? 'a removed team'
}

/** People who can approve orders. */
export function approversIn({ people, roles }: RuleWorld): CompanyPerson[] {
  const able = new Set(approvingRoles({ roles }).map(({ key }) => key))
  return people.filter(({ role }) => able.has(role))
}

export function approvingRoles({ roles }: Pick<RuleWorld, 'roles'>): CompanyRole[] {
  return roles.filter(({ capabilities }) => capabilities.includes('approvals.decide'))
}
