// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../../app/modal-store.ts'
import { forgetCard } from '../../../app/setup-store.ts'
import { DRAFT, TEMPLATE } from '../../../testing/draft-fixture.ts'
import { renderPage } from '../../../testing/render-page.tsx'

const DIGITAL = {
  ...DRAFT,
  reward_type_data: { name: 'digital', title: 'Digital' },
  denomination_cents: 5_000,
}
const PEOPLE = ['Maya Okafor', 'Priya Nair', 'Tomás Rivera'].map((name, at) => ({
  id: at + 1,
  card_item_id: 7,
  position: at + 1,
  first_name: name.split(' ')[0],
  last_name: name.split(' ')[1],
  email: `person.${at + 1}@example.com`,
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  amount_cents: null,
  message: '',
  problems: [],
  needs_attention: false,
  delivery_state: '',
  change: 'unchanged',
  import_id: null,
  import_row: null,
  kept_warnings: [],
}))
const LIST = {
  count: 3,
  next: null,
  previous: null,
  results: PEOPLE,
  total_count: 3,
  attention_count: 0,
  ready_count: 3,
  without_value_count: 0,
  warning_count: 0,
  suggested_count: 0,
  value_cents: 15_000,
  problem_counts: [],
}

beforeEach(() => {
  sessionStorage.clear()
  forgetCard()
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(76)
})
afterEach(() => {
  closeModal()
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openOnPhone(
  list: (query: URLSearchParams) => unknown = () => LIST,
  path = '/create-reward/recipients?item=7',
  item: unknown = DIGITAL,
) {
  const page = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': { id: 1, registration_complete: true, legal_business_name: 'Halden Tools' },
      'GET /api/v1/reward_card_templates/': [TEMPLATE],
      'GET /api/v1/predefined_amounts/': [],
      'GET /api/v1/card_items/': [],
      'GET /api/v1/card_items/7/': item,
      'GET /api/v1/csv_card_item_imports/': [],
      'GET /api/v1/card_recipient_details/': list,
      'POST /api/v1/card_recipient_details/bulk_change/': {
        undo_token: 'abcdefghijklmnopqrstuv',
        changed_count: 2,
      },
    },
  })
  await screen.findByText('Maya Okafor')
  return page
}

const bulkChange = ({ requests }: Awaited<ReturnType<typeof openOnPhone>>) => {
  const sent = requests.find(({ path }) => path.endsWith('/bulk_change/'))
  return sent && Object.fromEntries(sent.body as URLSearchParams)
}

test('on a phone, a tap opens the person unless selecting', async () => {
  await openOnPhone()
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /Maya Okafor/ }))
  await screen.findByRole('dialog', { name: 'Edit person' })
})

test('selects and removes several people on a phone', async () => {
  const page = await openOnPhone()
  fireEvent.click(screen.getByRole('button', { name: 'Select several' }))
  expect((screen.getByRole('button', { name: 'Remove' }) as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Maya Okafor' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Tomás Rivera' }))
  expect(screen.getByText('selected').textContent).toBe('2 selected')

  fireEvent.click(screen.getByRole('button', { name: 'Remove 2 people' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove 2 people?' }))
  fireEvent.click(question.getByRole('button', { name: 'Remove 2 people' }))
  await waitFor(() => expect(bulkChange(page)).toEqual({ card_item_id: '7', action: 'delete', ids: '[1,3]' }))
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
})

test('selects everyone on a phone and sets one value', async () => {
  const page = await openOnPhone()
  fireEvent.click(screen.getByRole('button', { name: 'Select several' }))
  fireEvent.click(screen.getByRole('button', { name: 'Select all 3' }))
  fireEvent.click(screen.getByRole('button', { name: 'Set value' }))
  const form = within(await screen.findByRole('dialog', { name: 'A value for 3 people' }))
  fireEvent.change(form.getByLabelText('Value'), { target: { value: '75' } })
  fireEvent.blur(form.getByLabelText('Value'))
  fireEvent.click(form.getByRole('button', { name: 'Set the value of 3' }))
  await waitFor(() =>
    expect(bulkChange(page)).toMatchObject({ action: 'set', all: 'true', amount_cents: '7500' }),
  )
})

test('Done clears the selection, and a tap opens people again', async () => {
  await openOnPhone()
  fireEvent.click(screen.getByRole('button', { name: 'Select several' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Priya Nair' }))
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Select several' }))
  expect(screen.getByText('No one selected')).toBeTruthy()
})

test('a search without results says so and can be reset', async () => {
  await openOnPhone((query) => (query.has('search') ? { ...LIST, count: 0, results: [] } : LIST))
  fireEvent.change(screen.getByLabelText('Search recipients'), { target: { value: 'Zora' } })
  await screen.findByText('No one matches “Zora”.')
  fireEvent.click(screen.getByRole('button', { name: 'Show everyone' }))
  await screen.findByText('Maya Okafor')
})

test('people without a value do not count as ready, and the bottom bar says so', async () => {
  // The card is older than its list, so the list's counts are shown.
  const message = '9 people have no value. Set one for each or for everyone.'
  const missing = [{ field: 'amount_cents', code: 'required', message }]
  const counts = { attention_count: 1, ready_count: 1, without_value_count: 2, value_cents: 10_000 }
  await openOnPhone(() => ({ ...LIST, ...counts }), undefined, { ...DIGITAL, missing })
  expect(screen.getByText('2 have no value')).toBeTruthy()
  expect(
    screen.getByText(
      /1 person needs attention before checkout. 2 people have no value. Set one for each or for everyone./,
    ),
  ).toBeTruthy()
})

test('counts people to check apart from people who are ready', async () => {
  const counts = { ready_count: 1, warning_count: 1, attention_count: 1 }
  await openOnPhone(() => ({ ...LIST, ...counts }))
  expect(screen.getByText(/people, \$150\.00 on their cards/).textContent).toBe(
    '1 ready, 1 to check, 1 needs attention. 3 people, $150.00 on their cards.',
  )
})

test('opens with the people to fix when the customer comes to fix the list', async () => {
  const people = [PEOPLE[0]]
  const list = (query: URLSearchParams) =>
    query.get('only') === 'attention'
      ? { ...LIST, count: 1, results: people, attention_count: 1 }
      : { ...LIST, attention_count: 1 }
  await openOnPhone(list, '/create-reward/recipients?item=7&only=attention')
  expect(screen.queryByText('Priya Nair')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Everyone/ }))
  await screen.findByText('Priya Nair')
})

test.each([
  ['Add email', 'email', 'Email'],
  ['Change value', 'amount_cents', 'Personal value (optional)'],
  ['Change message', 'message', 'Personal message (optional)'],
])('“%s” opens the person and focuses that field', async (button, field, label) => {
  const code = field === 'email' ? 'required' : 'invalid'
  const problem = { field, code, severity: 'error', message: 'Fix this.' }
  const results = [{ ...PEOPLE[0], problems: [problem], needs_attention: true }]
  await openOnPhone(() => ({ ...LIST, count: 1, results, attention_count: 1 }))
  fireEvent.click(screen.getByRole('button', { name: button }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit person' }))
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText(label)))
})
