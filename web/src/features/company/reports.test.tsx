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

const REPORTS = '/api/v1/company/reports/'
const SAVED = '/api/v1/company/saved_reports/'
const REPORT = {
  time_zone: 'America/Chicago',
  from: '2026-11-01',
  until: '2026-11-30',
  columns: [
    { title: 'Order', type: 'text' },
    { title: 'Placed', type: 'moment' },
    { title: 'Spend (USD)', type: 'cents' },
  ],
  rows: [
    ['10001', '2026-11-28 17:04', 10_250],
    ['10000', null, 0],
  ],
  has_more: true,
  totals: [{ title: 'Spend', type: 'cents', value: 10_250 }],
  groups: [],
}
const FILE = {
  id: 7,
  name: 'Orders 2026-11-01 to 2026-11-30',
  settings: { kind: 'orders', range: 'this_month' },
  format: 'csv',
  state: 'making',
  rows: 15_000,
  bytes: 0,
  by: 'Ann Lee',
  created_at: '2026-11-28T23:04:00Z',
  expires_at: '2026-12-05T23:04:00Z',
}

const PEOPLE = [
  { id: 5, name: 'Ann Lee', email: 'ann@halden.example', role: 'finance', team_id: null, is_you: true },
  { id: 6, name: 'Kim Stone', email: 'kim@halden.example', role: 'viewer', team_id: null, is_you: false },
]
const ROLES = (['finance', 'viewer'] as const).map((key) => ({
  key,
  name: key,
  is_custom: false,
  capabilities: capabilitiesIn(key),
}))
const SAVED_REPORT = {
  id: 3,
  name: 'Spend by month',
  settings: { kind: 'spend', range: 'last_month', by: 'month' },
  format: 'xlsx',
  every: 'monthly',
  day: 1,
  time: '08:00',
  readers: [{ id: 5, name: 'Ann Lee' }],
  next_at: '2026-12-01T14:00:00Z',
}

async function open(path: string, answers: Answers = {}, role = 'finance') {
  const company = {
    id: 4,
    name: 'Halden Tools',
    people_count: 1,
    time_zone: 'America/Chicago',
    has_budgets: false,
    role,
    role_name: role,
    capabilities: capabilitiesIn(role),
  }
  const asked: URLSearchParams[] = []
  const page = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': { company, people: PEOPLE, teams: [], roles: ROLES, invitations: [] },
      [`GET ${REPORTS}`]: (query: URLSearchParams) => {
        asked.push(query)
        return REPORT
      },
      [`GET ${REPORTS}files/`]: [],
      [`GET ${SAVED}`]: [],
      ...answers,
    },
  })
  return { ...page, asked }
}

test('every text of the reports is translated', async () => {
  document.documentElement.lang = 'en-XA'
  const other = {
    ...SAVED_REPORT,
    id: 4,
    settings: { kind: 'people', range: 'days' },
    every: null,
    readers: [],
  }
  await open('/company/reports?kind=spend&range=days', {
    [`GET ${REPORTS}files/`]: [FILE, { ...FILE, id: 8, state: 'ready', by: '' }],
    [`GET ${SAVED}`]: [SAVED_REPORT, other],
  })
  fireEvent.click(await screen.findByRole('button', { name: /Śàvē ŕēƥōŕţ/ }))
  const dialog = await screen.findByRole('dialog')
  document.documentElement.lang = 'en'
  const data =
    /Order(?= |$)|^Placed$|^Spend \(USD\)$|^Spend$|Orders 2026-11-01 to 2026-11-30\.csv|Spend by month|Ann Lee|Kim Stone|Excel|XLSX|CSV|Dana (?:Whitlock|Halden)|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Central Time|[AP]M|(?:Nov|Dec) \d+/g
  expect(escapedTexts(document.body, data)).toEqual([])
  expect(dialog.textContent).toContain('[')
})

test('shows the first rows and totals, and says that a file has more', async () => {
  const { asked } = await open('/company/reports')
  const rows = within(await screen.findByRole('table', { name: 'Rows' }))
  expect(rows.getByRole('cell', { name: '$102.50' })).toBeTruthy()
  expect(screen.getByText('The first 2 rows. A file has all of them.')).toBeTruthy()
  expect(Object.fromEntries(asked[0]!)).toEqual({ kind: 'orders', range: 'this_month' })
})

