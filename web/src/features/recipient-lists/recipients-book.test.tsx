// @vitest-environment happy-dom
import { US_STATES } from '@laurel/domain/us-states'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const WEST = { id: 3, name: 'West region', people_count: 2, updated_at: '2026-11-21T09:30:00Z', shared: null }
const MAYA = {
  id: 11,
  first_name: 'Maya',
  last_name: 'Okafor',
  email: 'maya@example.com',
  address1: '418 Juniper Street',
  address2: '',
  city: 'Portland',
  state: 'OR',
  zip: '97214',
  birthday: '06-14',
  start_date: '',
  list_ids: [3],
  file_list_ids: [],
  updated_at: '2026-11-21T09:30:00Z',
}
const PRIYA = { ...MAYA, id: 12, first_name: 'Priya', last_name: 'Nair', email: 'priya@example.com' }

async function openBook(path: string, shared: object | null = null, maya = MAYA) {
  let onList = [maya, PRIYA]
  const page = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results })
  const rendered = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/recipient_lists/': [{ ...WEST, shared }],
      'PATCH /api/v1/recipient_lists/3/': { ...WEST, shared: { by: 'You', is_own: true, can_change: true } },
      'GET /api/v1/companies/': [
        { id: 4, name: 'Halden Tools', role: 'buyer', capabilities: ['orders.place'], people_count: 2 },
      ],
      'GET /api/v1/recipient_lists/3/people/': () => page(onList),
      'GET /api/v1/saved_people/': () => page([maya]),
      'DELETE /api/v1/recipient_lists/3/people/12/': () => {
        onList = [maya]
        return {}
      },
      'POST /api/v1/recipient_lists/3/people/': () => {
        onList = [maya, PRIYA]
        return PRIYA
      },
      'PATCH /api/v1/saved_people/11/': MAYA,
      'POST /api/v1/recipient_lists/3/import/': {
        list: { ...WEST, shared },
        ...{ added_count: 1, updated_count: 2, unchanged_count: 1, ignored: ['Shoe size'], problem_count: 1 },
        problems: [{ row: 3, message: 'Birthday “31/12” can’t be read.' }],
      },
    },
  })
  await screen.findByRole('heading', { level: 1 })
  return rendered
}
const people = () =>
  within(screen.getByRole('table', { name: 'People' }))
    .getAllByRole('row')
    .slice(1)

test('every text of saved recipients is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await openBook('/recipients?list=3')
  fireEvent.click(screen.getByRole('button', { name: /Àďď à ƥēŕśōń/ }))
  await screen.findByRole('dialog')
  document.documentElement.lang = 'en'
  expect(escapedTexts(document.body, DATA)).toEqual([])
})

const STATES = US_STATES.map(({ name }) => name).join('|')
const DATA = new RegExp(
  `${STATES}|Dana \\w+|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|West region|Maya|Okafor|Priya|Nair|418 Juniper Street|Portland|OR`,
  'g',
)

test('shows the people of a list under its name', async () => {
  await openBook('/recipients?list=3')
  expect(screen.getByRole('heading', { level: 2, name: 'West region' })).toBeTruthy()
  await waitFor(() => expect(people()).toHaveLength(2))
  expect(people()[0]?.textContent).toContain('418 Juniper Street, Portland, OR 97214')
  expect(people()[0]?.textContent).toContain('Birthday 6/14')
})

test('takes a person off a list and restores them with Undo', async () => {
  const { requests } = await openBook('/recipients?list=3')
  await waitFor(() => expect(people()).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: 'Change Priya Nair' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove from list' }))
  await waitFor(() => expect(people()).toHaveLength(1))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(people()).toHaveLength(2))
  const added = requests.find(({ method }) => method === 'POST')
  expect(String(added?.body)).toContain('person_id=12')
})

test('reports an invalid email and birthday before sending', async () => {
  const { requests } = await openBook('/recipients')
  fireEvent.click(await screen.findByRole('button', { name: 'Change Maya Okafor' }))
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'maya(at)example' } })
  expect((screen.getByLabelText('Birthday (optional)') as HTMLInputElement).value).toBe('6/14')
  fireEvent.change(screen.getByLabelText('Birthday (optional)'), { target: { value: '2/30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Enter a date such as 6/14 or 2019-06-14.')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(0)
})

test('shows a colleague’s list without what they alone can change', async () => {
  await openBook('/recipients?list=3', { by: 'Joy Nakamura', is_own: false, can_change: false })
  expect(screen.getByRole('link', { name: /West region.*Shared by Joy Nakamura/ })).toBeTruthy()
  await waitFor(() => expect(people()).toHaveLength(2))
  expect(screen.queryByRole('button', { name: /Add a person|^Change/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More for West region' }))
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(entries).toEqual(['Export as CSV'])
})

test('shares a list with the company', async () => {
  const { requests } = await openBook('/recipients?list=3')
  fireEvent.click(screen.getByRole('button', { name: 'More for West region' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Share with Halden Tools' }))
  expect(await screen.findByText('West region is shared with Halden Tools')).toBeTruthy()
  expect(String(requests.find(({ method }) => method === 'PATCH')?.body)).toBe('is_shared=true')
})

test('adds a spreadsheet’s rows to a list, and says what needs correcting', async () => {
  const { requests } = await openBook('/recipients?list=3')
  fireEvent.click(screen.getByRole('button', { name: 'Add from spreadsheet' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add people to West region' })
  const rows = 'Name,Birthday\nMaya Okafor,6/14'
  fireEvent.change(within(dialog).getByLabelText(/Rows from your spreadsheet/), { target: { value: rows } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add people' }))
  expect(
    await within(dialog).findByText(
      '1 person was added, and 2 got new dates. 1 row was for people already on the list.',
    ),
  ).toBeTruthy()
  expect(within(dialog).getByText(/Row 3: Birthday “31\/12” can’t be read/)).toBeTruthy()
  const sent = new URLSearchParams(String(requests.find(({ method }) => method === 'POST')?.body))
  expect(sent.get('text')).toBe(rows)
})

test('says that the list’s file restores a person', async () => {
  const says = 'This person comes from the list’s file. The next sync restores what’s in the file.'
  await openBook('/recipients?list=3', null, { ...MAYA, file_list_ids: [3] } as never)
  fireEvent.click(await screen.findByRole('button', { name: 'Change Priya Nair' }))
  expect(screen.queryByText(says)).toBeNull()
  cleanup()
  await openBook('/recipients?list=3', null, { ...MAYA, file_list_ids: [3] } as never)
  fireEvent.click(await screen.findByRole('button', { name: 'Change Maya Okafor' }))
  expect(screen.getByText(says)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const asked = await screen.findByRole('alertdialog', { name: 'Delete Maya Okafor?' })
  expect(within(asked).getByText(new RegExp(says))).toBeTruthy()
})
