// @vitest-environment happy-dom
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCompany } from '../../app/company-choice.ts'
import { closeModal } from '../../app/modal-store.ts'
import { useToastStore } from '../../app/toast-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

const HALDEN = {
  id: 4,
  name: 'Halden Tools',
  people_count: 1,
  time_zone: 'America/Chicago',
  has_budgets: false,
  balance_cents: 2_425_090,
  role: 'finance',
  role_name: 'Finance',
  capabilities: capabilitiesIn('finance'),
}
const PROVIDERS = (['elavon_ach', 'elavon_cc', 'self_hosted_check'] as const).map((method_code, index) => ({
  ...{ id: index + 1, method_code, title: '', instructions: '', position: index },
}))
const PAYMENT = {
  id: 5,
  order_id: 9,
  method_code: 'self_hosted_check',
  state: 'submitted',
  amount_cents: 500_000,
  masked_account: '',
  message: '',
  created_at: '2026-11-20T10:00:00Z',
  expires_at: null,
  hosted_page: null,
  remittance: {
    reference: 'R-10474-3',
    lines: [{ label: 'Payable to', value: 'Northwind Rewards' }],
    note: 'Write the reference on the check.',
  },
}
const TOP_UP = {
  id: 9,
  number: '10474',
  amount_cents: 500_000,
  added_cents: 0,
  payment: PAYMENT,
  started_by: 'Tomas Klein',
  created_at: '2026-11-20T10:00:00Z',
}
const BALANCE = {
  balance_cents: 2_425_090,
  under_way: [TOP_UP],
  months: ['2026-11', '2026-10'],
  max_top_up_cents: 1_000_000,
  low_balance_cents: null,
}
const STATEMENT = {
  month: '2026-11',
  opening_cents: 1_264_418,
  closing_cents: 2_425_090,
  entries: [
    {
      id: 2,
      at: '2026-11-21T15:00:00Z',
      change: 'order',
      words: 'Order 10473, Ten-year club',
      order_id: 7,
      by: 'Dana Whitlock',
      cents: -736_128,
      balance_cents: 2_425_090,
    },
    {
      id: 1,
      at: '2026-11-03T15:00:00Z',
      change: 'top_up',
      words: 'Top-up by ACH',
      order_id: null,
      by: 'Tomas Klein',
      cents: 2_500_000,
      balance_cents: 3_161_218,
    },
  ],
}

afterEach(() => {
  cleanup()
  act(closeModal)
  forgetCompany()
  useToastStore.setState({ toasts: [] })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openBalance(answers: Answers = {}, path = '/company/budgets') {
  const page = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [HALDEN],
      'GET /api/v1/company/people/': { company: HALDEN, people: [], teams: [], roles: [], invitations: [] },
      'GET /api/v1/company/budgets/': [],
      'GET /api/v1/organization_payment_providers/': PROVIDERS,
      'GET /api/v1/company/balance/': BALANCE,
      'GET /api/v1/company/balance/statement/': STATEMENT,
      ...answers,
    },
  })
  await screen.findAllByRole('heading', { level: 2, name: /^Company balance$|^\[/ })
  return page
}

test('every text of the balance is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await openBalance()
  await screen.findByText(/Ōŕďēŕ/)
  document.documentElement.lang = 'en'
  const data =
    /Halden Tools(?: Inc\.)?|Dana (?:Whitlock|Halden)|Nov \d+(?:, \d+)?|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Tomas Klein|Ten-year club|Payable to|Write the reference on the check\.|R-10474-3|ACH|[A-Z][a-z]+ 2026|Dec \d+/g
  expect(escapedTexts(document.body, data)).toEqual([])
})