test('keeps the choice in the URL, and asks only for what it means', async () => {
  const { asked } = await open('/company/reports?kind=spend&range=days&from=2026-01-01&by=field:12')
  await screen.findByRole('table', { name: 'Rows' })
  expect(Object.fromEntries(asked[0]!)).toEqual({
    kind: 'spend',
    range: 'days',
    from: '2026-01-01',
    by: 'field:12',
  })
})

test('makes a file with all rows, follows it, and cancels it', async () => {
  let files: object[] = []
  const { requests } = await open('/company/reports?range=all', {
    [`GET ${REPORTS}files/`]: () => files,
    [`POST ${REPORTS}files/`]: () => {
      files = [FILE]
      return FILE
    },
    [`DELETE ${REPORTS}files/7/`]: () => {
      files = []
      return {}
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Create CSV' }))
  expect(await screen.findByText(/Being created, 15,000 rows so far/)).toBeTruthy()
  const [sent] = requests.filter(({ method }) => method === 'POST')
  expect(String(sent!.body)).toContain('range=all')
  fireEvent.click(screen.getByRole('button', { name: /^Cancel Orders/ }))
  await waitFor(() => expect(screen.queryByText(/Being created/)).toBeNull())
})

test('tells people without reports whom to ask', async () => {
  const { asked } = await open('/company/reports', {}, 'viewer')
  expect(await screen.findByText('Your role doesn’t allow this')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull()
  expect(asked).toEqual([])
})

test('saves a report with its schedule, only for people who see reports', async () => {
  const { requests } = await open('/company/reports?kind=spend&range=last_month', {
    [`POST ${SAVED}`]: SAVED_REPORT,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Save report' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByText('Kim Stone')).toBeNull()
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Spend by month' } })
  fireEvent.click(dialog.getByRole('button', { name: /Email it/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Every month' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save report' }))
  expect(await dialog.findByText('Choose at least one person.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('checkbox', { name: /Ann Lee/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [sent] = requests.filter(({ method }) => method === 'POST')
  const body = Object.fromEntries(new URLSearchParams(String(sent!.body)))
  expect(body).toMatchObject({ kind: 'spend', range: 'last_month', by: 'month', every: 'monthly', day: '1' })
  expect(body.reader_ids).toContain('5')
})

test('says who gets a saved report when, and opens its settings', async () => {
  await open('/company/reports', { [`GET ${SAVED}`]: [SAVED_REPORT] })
  expect(await screen.findByText('On the 1st of every month at 8:00 AM to Ann Lee')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Spend by month' })
  expect(link.getAttribute('href')).toBe('/company/reports?kind=spend&range=last_month&by=month')
})

test('saving a report leaves out people who can’t see reports anymore', async () => {
  const readers = [...SAVED_REPORT.readers, { id: 6, name: 'Kim Stone' }]
  const { requests } = await open('/company/reports', {
    [`GET ${SAVED}`]: [{ ...SAVED_REPORT, readers }],
    [`PUT ${SAVED}3/`]: SAVED_REPORT,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Spend by month' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit report' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Save report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [sent] = requests.filter(({ method }) => method === 'PUT')
  expect(new URLSearchParams(String(sent!.body)).get('reader_ids')).toBe('[5]')
})

test('a mail’s link shows its file, or says that it expired', async () => {
  const ready = { ...FILE, state: 'ready' }
  const { router } = await open('/company/reports?company=4&file=7', { [`GET ${REPORTS}files/`]: [ready] })
  const mine = within(await screen.findByRole('list', { name: 'Your report' }))
  expect(mine.getByRole('button', { name: /^Download Orders/ })).toBeTruthy()
  expect(router.state.location.search).toEqual({ file: 7 })
  cleanup()
  await open('/company/reports?company=4&file=8', { [`GET ${REPORTS}files/`]: [ready] })
  expect(await screen.findByText(/This file has expired/)).toBeTruthy()
})
