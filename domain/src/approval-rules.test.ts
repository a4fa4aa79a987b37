import { expect, test } from 'vitest'
import {
  type ApprovalRule,
  approvalsNeeded,
  type OrderFacts,
  type RuleCondition,
  type RuleStep,
} from './approval-rules.ts'

const FACTS: OrderFacts = {
  totalCents: 50_000,
  cardCount: 10,
  highestCardCents: 5_000,
  rewardTypes: ['bulk', 'digital'],
  person: { id: 7, role: 'buyer', teamId: 3 },
  fields: [{ id: 11, name: 'Cost center', value: '4100' }],
  isFirstOrder: false,
  budgets: [{ name: 'West', takenCents: 30_000, amountCents: 100_000 }],
}
const typed = (value: string) => ({ fields: [{ id: 11, name: 'Cost center', value }] })
const joy: RuleStep = { ask: 'people', in: [1], escalation: null }
const finance: RuleStep = { ask: 'role', role: 'finance', escalation: { hours: 8, to: null } }
const rule = (name: string, conditions: RuleCondition[], steps: RuleStep[] = [joy]): ApprovalRule => ({
  id: 1,
  name,
  conditions,
  steps,
})

test.each<[name: string, condition: RuleCondition, facts: Partial<OrderFacts>, reason: string | undefined]>([
  ['below the amount', { kind: 'amount', cents: 60_000 }, {}, undefined],
  ['exactly the amount', { kind: 'amount', cents: 50_000 }, {}, undefined],
  ['over the amount', { kind: 'amount', cents: 49_999 }, {}, 'over $499.99'],
  ['as many cards', { kind: 'recipients', count: 10 }, {}, undefined],
  ['more cards', { kind: 'recipients', count: 9 }, {}, 'more than 9 cards'],
  ['more than one card', { kind: 'recipients', count: 1 }, {}, 'more than 1 card'],
  ['as much on a card', { kind: 'card_value', cents: 5_000 }, {}, undefined],
  ['more on a card', { kind: 'card_value', cents: 4_000 }, {}, 'a card over $40.00'],
  ['another delivery', { kind: 'delivery', in: ['direct'] }, {}, undefined],
  ['one delivery of two', { kind: 'delivery', in: ['direct', 'bulk'] }, {}, 'bulk cards'],
  ['both deliveries', { kind: 'delivery', in: ['digital', 'bulk'] }, {}, 'bulk and digital cards'],
  ['another person', { kind: 'person', in: [8] }, {}, undefined],
  ['the person', { kind: 'person', in: [8, 7] }, {}, 'the buyer'],
  ['another role', { kind: 'role', in: ['admin'] }, {}, undefined],
  ['the role', { kind: 'role', in: ['buyer'] }, {}, 'the buyer’s role'],
  ['another team', { kind: 'team', in: [4] }, {}, undefined],
  ['the team', { kind: 'team', in: [3] }, {}, 'the buyer’s team'],
  ['no team', { kind: 'team', in: [3] }, { person: { id: 7, role: 'buyer', teamId: null } }, undefined],
  ['another value', { kind: 'field', field: 11, in: ['4200'] }, {}, undefined],
  ['the value', { kind: 'field', field: 11, in: ['4200', '4100'] }, {}, 'Cost center 4100'],
  [
    'the value in other letters',
    { kind: 'field', field: 11, in: ['west 1'] },
    typed('WEST  1'),
    'Cost center WEST  1',
  ],
  [
    'the value with an invisible character',
    { kind: 'field', field: 11, in: ['4100'] },
    typed('41\u200b00'),
    'Cost center 41\u200b00',
  ],
  ['the value of another field', { kind: 'field', field: 12, in: ['4100'] }, {}, undefined],
  ['a later order', { kind: 'first_order' }, {}, undefined],
  ['the first order', { kind: 'first_order' }, { isFirstOrder: true }, 'the buyer’s first order'],
  ['below the share', { kind: 'budget', percent: 81 }, {}, undefined],
  ['at the share', { kind: 'budget', percent: 80 }, {}, 'at or above 80% of the budget “West”'],
  ['a budget used up', { kind: 'budget', percent: 100 }, { totalCents: 70_000 }, undefined],
  ['over the budget', { kind: 'budget', percent: 100 }, { totalCents: 70_001 }, 'over the budget “West”'],
  ['no budget', { kind: 'budget', percent: 1 }, { budgets: [] }, undefined],
])('%s', (_, condition, facts, reason) => {
  const { steps } = approvalsNeeded([rule('Rule', [condition])], { ...FACTS, ...facts })
  expect(steps).toEqual(
    reason === undefined ? [] : [{ ...joy, rules: [{ name: 'Rule', reasons: [reason] }] }],
  )
})

test('a rule applies if all of its conditions hold', () => {
  const over: RuleCondition = { kind: 'amount', cents: 1 }
  expect(approvalsNeeded([rule('Both', [over, { kind: 'first_order' }])], FACTS).steps).toEqual([])
  const [step] = approvalsNeeded([rule('Both', [over, { kind: 'delivery', in: ['bulk'] }])], FACTS).steps
  expect(step?.rules).toEqual([{ name: 'Both', reasons: ['over $0.01', 'bulk cards'] }])
})

test('a rule without conditions always applies', () => {
  expect(approvalsNeeded([rule('All', [])], FACTS).steps).toEqual([
    { ...joy, rules: [{ name: 'All', reasons: [] }] },
  ])
})

test('steps follow each other, and what two rules ask for is asked once', () => {
  const soon: RuleStep = { ...finance, escalation: { hours: 4, to: 9 } }
  const rules = [rule('One', [], [joy, finance]), rule('Two', [], [soon, { ...joy, in: [1, 2] }])]
  const one = { name: 'One', reasons: [] }
  const two = { name: 'Two', reasons: [] }
  expect(approvalsNeeded(rules, FACTS).steps).toEqual([
    { ...joy, rules: [one] },
    { ...soon, rules: [one, two] },
    { ...joy, in: [1, 2], rules: [two] },
  ])
})

test('an order over budget is covered by a rule about it only', () => {
  const over: RuleCondition = { kind: 'budget', percent: 100 }
  const facts = { ...FACTS, totalCents: 90_000 }
  expect(approvalsNeeded([rule('Share', [{ kind: 'budget', percent: 80 }])], facts).coversOverBudget).toBe(
    false,
  )
  expect(approvalsNeeded([rule('Over', [over])], facts).coversOverBudget).toBe(true)
  expect(approvalsNeeded([rule('Over', [over, { kind: 'first_order' }])], facts).coversOverBudget).toBe(false)
})
