// @vitest-environment happy-dom
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

const HOOKS = '/api/v1/company/webhooks/'
const HOOK = {
  id: 3,
  mode: 'live',
  url: 'https://hooks.halden.example/laurel',
  description: 'HR system',
  event_types: ['order.approved', 'delivery.bounced'],
  enabled: true,
  off_reason: '',
  off_at: null,
  failing_since: null,
  delivered_at: null,
  waiting_count: 0,
  failed_count: 1,
  old_secret_until: null,
  created_at: '2026-11-20T09:00:00Z',
  version: 4,
}
const FAILED = {
  id: 9,
  event_id: 'evt_41',
  type: 'order.approved',
  happened_at: '2026-11-21T09:00:00Z',
  body: '{"type":"order.approved"}',
  status: 'failed',
  next_at: null,
  attempt_count: 1,
  attempts: [{ id: 1, status: 503, problem: '', answer: '', duration_ms: 130, at: '2026-11-21T09:05:00Z' }],
}
const MESSAGES = { count: 1, next: null, previous: null, results: [FAILED] }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  act(closeModal)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(path: string, answers: Answers = {}, role = 'admin') {
  const capabilities = capabilitiesIn(role)
  const company = { id: 4, name: 'Halden Tools', people_count: 1, role, role_name: role, capabilities }
  const page = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': { company, people: [], roles: [], invitations: [] },
      [`GET ${HOOKS}`]: [HOOK],
      [`GET ${HOOKS}3/messages/`]: MESSAGES,
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Halden Tools' })
  const sent = (method: string) => page.requests.filter((one) => one.method === method)
  return { ...page, sent }
}

const choose = async (entry: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'More for this endpoint' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

test.each([
  ['/company/webhooks', /Àďď ēńďƥōĩńţ/],
  ['/company/webhooks/3', /Ţũŕń ōń/],
])('every text of %s is translated', async (path, button) => {
  document.documentElement.lang = 'en-XA'
  const off = { enabled: false, off_reason: 'by_hand', off_at: '2026-11-21T09:00:00Z' }
  await open(path, { [`GET ${HOOKS}`]: [path.endsWith('3') ? { ...HOOK, ...off } : HOOK] })
  fireEvent.click(await screen.findByRole('button', { name: button }))
  await screen.findByRole('dialog')
  document.documentElement.lang = 'en'
  const data =
    /HR system|hooks\.halden\.example|https:\S*|(?:[a-z_]+)\.[a-z_]+|evt_41|"type"|Dana (?:Whitlock|Halden)|Dismiss|English|Spanish|Terms|weekdays 8 to 6 Central|Central Time|[AP]M|(?:Nov|Dec|Jan) \d+(?:, \d{4})?/g
  expect(escapedTexts(document.body, data)).toEqual([])
})

test('adds an endpoint for chosen events, and shows its secret once', async () => {
  const { sent } = await open('/company/webhooks', {
    [`GET ${HOOKS}`]: [],
    [`POST ${HOOKS}`]: { endpoint: HOOK, secret: 'whsec_b25jZQ==' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add endpoint' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('checkbox', { name: /company\.merged/ })).toBeNull()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'All events' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Add endpoint' }))
  expect(await dialog.findByText('This field is required')).toBeTruthy()
  expect(dialog.getByText('Choose at least one event.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Address'), { target: { value: ' https://hr.example/in ' } })
  fireEvent.click(dialog.getByRole('radio', { name: /^Test/ }))
  fireEvent.click(dialog.getByRole('checkbox', { name: /order\.approved/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Add endpoint' }))
  expect(await screen.findByText('whsec_b25jZQ==')).toBeTruthy()
  const body = new URLSearchParams(String(sent('POST')[0]!.body))
  expect([body.get('url'), body.get('event_types')]).toEqual(['https://hr.example/in', '["order.approved"]'])
  expect(body.get('mode')).toBe('test')
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('whsec_b25jZQ==')).toBeNull())
})

test('shows what was sent, sends it again, and turns it off', async () => {
  const { sent } = await open('/company/webhooks/3', {
    [`POST ${HOOKS}3/messages/9/send_again/`]: { ...FAILED, status: 'waiting' },
    [`PATCH ${HOOKS}3/`]: { ...HOOK, enabled: false },
  })
  expect(await screen.findByRole('heading', { level: 2, name: 'HR system' })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Send again: evt_41' }))
  expect(await screen.findByText('evt_41 queued again')).toBeTruthy()
  await choose('Turn off')
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }))
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(String(sent('PATCH')[0]?.body ?? '')))).toEqual({
      seen_version: '4',
      enabled: 'false',
    }),
  )
})

test('turns on what was off, replays what was lost, and shows only what failed', async () => {
  const { sent } = await open('/company/webhooks/3', {
    [`GET ${HOOKS}`]: [{ ...HOOK, enabled: false, off_reason: 'failing', off_at: '2026-11-21T09:00:00Z' }],
    [`PATCH ${HOOKS}3/`]: HOOK,
  })
  expect(await screen.findByText(/We couldn’t deliver anything to it for five days/)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('radio', { name: /Start now/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(String(sent('PATCH')[0]?.body)).toContain('skip_missed=true'))
  cleanup()
  const asked: string[] = []
  const on = await open('/company/webhooks/3', {
    [`GET ${HOOKS}3/messages/`]: (query: URLSearchParams) => {
      asked.push(query.get('status') ?? 'all')
      return MESSAGES
    },
    [`POST ${HOOKS}3/replay/`]: { event_count: 12 },
  })
  fireEvent.click(await screen.findByRole('radio', { name: 'Failed' }))
  await waitFor(() => expect(asked).toContain('failed'))
  await choose('Replay events')
  fireEvent.change(await screen.findByLabelText('Day'), { target: { value: '2026-11-20' } })
  fireEvent.click(screen.getByRole('button', { name: 'Replay events' }))
  expect(await screen.findByText('12 events sent again')).toBeTruthy()
  expect(String(on.sent('POST')[0]!.body)).toContain('since=2026-11-20')
})

test('creates a new secret after a question', async () => {
  await open('/company/webhooks/3', {
    [`POST ${HOOKS}3/rotate_secret/`]: { endpoint: HOOK, secret: 'whsec_bmV3' },
  })
  await choose('Create new secret')
  fireEvent.click(await screen.findByRole('button', { name: 'Create secret' }))
  expect(await screen.findByText('whsec_bmV3')).toBeTruthy()
})

test('says whom to ask without the permission, and what isn’t there', async () => {
  const { sent } = await open('/company/webhooks', {}, 'buyer')
  expect(await screen.findByText('Your role doesn’t allow this')).toBeTruthy()
  expect(sent('GET').some(({ path }) => path === HOOKS)).toBe(false)
  cleanup()
  await open('/company/webhooks/99')
  expect(await screen.findByText('We couldn’t find that webhook')).toBeTruthy()
})

test('marks what is of test mode', async () => {
  await open('/company/webhooks', { [`GET ${HOOKS}`]: [HOOK, { ...HOOK, id: 5, mode: 'test' }] })
  expect(await screen.findAllByRole('link', { name: 'HR system' })).toHaveLength(2)
  expect(screen.getAllByText('Test')).toHaveLength(1)
})
