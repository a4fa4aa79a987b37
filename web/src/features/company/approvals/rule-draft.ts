import type { ApprovalRule, RuleCondition, RuleStep } from '@laurel/domain/approval-rules'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { REWARD_TYPES } from '@laurel/domain/reward-type'
import { pageTexts } from '../../../app/texts.ts'

export type ConditionKind = RuleCondition['kind']

/** A condition while it is edited: all that any kind asks, and what is empty yet. */
export type ConditionDraft = {
  key: number
  kind: ConditionKind
  cents: number | null
  number: number | null
  in: readonly (string | number)[]
  field: number | null
}

export type StepDraft = {
  key: number
  /** `people`, `role approver`, or `team 3`. */
  whom: string | null
  people: readonly number[]
  /** `none`, `admins`, or the ID of a person. */
  escalatesTo: string
  hours: number | null
}

export type RuleDraft = { name: string; conditions: readonly ConditionDraft[]; steps: readonly StepDraft[] }

export const HOURS_BEFORE_OTHERS = 8

let lastKey = 0

export function newCondition(kind: ConditionKind): ConditionDraft {
  lastKey += 1
  return { key: lastKey, kind, cents: null, number: null, in: [], field: null }
}

export function newStep(): StepDraft {
  lastKey += 1
  return { key: lastKey, whom: null, people: [], escalatesTo: 'none', hours: HOURS_BEFORE_OTHERS }
}

type Rule = Pick<ApprovalRule, 'name' | 'conditions' | 'steps'>

export function draftOf(rule: Rule | null): RuleDraft {
  if (rule === null) return { name: '', conditions: [newCondition('amount')], steps: [newStep()] }
  return {
    name: rule.name,
    conditions: rule.conditions.map((one) => ({
      ...newCondition(one.kind),
      ...('cents' in one && { cents: one.cents }),
      ...('count' in one && { number: one.count }),
      ...('percent' in one && { number: one.percent }),
      ...('in' in one && { in: one.in }),
      ...('field' in one && { field: one.field }),
    })),
    steps: rule.steps.map((step) => ({
      ...newStep(),
      whom:
        step.ask === 'people' ? step.ask : step.ask === 'role' ? `role ${step.role}` : `team ${step.team}`,
      people: step.ask === 'people' ? step.in : [],
      escalatesTo: step.escalation === null ? 'none' : String(step.escalation.to ?? 'admins'),
      hours: step.escalation?.hours ?? HOURS_BEFORE_OTHERS,
    })),
  }
}

/** @returns undefined while something is missing */
export function conditionOf(draft: ConditionDraft): RuleCondition | undefined {
  const { kind, cents, number, field } = draft
  const ids = draft.in.filter((one) => typeof one === 'number')
  const words = draft.in.filter((one) => typeof one === 'string').flatMap((one) => one.trim() || [])
  switch (kind) {
    case 'amount':
    case 'card_value':
      return cents === null ? undefined : { kind, cents }
    case 'recipients':
      return number === null ? undefined : { kind, count: number }
    case 'budget':
      return number === null ? undefined : { kind, percent: number }
    case 'delivery': {
      const types = REWARD_TYPES.filter((type) => words.includes(type))
      return types.length === 0 ? undefined : { kind, in: types }
    }
    case 'person':
    case 'team':
      return ids.length === 0 ? undefined : { kind, in: ids }
    case 'role':
      return words.length === 0 ? undefined : { kind, in: words }
    case 'field':
      return field === null || words.length === 0 ? undefined : { kind, field, in: words }
    case 'first_order':
      return { kind }
  }
}

/** @returns undefined while something is missing */
export function stepOf({ whom, people, escalatesTo, hours }: StepDraft): RuleStep | undefined {
  const isKept = escalatesTo === 'none'
  if (whom === null || (!isKept && hours === null)) return undefined
  const to = escalatesTo === 'admins' ? null : Number(escalatesTo)
  const escalation = isKept ? null : { hours: hours ?? HOURS_BEFORE_OTHERS, to }
  const [ask, of = ''] = whom.split(' ')
  if (ask === 'role') return { ask, role: of, escalation }
  if (ask === 'team') return { ask, team: Number(of), escalation }
  return people.length === 0 ? undefined : { ask: 'people', in: people, escalation }
}

/** The finished parts, for the preview and to save. */
export function ruleOf({ name, conditions, steps }: RuleDraft): Rule {
  return {
    name: name.trim(),
    conditions: conditions.map(conditionOf).filter((one) => one !== undefined),
    steps: steps.map(stepOf).filter((one) => one !== undefined),
  }
}

/** What is missing, by the name of its field. */
export function draftErrors({ conditions, steps }: RuleDraft): Record<string, string> {
  const unfinished = [
    ...conditions.filter((one) => conditionOf(one) === undefined).map(({ key }) => `condition-${key}`),
    ...steps.filter((one) => stepOf(one) === undefined).map(({ key }) => `step-${key}`),
  ]
  return Object.fromEntries(unfinished.map((name) => [name, FIELD_REQUIRED]))
}

export const KIND_LABELS: Readonly<Record<ConditionKind, string>> = {
  amount: /*i18n*/ 'The order costs more than',
  recipients: /*i18n*/ 'It has more cards than',
  card_value: /*i18n*/ 'A card is worth more than',
  delivery: /*i18n*/ 'It has cards of these kinds',
  person: /*i18n*/ 'It’s by these people',
  role: /*i18n*/ 'It’s by people with these roles',
  team: /*i18n*/ 'It’s by people in these teams',
  field: /*i18n*/ 'A custom field has a value',
  first_order: /*i18n*/ 'It’s the buyer’s first order',
  budget: /*i18n*/ 'It takes a budget to',
}

export const STEPS_LABEL = /*i18n*/ 'Who approves'

const KINDS = Object.keys(KIND_LABELS) as ConditionKind[]

/** Names the parts that are missing something. @returns undefined once the rule is finished */
export function unfinishedWords({ conditions, steps }: RuleDraft): string | undefined {
  const i18n = pageTexts()

  const open = conditions
    .filter((one) => conditionOf(one) === undefined)
    .map(({ kind }) => `“${i18n.t(KIND_LABELS[kind])}”`)
  if (steps.some((one) => stepOf(one) === undefined)) open.push(`“${i18n.t(STEPS_LABEL)}”`)
  return open.length === 0
    ? undefined
    : i18n.t('To finish this rule, complete {parts}.', {
        parts: new Intl.ListFormat(i18n.locale).format(new Set(open)),
      })
}

/** The kinds that can be added: those with something to choose from. */
export function kindsToAdd(
  has: { teams: boolean; fields: boolean },
  conditions: readonly ConditionDraft[],
): ConditionKind[] {
  return KINDS.filter(
    (kind) =>
      (kind !== 'team' || has.teams) &&
      (kind !== 'field' || has.fields) &&
      // Only fields differ from each other.
      (kind === 'field' || !conditions.some((one) => one.kind === kind)),
  )
}
