// @vitest-environment happy-dom
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCompany } from '../../app/company-choice.ts'
import { closeModal } from '../../app/modal-store.ts'
import { showLanguage } from '../../app/texts.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'
import { barText, budgetTerms, budgetTitle, canSpend, partsOf } from './budget-words.ts'

const WEST = {
  id: 1,
  name: 'West region',
  team_id: 3,
  person_id: null,
  applies_to: 'West region',
  is_yours: true,
  period: 'quarter' as const,
  starts_on: '2026-10-01',
  ends_on: '2026-12-31',
  rolls_over: false,
  amount_cents: 2_000_000,
  carried_cents: 0,
  reserved_cents: 666_250,
  spent_cents: 1_120_000,
  left_cents: 213_750,
}
const camel = {
  id: 1,
  name: 'West region',
  teamId: 3,
  personId: null,
  appliesTo: 'West region',
  isYours: true,
  period: 'quarter' as const,
  startsOn: '2026-10-01',
  endsOn: '2026-12-31',
  rollsOver: false,
  amountCents: 2_000_000,
  carriedCents: 0,
  reservedCents: 666_250,
  spentCents: 1_120_000,
  leftCents: 213_750,
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  act(() => showLanguage('en'))
  act(closeModal)
  forgetCompany()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openBudgets(role: 'admin' | 'buyer', budgets: object[]) {
  const company = {
    id: 4,
    name: 'Halden Tools',
    people_count: 1,
    time_zone: 'America/Chicago',
    has_budgets: true,
    role,
    role_name: role,
    capabilities: capabilitiesIn(role),
  }
  const page = await renderPage('/company/budgets', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': {
        company,
        people: [],
        teams: [{ id: 3, name: 'West region' }],
        roles: [],
        invitations: [],
      },
      'GET /api/v1/company/budgets/': budgets,
      'GET /api/v1/organization_payment_providers/': [],
      'GET /api/v1/company/balance/': {
        balance_cents: 0,
        under_way: [],
        months: ['2026-11'],
        max_top_up_cents: 1_000_000,
        low_balance_cents: null,
      },
      'GET /api/v1/company/balance/statement/': {
        month: '2026-11',
        opening_cents: 0,
        closing_cents: 0,
        entries: [],
      },
      'POST /api/v1/company/budgets/': WEST,
    },
  })
  await screen.findAllByRole('heading', { name: /^Budgets$|^\[/ })
  return page
}

test('every text of budgets is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await openBudgets('admin', [
    WEST,
    { ...WEST, id: 2, carried_cents: 100, left_cents: -100, rolls_over: true },
  ])
  document.documentElement.lang = 'en'
  const data =
    /Halden Tools(?: Inc\.)?|Dana (?:Whitlock|Halden)|Nov \d+(?:, \d+)?|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|West region|Q4|[A-Z]\w+ 2026/g
  expect(escapedTexts(document.body, data)).toEqual([])
})

test('says what a budget is, and what is left, also without its bar', () => {
  expect(budgetTitle(camel)).toBe('West region, Q4')
  expect(budgetTerms(camel)).toBe('$20,000.00, no rollover')
  expect(budgetTerms({ ...camel, name: 'Gifts', carriedCents: 5_000, rollsOver: true })).toBe(
    '$20,000.00 and $50.00 from earlier, rolls over, for West region',
  )
  expect(barText(camel)).toBe('$11,200.00 spent, $6,662.50 reserved, $2,137.50 left')
  expect(barText({ ...camel, reservedCents: 0, leftCents: -100 })).toBe(
    '$11,200.00 spent, nothing reserved, $1.00 over',
  )
})

test.each([
  [213_750, 10, false, false],
  [100_000, 5, false, false],
  [99_999, 4, true, false],
  [-1, 0, true, true],
])('warns under 5 percent: %s cents left', (leftCents, leftPercent, isLow, isOver) => {
  expect(partsOf({ ...camel, leftCents })).toMatchObject({ leftPercent, isLow, isOver })
})

test('a person can spend what their own budget allows, or their team’s, or everyone’s', () => {
  const own = { ...camel, personId: 7, teamId: null, amountCents: 250_000, period: 'month' as const }
  expect(canSpend({ id: 7, teamId: 3 }, [camel, own])).toBe('$2,500.00 a month')
  expect(canSpend({ id: 8, teamId: 3 }, [camel, own])).toBe('$20,000.00 a quarter')
  expect(canSpend({ id: 8, teamId: null }, [camel, own])).toBe('No limit')
})

test('an admin sees budgets and adds one', async () => {
  const page = await openBudgets('admin', [WEST])
  expect(
    screen.getByRole('img', { name: '$11,200.00 spent, $6,662.50 reserved, $2,137.50 left' }),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'New budget' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New budget' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Add budget' }))
  expect((await dialog.findAllByText('This field is required')).length).toBe(2)
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Gifts' } })
  const amount = dialog.getByRole('textbox', { name: /^Amount/ })
  fireEvent.change(amount, { target: { value: '2,500' } })
  fireEvent.blur(amount)
  fireEvent.click(dialog.getByRole('button', { name: 'Add budget' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const made = page.requests.find(({ method }) => method === 'POST')
  expect(Object.fromEntries(made?.body as URLSearchParams)).toEqual({
    name: 'Gifts',
    period: 'quarter',
    amount_cents: '250000',
    rolls_over: 'false',
  })
})

test('a buyer only looks', async () => {
  await openBudgets('buyer', [WEST])
  expect(screen.queryByRole('button', { name: /New budget|Actions for West region/ })).toBeNull()
  expect(screen.getByText('West region, Q4')).toBeTruthy()
})
