// @vitest-environment happy-dom
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

const PROGRAMS = '/api/v1/company/programs/'
const PROGRAM = {
  id: 7,
  name: 'Birthdays',
  kind: 'birthday',
  list: { id: 3, name: 'Everyone', people_count: 3 },
  design: { id: 5, name: 'Cheers', is_available: true },
  amounts: [{ years: 0, cents: 2_500 }],
  lead_days: 5,
  weekend: 'friday_before',
  fields: [],
  state: 'paused',
  ordered_by: null,
  time_zone: 'America/Chicago',
  problem: null,
  updated_at: '2026-11-20T15:00:00.000Z',
}
const ANA = { name: 'Ana Ruiz', email: 'ana@recipient.example' }
const PREVIEW = {
  from: '2026-11-28',
  until: '2027-01-27',
  cards: [
    {
      ...ANA,
      occasion_on: '2026-12-05',
      send_on: '2026-12-04',
      order_on: '2026-11-30',
      years: 0,
      amount_cents: 2_500,
    },
  ],
  card_count: 1,
  total_cents: 2_500,
  left_out: [{ name: 'Ben Cole', email: '', reason: 'no_date', occasion_on: null }],
  left_out_count: 1,
  due_now: { order_count: 4, total_cents: 10_500 },
  balance_cents: 0,
  problem: null,
}
const RUN = {
  id: 9,
  send_on: '2026-12-04',
  part: 1,
  state: 'waiting',
  order: null,
  card_count: 1,
  total_cents: 2_500,
  left_out_count: 1,
  is_late: true,
  problem: { code: 'balance_too_low', says: 'The balance is too low.' },
  created_at: '2026-11-30T15:00:00.000Z',
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  act(closeModal)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(path: string, programs: unknown[], answers: Answers = {}, role = 'admin') {
  const capabilities = capabilitiesIn(role)
  const company = { id: 4, name: 'Halden Tools', people_count: 1, role, role_name: role, capabilities }
  const page = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': { company, people: [], roles: [], invitations: [] },
      'GET /api/v1/company/order_fields/': [],
      'GET /api/v1/recipient_lists/': [],
      'GET /api/v1/saved_designs/': [],
      [`GET ${PROGRAMS}`]: programs,
      [`GET ${PROGRAMS}7/preview/`]: PREVIEW,
      [`GET ${PROGRAMS}7/runs/`]: [RUN],
      [`GET ${PROGRAMS}7/runs/9/`]: {
        ...RUN,
        people: [
          { ...ANA, occasion_on: '2026-12-05', years: 0, amount_cents: 2_500, outcome: 'planned' },
          { name: '', email: '', occasion_on: '2026-12-05', years: 0, amount_cents: 0, outcome: 'left_list' },
        ],
      },
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Halden Tools' })
  const sent = (method: string) => page.requests.filter((one) => one.method === method)
  return { ...page, sent }
}

test.each([
  ['/company/programs/7', /Ţũŕń ōń/],
  ['/company/programs/7/runs/9', /Ĺàţē/],
  ['/company/programs', /Ńàḿē/],
])('every text of %s is translated', async (path, shown) => {
  document.documentElement.lang = 'en-XA'
  const anniversary = { ...PROGRAM, kind: 'anniversary', amounts: [{ years: 1, cents: 2_500 }], lead_days: 1 }
  await open(path, [anniversary])
  if (path === '/company/programs')
    fireEvent.click(await screen.findByRole('button', { name: /Àďď ƥŕōĝŕàḿ/ }))
  await screen.findAllByText(shown)
  document.documentElement.lang = 'en'
  const data =
    /Birthdays|Everyone|Cheers|Ana Ruiz|Ben Cole|Dana (?:Whitlock|Halden)|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Central Time|The balance is too low|(?:Nov|Dec|Jan) \d+(?:, \d{4})?/g
  expect(escapedTexts(document.body, data)).toEqual([])
})

test('shows who gets what and who is left out before it is turned on', async () => {
  const { sent } = await open('/company/programs/7', [PROGRAM], {
    [`POST ${PROGRAMS}7/activate/`]: { ...PROGRAM, state: 'active' },
  })
  const cards = await screen.findByRole('table', { name: 'Next cards' })
  expect(within(cards).getByText('Birthday Dec 5')).toBeTruthy()
  expect(within(cards).getByText('Dec 4')).toBeTruthy()
  const leftOut = screen.getByRole('table', { name: 'Left out' })
  expect(within(leftOut).getByText('No date on the list')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Turn on Birthdays?' })
  expect(dialog.textContent).toContain('4 orders ($105.00) are placed now; the company’s balance is $0.00.')
  const topUp = within(dialog).getByRole('link', { name: 'Top up $105.00' })
  expect(topUp.getAttribute('href')).toBe('/company/budgets')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('Birthdays is on')).toBeTruthy()
  const body = new URLSearchParams(String(sent('POST')[0]?.body))
  expect(body.get('seen_updated_at')).toBe(PROGRAM.updated_at)
})

test('doesn’t call a card ordered whose order couldn’t be placed', async () => {
  const [card] = PREVIEW.cards
  const cards = [
    { ...card, order_on: PREVIEW.from },
    { ...card, email: 'b@recipient.example', send_on: '2026-12-07' },
  ]
  await open('/company/programs/7', [{ ...PROGRAM, state: 'active' }], {
    [`GET ${PROGRAMS}7/preview/`]: { ...PREVIEW, cards, card_count: 2 },
  })
  const table = await screen.findByRole('table', { name: 'Next cards' })
  await within(table).findByRole('cell', { name: 'Couldn’t order yet' })
  const ordersOn = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[2]?.textContent)
  expect(ordersOn).toEqual(['Couldn’t order yet', 'Nov 30'])
})

