// @vitest-environment happy-dom
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCompany } from '../../app/company-choice.ts'
import { closeModal } from '../../app/modal-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

afterEach(() => {
  cleanup()
  act(closeModal)
  forgetCompany()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const LINES = [
  {
    id: 9,
    at: '2025-11-02T05:30:00Z',
    kind: 'orders',
    person_id: null,
    by: 'Northwind staff',
    does: 'declined order 10475',
    order: { id: 7, number: '10475' },
    about: null,
  },
  {
    id: 8,
    at: '2025-11-02T04:30:00Z',
    kind: 'people',
    person_id: 5,
    by: 'Ann Lee',
    does: 'joined the company as Buyer',
    order: null,
    about: null,
  },
]

test('every text of the activity is translated, except for what the server says', async () => {
  document.documentElement.lang = 'en-XA'
  await openActivity('admin', '/company/activity?person=99')
  await screen.findByText('Ann Lee')
  document.documentElement.lang = 'en'
  const data =
    /Ann Lee|^AL$|^NS$|Northwind staff|declined order 10475|joined the company as Buyer|Dana (?:Whitlock|Halden)|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Central Time|[AP]M|(?:Nov|Dec|Jan|Mar) \d+(?:, \d{4})?/g
  expect(escapedTexts(document.body, data)).toEqual([])
})

async function openActivity(
  role: 'admin' | 'finance' | 'buyer',
  path = '/company/activity',
  lines: object[] = LINES,
) {
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
      'GET /api/v1/company/people/': { company, people: [], teams: [], roles: [], invitations: [] },
      'GET /api/v1/company/activity/': (query: URLSearchParams) => {
        asked.push(query)
        return { results: lines, older: lines.length > 0 ? '1-1' : null }
      },
    },
  })
  return { ...page, asked }
}

test('shows the days of the company’s time zone, and links orders', async () => {
  await openActivity('finance')
  const order = await screen.findByRole('link', { name: 'Order 10475' })
  expect(order.getAttribute('href')).toBe('/my-rewards?openDetails=7')
  const days = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(days).toEqual(expect.arrayContaining(['Nov 2, 2025', 'Nov 1, 2025']))
  expect(screen.getByText('Northwind staff').parentElement?.textContent).toBe(
    'Northwind staff declined order 10475',
  )
})

test('keeps filters in the URL, and sends days of the company’s time zone', async () => {
  const path = '/company/activity?kind=orders&person=5&from=2025-11-02&until=2025-11-02'
  const { router, asked } = await openActivity('finance', path)
  await screen.findByRole('link', { name: 'Order 10475' })
  expect(asked[0]?.get('person')).toBe('5')
  const [from, until] = ['from', 'until'].map((name) => Date.parse(asked[0]?.get(name) ?? ''))
  // Daylight saving time ends, so this day has 25 hours.
  expect((until! - from!) / 3_600_000).toBe(25)

  fireEvent.click(screen.getByRole('button', { name: 'Older' }))
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ before: '1-1', kind: 'orders', person: 5 }),
  )
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2025-11-03' } })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ until: '2025-11-03' }))
  expect(router.state.location.search).not.toHaveProperty('before', '1-1')
})

test('nothing found offers to clear the filters', async () => {
  const { router } = await openActivity('finance', '/company/activity?kind=orders', [])
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await screen.findByText('No activity yet')
  expect(router.state.location.search).not.toHaveProperty('kind', 'orders')
})

test('people who can’t see it have no tab for it', async () => {
  await openActivity('buyer', '/company')
  await screen.findByRole('navigation', { name: 'Company' })
  expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull()
})

test.each([
  ['program', 7, 'Program', '/company/programs/7'],
  ['list', 3, 'List', '/recipients/3/file'],
  ['list', null, 'List', '/recipients'],
  ['reports', null, 'Reports', '/company/reports'],
  ['year_end', null, 'Year end', '/company/year-end'],
])('an entry about %s %s leads to its screen', async (screenOf, id, name, href) => {
  const line = { ...LINES[1], kind: 'settings', about: { screen: screenOf, id } }
  await openActivity('admin', '/company/activity', [line])
  const main = await screen.findByRole('main')
  const links = await within(main).findAllByRole('link', { name })
  expect(links.map((link) => link.getAttribute('href'))).toContain(href)
})
