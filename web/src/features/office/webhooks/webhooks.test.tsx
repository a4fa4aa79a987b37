// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../../app/modal-store.ts'
import { ME, officeAnswers } from '../../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'
import { loadAdminScreens, loadScreens } from '../load-screens.ts'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })
beforeAll(async () => {
  await Promise.all([loadScreens(), loadAdminScreens()])
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  closeModal()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const WAREHOUSE = {
  id: 3,
  url: 'https://hooks.warehouse.example/laurel',
  description: 'Warehouse',
  event_types: ['order.approved', 'order.declined'],
  enabled: true,
  off_reason: '',
  off_at: null,
  failing_since: null,
  delivered_at: '2026-11-21T09:00:00Z',
  waiting_count: 0,
  failed_count: 0,
  old_secret_until: null,
  created_by: 'staff:2',
  created_at: '2026-11-20T09:00:00Z',
  version: 4,
}
const BODY = '{"type":"order.approved","timestamp":"2026-11-21T09:00:00.000Z","data":{"order_id":7}}'
const GIVEN_UP = {
  id: 9,
  event_id: 'evt_41',
  type: 'order.approved',
  happened_at: '2026-11-21T09:00:00Z',
  body: BODY,
  status: 'failed',
  next_at: null,
  attempt_count: 2,
  attempts: [
    {
      id: 2,
      status: 503,
      problem: '',
      answer: 'closed for stocktaking',
      duration_ms: 130,
      at: '2026-11-21T09:05:00Z',
    },
    {
      id: 1,
      status: null,
      problem: 'The server refused the connection.',
      answer: '',
      duration_ms: 4,
      at: '2026-11-21T09:00:00Z',
    },
  ],
}
const page = (...results: unknown[]) => ({ count: results.length, next: null, previous: null, results })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = async (entry: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'More for this endpoint' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}
const open = (path: string, answers: Answers = {}) =>
  renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/webhooks/': [WAREHOUSE],
      'GET /api/v1/office/webhooks/3/': WAREHOUSE,
      'GET /api/v1/office/webhooks/3/messages/': page(GIVEN_UP),
      ...answers,
    },
  })
const bodyOf = (requests: { method: string; path: string; body: unknown }[], path: string) =>
  new URLSearchParams(String(requests.find((one) => one.method !== 'GET' && one.path === path)?.body ?? ''))

test('shows a new endpoint’s secret once and forgets it on closing', async () => {
  const { requests } = await open('/office/webhooks', {
    'POST /api/v1/office/webhooks/': { endpoint: WAREHOUSE, secret: 'whsec_b25jZQ==' },
  })
  await screen.findByText(WAREHOUSE.url)
  press('Add an endpoint')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'All events' }))
  press('Add endpoint')
  expect(await screen.findByText('This field is required')).toBeTruthy()
  expect(screen.getByText('Choose at least one event.')).toBeTruthy()

  fireEvent.change(screen.getByLabelText('Address'), { target: { value: ' https://erp.example/in ' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /order\.declined/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /order\.placed/ }))
  press('Add endpoint')
  expect(await screen.findByText('whsec_b25jZQ==')).toBeTruthy()
  const sent = bodyOf(requests, '/api/v1/office/webhooks/')
  expect([sent.get('url'), sent.get('event_types')]).toEqual([
    'https://erp.example/in',
    '["order.placed","order.declined"]',
  ])
  press('Done')
  await waitFor(() => expect(screen.queryByText('whsec_b25jZQ==')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add an endpoint' })),
  )
})

test('shows a forbidden address at its field', async () => {
  const message = 'This address is in a private network.'
  await open('/office/webhooks', {
    'POST /api/v1/office/webhooks/': () =>
      Response.json(
        { code: 'validation_failed', errors: [{ field: 'url', code: 'invalid', message }] },
        { status: 400 },
      ),
  })
  await screen.findByText(WAREHOUSE.url)
  press('Add an endpoint')
  fireEvent.change(await screen.findByLabelText('Address'), {
    target: { value: 'https://intranet.example/' },
  })
  press('Add endpoint')
  await screen.findByText(message)
  expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true')
})

test('shows every attempt of a failed message with its response, and sends it again', async () => {
  const { requests } = await open('/office/webhooks/3', {
    'POST /api/v1/office/webhooks/3/messages/9/send_again/': { ...GIVEN_UP, status: 'waiting' },
  })
  expect(await screen.findByText(/Message and 2 attempts/)).toBeTruthy()
  expect(screen.getAllByText(/Responded 503 after 0\.13 s\.$/)).toHaveLength(2)
  expect(screen.getByText(/The server refused the connection\. \(0\.00 s\)/)).toBeTruthy()
  expect(
    screen.getByRole('region', { name: 'Response to attempt 2 of evt_41', hidden: true }).textContent,
  ).toBe('closed for stocktaking')
  expect(screen.getByText(BODY)).toBeTruthy()
  press('Send again: evt_41')
  expect(await screen.findByText('evt_41 queued again')).toBeTruthy()
  expect(requests.some(({ path }) => path.endsWith('/messages/9/send_again/'))).toBe(true)
})

test('keeps the filter of messages in the URL', async () => {
  const asked: string[] = []
  const { router } = await open('/office/webhooks/3', {
    'GET /api/v1/office/webhooks/3/messages/': (query: URLSearchParams) => {
      asked.push(query.get('status') ?? 'all')
      return page()
    },
  })
  fireEvent.click(await screen.findByRole('radio', { name: 'Failed' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'failed' }))
  expect(await screen.findByText('No messages found')).toBeTruthy()
  expect(asked).toContain('failed')
})

test('explains why an endpoint was switched off automatically, and resumes where it stopped by default', async () => {
  const off = { ...WAREHOUSE, enabled: false, off_reason: 'failing', off_at: '2026-11-21T09:00:00Z' }
  const { requests } = await open('/office/webhooks/3', {
    'GET /api/v1/office/webhooks/3/': off,
    'PATCH /api/v1/office/webhooks/3/': WAREHOUSE,
  })
  expect(await screen.findByText(/The endpoint didn’t respond for five days/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send test event' })).toBeNull()
  press('Turn on')
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('radio', { name: /Start now/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Turn on' }))
  await waitFor(() =>
    expect(Object.fromEntries(bodyOf(requests, '/api/v1/office/webhooks/3/'))).toEqual({
      seen_version: '4',
      enabled: 'true',
      skip_missed: 'true',
    }),
  )
})

test('replays from a time in the site’s time zone', async () => {
  const { requests } = await open('/office/webhooks/3', {
    'POST /api/v1/office/webhooks/3/replay/': { event_count: 12 },
  })
  await choose('Replay events')
  fireEvent.change(await screen.findByLabelText('Day'), { target: { value: '2026-11-20' } })
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '09:00' } })
  press('Replay events')
  expect(await screen.findByText('12 events sent again')).toBeTruthy()
  expect(bodyOf(requests, '/api/v1/office/webhooks/3/replay/').get('since')).toBe('2026-11-20T15:00:00.000Z')
})

test('hides webhooks from staff who can’t edit the site', async () => {
  await open('/office', {
    'GET /api/v1/office/me/': { ...ME, role: 'viewer', capabilities: ['orders.read'] },
  })
  const places = await screen.findByRole('navigation', { name: 'Office' })
  expect(within(places).queryByRole('link', { name: /Webhooks/ })).toBeNull()
})
