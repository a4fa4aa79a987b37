// @vitest-environment happy-dom
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCompany } from '../../app/company-choice.ts'
import { closeModal } from '../../app/modal-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

afterEach(() => {
  cleanup()
  act(closeModal)
  forgetCompany()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const YEAR_END = '/api/v1/company/year_end/'
const PEOPLE = `${YEAR_END}people/`
const sums = { received_cents: 199_900, unclaimed_cents: 5_000, refunded_cents: 0 }
const ANA = {
  ...{ id: 3, name: 'Ana Ruiz', email: 'ana@halden.example', address: '', ...sums, card_count: 41 },
  ...{ identity_count: 2, is_employee: false, employee_number: '', w9: 'asked', w9_on: null },
}
const YEAR = {
  ...{ year: 2026, years: [2026, 2025], time_zone: 'America/Chicago', threshold_cents: 200_000 },
  ...{ counted_at: '2026-11-28T23:04:00Z', totals: { people: 2, over: 1, ...sums }, people: [ANA] },
  next: '199900-3',
}
const DETAILS = {
  ...ANA,
  identities: [
    {
      id: 3,
      name: 'Ana Ruiz',
      email: 'ana@halden.example',
      address: '',
      joined_to: null,
      joined_to_name: '',
      joined_why: null,
    },
    {
      id: 9,
      name: 'A. Ruiz',
      email: '',
      address: '12 Elm Street, Portland, OR 97205',
      joined_to: 3,
      joined_to_name: 'Ana Ruiz',
      joined_why: 'hand',
    },
  ],
  similar: [{ id: 12, name: 'Luis Ruiz', email: 'ana@halden.example', address: '', was_separated: true }],
  cards: [
    {
      delivery_id: 7,
      order: { id: 70, number: '10070' },
      identity_id: 9,
      day: '2026-03-01',
      cents: 5_000,
      counts_as: 'received',
    },
  ],
  next: null,
}

async function open(path: string, answers: Answers = {}, role = 'finance') {
  const company = {
    ...{ id: 4, name: 'Halden Tools', people_count: 1, time_zone: 'America/Chicago', has_budgets: false },
    ...{ role, role_name: role, capabilities: capabilitiesIn(role) },
  }
  const asked: URLSearchParams[] = []
  const page = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': { company, people: [], teams: [], roles: [], invitations: [] },
      'GET /api/v1/company/reports/files/': [],
      [`GET ${YEAR_END}`]: (query: URLSearchParams) => {
        asked.push(query)
        return YEAR
      },
      [`GET ${PEOPLE}3/`]: DETAILS,
      ...answers,
    },
  })
  return { ...page, asked }
}

test.each([
  ['/company/year-end', /Àďď ēḿƥĺōŷēē ńũḿƀēŕś/],
  ['/company/year-end/3', /Ēďĩţ śţàţũś/],
  ['/company/year-end/3', /ĵōĩń ƥēōƥĺē/],
])('every text of %s is translated, and of its dialog %s', async (path, name) => {
  document.documentElement.lang = 'en-XA'
  await open(path)
  fireEvent.click(await screen.findByRole('button', { name }))
  await screen.findByRole('dialog')
  document.documentElement.lang = 'en'
  const data =
    /Ana Ruiz|A\. Ruiz|Luis Ruiz|12 Elm Street, Portland, OR|W-9|Dana (?:Whitlock|Halden)|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Central Time|[AP]M|(?:Nov|Dec|Jan|Mar) \d+(?:, \d{4})?/g
  expect(escapedTexts(document.body, data)).toEqual([])
})

test('shows people with their sums, and reads the next page, those near the threshold, and another order', async () => {
  const { asked } = await open('/company/year-end')
  const row = (await screen.findByRole('link', { name: 'Ana Ruiz' })).closest('tr')!
  expect(within(row).getByText('$1,999.00')).toBeDefined()
  expect(within(row).getByText('W-9 requested')).toBeDefined()
  expect(screen.getByText(/A count, not tax advice\./)).toBeDefined()
  expect(screen.getByText('Reached $2,000', { selector: 'dt' })).toBeDefined()

  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(asked.at(-1)?.get('after')).toBe('199900-3'))
  fireEvent.click(screen.getByRole('button', { name: 'Near $2,000' }))
  await waitFor(() => expect(asked.at(-1)?.toString()).toBe('filter=near'))
  fireEvent.click(screen.getByRole('button', { name: 'Show lowest first' }))
  await waitFor(() => expect(asked.at(-1)?.get('order')).toBe('amount_asc'))
  fireEvent.change(screen.getByLabelText('Find a person'), { target: { value: 'ru' } })
  await waitFor(() => expect(asked.at(-1)?.get('search')).toBe('ru'))
})

test('asks for a file of the year', async () => {
  const { requests } = await open('/company/year-end', { 'POST /api/v1/company/reports/files/': {} })
  fireEvent.click(await screen.findByRole('button', { name: 'Create 1099 CSV' }))
  await waitFor(() =>
    expect(String(requests.find(({ method }) => method === 'POST')?.body)).toBe(
      'kind=form_1099&range=days&from=2026-01-01&until=2026-12-31&format=csv',
    ),
  )
})

test('says why people are joined, and separates and joins them', async () => {
  const { requests } = await open('/company/year-end/3?year=2026', {
    [`POST ${YEAR_END}identities/9/separate/`]: { ...DETAILS, id: 9 },
    [`POST ${PEOPLE}3/join/`]: DETAILS,
  })
  expect(await screen.findByText('Joined by hand as Ana Ruiz')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^Separate A\. Ruiz/ }))
  fireEvent.click(screen.getByRole('button', { name: /^Join Luis Ruiz/ }))
  await waitFor(() => {
    const sent = requests.filter(({ method }) => method === 'POST').map(({ body }) => String(body))
    expect(sent).toEqual(['joined_to=3', 'person_id=12'])
  })
})

test('offers no changes to those who only see reports', async () => {
  await open(
    '/company/year-end/3',
    {
      'GET /api/v1/company/people/': {
        ...{ people: [], teams: [], roles: [], invitations: [] },
        company: {
          ...{ id: 4, name: 'Halden Tools', people_count: 1, time_zone: 'America/Chicago' },
          ...{ has_budgets: false, role: 'x', role_name: 'x', capabilities: ['reports.see'] },
        },
      },
    },
    'viewer',
  )
  expect(await screen.findByText('Joined by hand as Ana Ruiz')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Separate|Join|Edit status/ })).toBeNull()
})

test('is for people whose role sees reports', async () => {
  await open('/company/year-end', {}, 'buyer')
  expect(await screen.findByText('Your role doesn’t allow this')).toBeDefined()
})
