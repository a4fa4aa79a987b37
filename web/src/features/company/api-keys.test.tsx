// @vitest-environment happy-dom
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

const KEYS = '/api/v1/company/api_keys/'
const KEY = {
  id: 7,
  name: 'HR system',
  mode: 'live',
  scopes: ['orders.place', 'orders.read'],
  ip_ranges: ['203.0.113.0/24'],
  order_email: 'hr@halden.example',
  secret_end: 'x4Qz',
  state: 'active',
  old_secret_until: null,
  created_by: 'Dana Whitlock',
  created_at: '2026-11-20T15:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  act(closeModal)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function openKeys(keys: unknown[], answers: Answers = {}, role = 'admin') {
  const capabilities = capabilitiesIn(role)
  const company = { id: 4, name: 'Halden Tools', people_count: 1, role, role_name: role, capabilities }
  const page = await renderPage('/company/api-keys', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': { company, people: [], roles: [], invitations: [] },
      [`GET ${KEYS}`]: keys,
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Halden Tools' })
  const sent = (method: string) => page.requests.filter((one) => one.method === method)
  return { ...page, sent }
}

test('every text of the keys is translated', async () => {
  document.documentElement.lang = 'en-XA'
  const times = { expires_at: '2026-12-20T15:00:00.000Z', last_used_at: '2026-11-22T15:00:00.000Z' }
  await openKeys([
    { ...KEY, ...times, old_secret_until: '2026-12-20T15:00:00.000Z' },
    { ...KEY, id: 8, mode: 'test', state: 'revoked', revoked_at: '2026-11-22T15:00:00.000Z' },
  ])
  fireEvent.click(await screen.findByRole('button', { name: /ćŕēàţē ķēŷ/i }))
  await screen.findByRole('dialog')
  document.documentElement.lang = 'en'
  const data =
    /Halden Tools|Dana (?:Whitlock|Halden)|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|HR system|x4Qz|(?:Nov|Dec) \d+|[AP]M|UTC/g
  expect(escapedTexts(document.body, data)).toEqual([])
})

test('creates a key and shows its secret once', async () => {
  const { sent } = await openKeys([], { [`POST ${KEYS}`]: { key: KEY, secret: 'lk_7_secret' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Create key' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
  expect(await within(dialog).findByText('This field is required')).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' HR system ' } })
  fireEvent.change(within(dialog).getByLabelText('Allowed IP addresses (optional)'), {
    target: { value: '203.0.113.7\n\n198.51.100.0/24' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('lk_7_secret')).toBeTruthy()
  const body = new URLSearchParams(String(sent('POST')[0]?.body))
  expect(Object.fromEntries(body)).toEqual({
    name: 'HR system',
    mode: 'live',
    scopes: '["orders.place","orders.read"]',
    ip_ranges: '["203.0.113.7","198.51.100.0/24"]',
  })
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('lk_7_secret')).toBeNull())
})

test('says what a key can do and when it was used, and revokes it', async () => {
  const old = { ...KEY, id: 6, name: 'Old', state: 'revoked', revoked_at: '2026-11-21T15:00:00.000Z' }
  const leaked = { ...KEY, id: 5, name: 'Leaked', state: 'disabled' }
  const { sent } = await openKeys([KEY, old, leaked], { [`DELETE ${KEYS}7/`]: undefined })
  expect(await screen.findAllByText('Place orders, Read orders')).toHaveLength(3)
  expect(screen.getByText(/^Disabled by /)).toBeTruthy()
  expect(screen.getAllByText(/^Never used · Created .* by Dana Whitlock · Only from 203/)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Actions for Old' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Actions for HR system' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Revoke key' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke key' }))
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1))
})

test('an edited key keeps an address for its emails', async () => {
  const { sent } = await openKeys([KEY], { [`PATCH ${KEYS}7/`]: KEY })
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for HR system' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit key' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit key' })
  const email = within(dialog).getByLabelText('Emails about its orders go to')
  fireEvent.change(email, { target: { value: ' ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save key' }))
  expect(await within(dialog).findByText('This field is required')).toBeTruthy()
  expect(sent('PATCH')).toEqual([])
  fireEvent.change(email, { target: { value: 'ap@halden.example' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save key' }))
  await waitFor(() => expect(sent('PATCH')).toHaveLength(1))
  const body = new URLSearchParams(String(sent('PATCH')[0]?.body))
  expect(body.get('order_email')).toBe('ap@halden.example')
})

test('people who can’t manage keys have no tab for them', async () => {
  await openKeys([], {}, 'buyer')
  expect(await screen.findByText('Your role doesn’t allow this')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'API keys' })).toBeNull()
})

test('creates a key for test mode, which is marked and can’t become a live one', async () => {
  const key = { ...KEY, mode: 'test' }
  const { sent } = await openKeys([key], { [`POST ${KEYS}`]: { key, secret: 'lk_test_7_secret' } })
  expect(await screen.findByText('Test')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Live/ }).checked).toBe(true)
  fireEvent.click(dialog.getByRole('radio', { name: /^Test Nothing is charged/ }))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'HR system' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('lk_test_7_secret')).toBeTruthy()
  expect(new URLSearchParams(String(sent('POST')[0]?.body)).get('mode')).toBe('test')
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for HR system' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit key' }))
  const edited = within(await screen.findByRole('dialog', { name: 'Edit key' }))
  expect(edited.queryByRole('radio')).toBeNull()
})
