// @vitest-environment happy-dom
import type { RuleCondition, RuleStep } from '@laurel/domain/approval-rules'
import { COMPANY_ROLE_WORDS, COMPANY_ROLES, capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toCamel } from '../../../app/case.ts'
import { forgetCompany } from '../../../app/company-choice.ts'
import { closeModal } from '../../../app/modal-store.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'
import { CUSTOMER } from '../../../testing/site-fixture.ts'
import {
  conditionOf,
  draftErrors,
  draftOf,
  kindsToAdd,
  newCondition,
  ruleOf,
  unfinishedWords,
} from './rule-draft.ts'
import { escalationSentences, type RuleWorld, ruleSentence } from './rule-words.ts'

const RULES = '/api/v1/company/approval_rules/'
const JOY = { id: 1, name: 'Joy Nakamura', email: 'joy@halden.example', role: 'admin', team_id: null }
const MARCUS = { id: 2, name: 'Marcus Bell', email: 'marcus@halden.example', role: 'approver', team_id: null }
const ANA = { id: 3, name: 'Ana Ruiz', email: 'ana@halden.example', role: 'buyer', team_id: 5 }
const PEOPLE = [JOY, MARCUS, ANA].map((one) => ({
  ...one,
  is_you: one === JOY,
  joined_at: '2026-11-01T10:00:00Z',
}))
const ROLES = COMPANY_ROLES.map((key) => ({
  key,
  name: COMPANY_ROLE_WORDS[key].label,
  capabilities: capabilitiesIn(key),
  is_custom: false,
}))
const TEAMS = [{ id: 5, name: 'West region' }]
const FIELDS = [{ id: 9, name: 'Cost center', required: true, values: ['4410', '4420'] }]
const WORLD = toCamel({ people: PEOPLE, roles: ROLES, teams: TEAMS, fields: FIELDS }) as RuleWorld