test('says that there is no such run', async () => {
  const none = { code: 'not_found', status: 404, title: 'Not found', detail: '', errors: [] }
  await open('/company/programs/7/runs/99', [PROGRAM], {
    [`GET ${PROGRAMS}7/runs/99/`]: () => Response.json(none, { status: 404 }),
  })
  expect(await screen.findByText('We couldn’t find that run')).toBeTruthy()
})

test('says what is wrong, and that a run is late', async () => {
  const problem = { code: 'balance_too_low', says: 'The balance is too low.', since: RUN.created_at }
  await open('/company/programs/7/runs/9', [{ ...PROGRAM, state: 'active', problem }])
  expect(await screen.findByText(/couldn’t arrive on Dec 4/)).toBeTruthy()
  expect(screen.getByText('The balance is too low.')).toBeTruthy()
  const leftOut = screen.getByRole('table', { name: 'Left out' })
  expect(within(leftOut).getByText('Not saved anymore')).toBeTruthy()
  expect(within(leftOut).getByText('Left the list before the card was ordered')).toBeTruthy()
})

test('a program that was turned on comes to say what is wrong', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const problem = { code: 'balance_too_low', says: 'Top it up.', since: RUN.created_at }
  const on = { ...PROGRAM, state: 'active' }
  let programs = [on]
  await open('/company/programs/7', [], { [`GET ${PROGRAMS}`]: () => programs })
  await screen.findByRole('button', { name: 'Pause' })
  programs = [{ ...on, problem } as unknown as typeof on]
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(await screen.findByText('Top it up.')).toBeTruthy()
  // In the company's time zone.
  expect(screen.getByText(/^Since Nov 30.* at 9:00 AM Central Time\./)).toBeTruthy()
})

test('a new program needs a name, a list, a design, and an amount', async () => {
  const { sent } = await open('/company/programs', [])
  fireEvent.click(await screen.findByRole('button', { name: 'Add program' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add program' })
  const design = within(dialog).getByRole('link', { name: 'Design a digital card' })
  expect(design.getAttribute('href')).toBe('/my-rewards?createNew=true')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add program' }))
  expect(await within(dialog).findAllByText('This field is required')).toHaveLength(3)
  expect(within(dialog).getByText('Enter an amount.')).toBeTruthy()
  expect(sent('POST')).toEqual([])
})

test('tells a buyer whom to ask', async () => {
  await open('/company/programs', [], {}, 'buyer')
  expect(await screen.findByText('Your role doesn’t allow this')).toBeTruthy()
})
