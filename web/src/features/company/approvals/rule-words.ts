import type { RuleCondition, RuleStep } from '@laurel/domain/approval-rules'
import { formatCents } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import type { AnswerOf } from '../../../app/call.ts'
import { pageTexts } from '../../../app/texts.ts'
import { type CompanyPerson, type CompanyRole, type CompanyTeam, roleTitle } from '../company-words.ts'

function listOf(words: readonly string[], type: 'conjunction' | 'disjunction' = 'disjunction'): string {
  return new Intl.ListFormat(pageTexts().locale, { type }).format(words)
}

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
  const i18n = pageTexts()

  const who = steps.map((step) => stepWords(step, world)).join(i18n.t(', then '))
  if (conditions.length === 0) return i18n.t('Every order needs approval from {who}.', { who })
  const conditionsText = listOf(
    conditions.map((one) => conditionWords(one, world)),
    'conjunction',
  )
  return i18n.t('Orders {conditions} need approval from {who}.', { conditions: conditionsText, who })
}

function conditionWords(condition: RuleCondition, world: RuleWorld): string {
  const i18n = pageTexts()

  switch (condition.kind) {
    case 'amount':
      return i18n.t('over {amount}', { amount: formatCents(condition.cents) })
    case 'recipients':
      return i18n.t('with more than {cards, plural, one {# card} other {# cards}}', {
        cards: condition.count,
      })
    case 'card_value':
      return i18n.t('with a card over {amount}', { amount: formatCents(condition.cents) })
    case 'delivery':
      return i18n.t('with {types} cards', {
        types: listOf(condition.in.map((type) => i18n.t(REWARD_TYPE_TITLES[type]).toLowerCase())),
      })
    case 'person':
      return i18n.t('by {names}', { names: listOf(condition.in.map((id) => personName(id, world))) })
    case 'role':
      return i18n.t('by people with the role {names}', {
        names: listOf(condition.in.map((key) => roleName(key, world))),
      })
    case 'team':
      return i18n.t('by {names}', { names: listOf(condition.in.map((id) => teamName(id, world))) })
    case 'field': {
      const name = world.fields.find(({ id }) => id === condition.field)?.name ?? i18n.t('a removed field')
      return i18n.t('with {field} {values}', { field: name, values: listOf(condition.in) })
    }
    case 'first_order':
      return i18n.t('that are a buyer’s first')
    case 'budget':
      return condition.percent === 100
        ? i18n.t('over a budget')
        : i18n.t('that take a budget to {percent}% or more', { percent: condition.percent })
  }
}

function stepWords(step: RuleStep, world: RuleWorld): string {
  const i18n = pageTexts()

  if (step.ask === 'role') return i18n.t('anyone with the role {name}', { name: roleName(step.role, world) })
  if (step.ask === 'team') return i18n.t('anyone in {name}', { name: teamName(step.team, world) })
  return listOf(step.in.map((id) => personName(id, world)))
}

/** `If no one answers within 8 working hours, we also ask the admins.` for the steps that say so. */
export function escalationSentences(steps: readonly RuleStep[], world: RuleWorld): string[] {
  const i18n = pageTexts()

  return steps.flatMap(({ escalation }, index) => {
    if (escalation === null) return []
    const who = escalation.to === null ? i18n.t('the admins') : personName(escalation.to, world)
    const facts = { hours: escalation.hours, who, step: index + 1 }
    return steps.length === 1
      ? i18n.t(
          'If no one answers within {hours, plural, one {# working hour} other {# working hours}}, we also ask {who}.',
          facts,
        )
      : i18n.t(
          'If no one answers in step {step} within {hours, plural, one {# working hour} other {# working hours}}, we also ask {who}.',
          facts,
        )
  })
}

function personName(id: number, { people }: RuleWorld): string {
  const i18n = pageTexts()

  const person = people.find((one) => one.id === id)
  return person === undefined ? i18n.t('a person who left') : person.name || person.email
}

function roleName(key: string, { roles }: RuleWorld): string {
  const i18n = pageTexts()

  const role = roles.find((one) => one.key === key)
  return role ? roleTitle(role) : i18n.t('that was removed')
}

function teamName(id: number, { teams }: RuleWorld): string {
  const i18n = pageTexts()

  return teams.find((one) => one.id === id)?.name ?? i18n.t('a removed team')
}

/** People who can approve orders. */
export function approversIn({ people, roles }: RuleWorld): CompanyPerson[] {
  const able = new Set(approvingRoles({ roles }).map(({ key }) => key))
  return people.filter(({ role }) => able.has(role))
}

export function approvingRoles({ roles }: Pick<RuleWorld, 'roles'>): CompanyRole[] {
  return roles.filter(({ capabilities }) => capabilities.includes('approvals.decide'))
}