test('shows the balance, what is on its way, and the statement of a month', async () => {
  await openBalance()
  expect(screen.getByText('$24,250.90', { selector: 'b' })).toBeTruthy()
  expect(screen.getByText('$5,000.00 by check')).toBeTruthy()
  expect(screen.getByText('Write the reference on the check.')).toBeTruthy()
  const statement = within(await screen.findByRole('region', { name: 'Statement' }))
  const rows = (await statement.findAllByRole('row')).slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    [
      ...['Nov 21', 'Order 10473, Ten-year clubNov 21, Dana Whitlock', 'Dana Whitlock'],
      ...['−$7,361.28Balance $24,250.90', '$24,250.90'],
    ],
    [
      ...['Nov 3', 'Top-up by ACHNov 3, Tomas Klein', 'Tomas Klein'],
      ...['+$25,000.00Balance $31,612.18', '$31,612.18'],
    ],
    ['', 'Opening balance', '', '', '$12,644.18'],
  ])
})

test('shows what is open on invoice, when it’s due, and what can still be ordered', async () => {
  const terms = {
    limit_cents: 500_000,
    days: 30,
    is_active: true,
    open_cents: 30_000,
    left_cents: 470_000,
    is_stopped: true,
    overdue_cents: 20_000,
  }
  const invoice = {
    order_id: 7,
    order_number: '10482',
    order_name: 'Ten-year club',
    placed_by: 'Dana Whitlock',
    placed_at: '2026-11-01T10:00:00Z',
    due_on: '2026-12-01',
    days_overdue: 20,
    total_cents: 25_000,
    open_cents: 20_000,
  }
  const invoices = [
    invoice,
    {
      ...invoice,
      order_id: 8,
      order_number: '10490',
      days_overdue: 0,
      total_cents: 10_000,
      open_cents: 10_000,
    },
  ]
  await openBalance({ 'GET /api/v1/company/terms/': { terms, invoices } })
  const open = within(screen.getByRole('region', { name: 'Open invoices' }))
  expect(open.getByText('$300.00', { selector: 'b' })).toBeTruthy()
  expect(open.getByText(/^You have \$4,700\.00 left of your \$5,000\.00 credit limit\./)).toBeTruthy()
  expect(open.getByText(/^\$200\.00 is overdue\. Once it’s paid,/)).toBeTruthy()
  expect(open.getByText('20 days overdue')).toBeTruthy()
  expect(open.getByRole('link', { name: '10482' }).getAttribute('href')).toBe('/my-rewards?openDetails=7')
  expect(open.getByText('of $250.00')).toBeTruthy()
})

test('tops up once by card, on the provider’s page', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
  const page = { url: 'https://pay.example/', fields: { ssl_txn_auth_token: 'token' } }
  const { requests } = await openBalance({
    'POST /api/v1/company/balance/top_ups/': {
      ...TOP_UP,
      payment: {
        ...PAYMENT,
        method_code: 'elavon_cc',
        state: 'started',
        hosted_page: page,
        remittance: null,
      },
    },
  })
  fireEvent.click(screen.getByRole('button', { name: '$10,000' }))
  expect(screen.getByText(/Balance after: \$34,250\.90/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add $10,000.00' }))
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
  const sent = requests.filter(({ method }) => method === 'POST')
  expect(sent.map(({ body }) => String(body))).toEqual(['amount_cents=1000000&method_code=elavon_cc'])
})

test('an amount above the limit is named, and can’t be sent', async () => {
  await openBalance()
  const amount = screen.getByRole('textbox', { name: /Amount/ })
  fireEvent.change(amount, { target: { value: '10,000.01' } })
  fireEvent.blur(amount)
  expect(await screen.findByText('Enter at most $10,000.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add money' }).hasAttribute('disabled')).toBe(true)
})

test('says what was paid after the payment page', async () => {
  const { requests } = await openBalance(
    { 'POST /api/v1/company/balance/top_ups/9/verify/': { ...TOP_UP, added_cents: 500_000 } },
    '/company/budgets?cpi_order_id=9&ssl_result_message=APPROVAL',
  )
  await waitFor(() =>
    expect(useToastStore.getState().toasts.map(({ title }) => title)).toEqual([
      '$5,000.00 added to the balance',
    ]),
  )
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