const RULE = {
  id: 1,
  name: 'Large orders',
  is_on: true,
  conditions: [{ kind: 'amount', cents: 250_000 }],
  steps: [
    { ask: 'role', role: 'approver', escalation: { hours: 8, to: null } },
    { ask: 'people', in: [1], escalation: null },
  ],
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  act(closeModal)
  forgetCompany()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const JOYS: RuleStep = { ask: 'people', in: [1], escalation: null }

test.each<[readonly RuleCondition[], string]>([
  [[], 'Every order needs'],
  [[{ kind: 'amount', cents: 250_000 }], 'Orders over $2,500.00 need'],
  [[{ kind: 'recipients', count: 100 }], 'Orders with more than 100 cards need'],
  [[{ kind: 'card_value', cents: 10_000 }], 'Orders with a card over $100.00 need'],
  [[{ kind: 'delivery', in: ['bulk', 'digital'] }], 'Orders with bulk or digital cards need'],
  [[{ kind: 'person', in: [3] }], 'Orders by Ana Ruiz need'],
  [[{ kind: 'person', in: [77] }], 'Orders by a person who left need'],
  [[{ kind: 'role', in: ['buyer'] }], 'Orders by people with the role Buyer need'],
  [[{ kind: 'team', in: [5] }], 'Orders by West region need'],
  [[{ kind: 'field', field: 9, in: ['4410', '4420'] }], 'Orders with Cost center 4410 or 4420 need'],
  [[{ kind: 'first_order' }], 'Orders that are a buyer’s first need'],
  [[{ kind: 'budget', percent: 100 }], 'Orders over a budget need'],
  [[{ kind: 'budget', percent: 80 }], 'Orders that take a budget to 80% or more need'],
  [
    [
      { kind: 'amount', cents: 100 },
      { kind: 'team', in: [5] },
    ],
    'Orders over $1.00 and by West region need',
  ],
])('a rule reads as a sentence: %j', (conditions, words) => {
  const rule = { name: '', conditions, steps: [JOYS] }
  expect(ruleSentence(rule, WORLD)).toBe(`${words} approval from Joy Nakamura.`)
  // Editing it without a change saves the same.
  expect(ruleOf(draftOf(rule))).toEqual(rule)
  expect(unfinishedWords(draftOf(rule))).toBeUndefined()
})

test('steps follow each other, and say who is asked without an answer', () => {
  const steps: RuleStep[] = [
    { ask: 'role', role: 'approver', escalation: { hours: 8, to: null } },
    { ask: 'team', team: 5, escalation: { hours: 1, to: 2 } },
    { ask: 'people', in: [1, 2], escalation: null },
  ]
  const rule = { name: '', conditions: [], steps }
  expect(ruleSentence(rule, WORLD)).toBe(
    'Every order needs approval from anyone with the role Approver, then anyone in West region, then Joy Nakamura or Marcus Bell.',
  )
  expect(escalationSentences(steps, WORLD)).toEqual([
    'If no one answers in step 1 within 8 working hours, we also ask the admins.',
    'If no one answers in step 2 within 1 working hour, we also ask Marcus Bell.',
  ])
  expect(ruleOf(draftOf(rule))).toEqual(rule)
})

test('an unfinished part is found, and isn’t part of the rule yet', () => {
  const draft = draftOf(null)
  expect(ruleOf(draft)).toEqual({ name: '', conditions: [], steps: [] })
  expect(Object.keys(draftErrors(draft))).toEqual([
    `condition-${draft.conditions[0]?.key}`,
    `step-${draft.steps[0]?.key}`,
  ])
  expect(unfinishedWords(draft)).toBe(
    'To finish this rule, complete “The order costs more than” and “Who approves”.',
  )
  const typed = { ...newCondition('field'), field: 9, in: ['', ' 4410 '] }
  expect(conditionOf(typed)).toEqual({ kind: 'field', field: 9, in: ['4410'] })
})

test('each kind of condition is offered once, if there is something to choose from', () => {
  const none = kindsToAdd({ teams: false, fields: false }, [newCondition('amount')])
  expect(none).not.toContain('amount')
  expect(none).not.toContain('team')
  expect(none).not.toContain('field')
  const field = newCondition('field')
  expect(kindsToAdd({ teams: true, fields: true }, [field])).toEqual(
    expect.arrayContaining(['field', 'team']),
  )
})

async function openSettings(role: 'admin' | 'approver', rules: object[], answers: Answers = {}) {
  const company = {
    id: 4,
    name: 'Halden Tools',
    people_count: 3,
    time_zone: 'America/Chicago',
    has_budgets: false,
    has_approval_rules: true,
    role,
    role_name: role,
    capabilities: capabilitiesIn(role),
  }
  const page = await renderPage('/company/settings', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': { company, people: PEOPLE, teams: TEAMS, roles: ROLES, invitations: [] },
      'GET /api/v1/company/order_fields/': FIELDS,
      'GET /api/v1/approvals/': { count: 2, next: null, previous: null, results: [] },
      'GET /api/v1/approval_delegates/': [],
      [`GET ${RULES}`]: rules,
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Halden Tools' })
  const sent = (method: string) =>
    page.requests
      .filter((one) => one.method === method)
      .map(({ path, body }) => ({ path, body: Object.fromEntries(new URLSearchParams(String(body))) }))
  return { ...page, sent }
}

test('an admin adds a rule with its sentence in view, and turns it off', async () => {
  const { sent } = await openSettings('admin', [RULE], {
    [`POST ${RULES}`]: RULE,
    [`PATCH ${RULES}1/`]: RULE,
  })
  expect(
    await screen.findByText(
      'Orders over $2,500.00 need approval from anyone with the role Approver, then Joy Nakamura.',
    ),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add rule' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Add rule' }))
  expect(await dialog.findAllByText('This field is required')).toHaveLength(3)

  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' Gifts ' } })
  const amount = dialog.getByLabelText('The order costs more than')
  fireEvent.change(amount, { target: { value: '500' } })
  fireEvent.blur(amount)
  fireEvent.click(dialog.getByRole('button', { name: /Approved by/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'People you choose' }))
  // Only people who can approve are offered.
  expect(dialog.queryByRole('checkbox', { name: 'Ana Ruiz' })).toBeNull()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Marcus Bell' }))
  expect(dialog.getByRole('status', { name: 'This rule in words' }).textContent).toBe(
    'Orders over $500.00 need approval from Marcus Bell.',
  )
  expect(dialog.queryByText('This field is required')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Add rule' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST')[0]?.body).toEqual({
    name: 'Gifts',
    conditions: JSON.stringify([{ kind: 'amount', cents: 50_000 }]),
    steps: JSON.stringify([{ ask: 'people', in: [2], escalation: null }]),
  })

  fireEvent.click(screen.getByRole('button', { name: 'Actions for Large orders' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Turn off' }))
  await waitFor(() => expect(sent('PATCH')).toEqual([{ path: `${RULES}1/`, body: { is_on: 'false' } }]))
})

test('an approver names a delegate, and sees no rules', async () => {
  const { sent } = await openSettings('approver', [RULE], {
    'POST /api/v1/approval_delegates/': {
      id: 1,
      person: { id: 2, name: 'Marcus Bell', is_you: false },
      starts_on: '2026-12-01',
      ends_on: '2026-12-04',
    },
  })
  await screen.findByRole('heading', { name: 'While you’re away' })
  expect(screen.queryByText('Approval rules')).toBeNull()
  expect(screen.getByRole('link', { name: /^Approvals ?2$/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add delegate' }))
  expect(await screen.findAllByText('This field is required')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: /Who approves/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Marcus Bell' }))
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-12-04' } })
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-12-01' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add delegate' }))
  expect(await screen.findByText('Choose a day on or after the first day.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-12-01' } })
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-12-04' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add delegate' }))
  await waitFor(() =>
    expect(sent('POST').map(({ body }) => body)).toEqual([
      { person_id: '2', starts_on: '2026-12-01', ends_on: '2026-12-04' },
    ]),
  )
})
