// @vitest-environment happy-dom
import type { OutputOf } from '@laurel/contract/wire-types'
import { GO_LIVE_LINES } from '@laurel/domain/go-live'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { officeAnswers, todayOf } from '../../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type GoLive = OutputOf<'getGoLive'>
const READY: GoLive = {
  live_at: null,
  can_go_live: true,
  can_take_offline: false,
  preview_orders: 0,
  lines: GO_LIVE_LINES.map((name) => ({
    name,
    state: 'ready',
    blocks: false,
    text: `${name} is fine.`,
    checks: name === 'payments' ? ['payments'] : [],
    checked_at: null,
  })),
  can_send_test_mail: true,
  mail_sender: null,
}
const withLine = (name: string, changes: Partial<GoLive['lines'][number]>): GoLive => ({
  ...READY,
  can_go_live: false,
  lines: READY.lines.map((line) => (line.name === name ? { ...line, ...changes } : line)),
})
const open = (live: GoLive, answers: Answers = {}) =>
  renderPage('/office/go-live', {
    answers: { ...officeAnswers(), 'GET /api/v1/office/go_live/': live, ...answers },
  })
const row = (title: string) => within(screen.getByText(title, { selector: 'li b' }).closest('li')!)

test('goes live once nothing required is left', async () => {
  let live = READY
  const { requests } = await open(READY, {
    'GET /api/v1/office/go_live/': () => live,
    'POST /api/v1/office/go_live/': () => {
      live = { ...READY, live_at: '2026-11-23T15:00:00Z', can_go_live: false, can_take_offline: true }
      return live
    },
  })
  expect(await screen.findByText('You can go live.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open preview: Preview order' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Go live' }))
  expect(await screen.findByRole('button', { name: 'Take offline' })).toBeTruthy()
  expect(screen.getByText(/^Live since/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Open preview/ })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Visitors see this' })).toBeNull()
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('asks before it deletes the orders of the preview', async () => {
  const { requests } = await open(
    { ...READY, preview_orders: 2 },
    { 'POST /api/v1/office/go_live/': { ...READY, live_at: '2026-11-23T15:00:00Z' } },
  )
  const posts = () => requests.filter(({ method }) => method === 'POST').length
  fireEvent.click(await screen.findByRole('button', { name: 'Go live' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Go live?' }))
  expect(dialog.getByText(/^2 preview orders and their cards will be deleted/)).toBeTruthy()
  expect(posts()).toBe(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Go live' }))
  await waitFor(() => expect(posts()).toBe(1))
})

test('a required line keeps the site from going live, and says what is wrong', async () => {
  const text = 'Converge refused the merchant ID, user ID, or PIN.'
  let live = withLine('payments', { state: 'todo', blocks: true, text })
  const { requests } = await open(live, {
    'GET /api/v1/office/go_live/': () => live,
    'POST /api/v1/office/go_live/checks/': () => {
      live = READY
      return READY
    },
  })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(row('Payments').getByRole('img', { name: 'Required' })).toBeTruthy()
  expect(screen.getByText(/1 required line is left/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Go live' })).toHaveProperty('disabled', true)
  fireEvent.click(row('Payments').getByRole('button', { name: 'Test connection: Payments' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Go live' })).toHaveProperty('disabled', false),
  )
  expect(String(requests.find(({ method }) => method === 'POST')?.body)).toBe('only=payments')
})

test('shows the DNS records that are missing, to copy, and why a test mail failed', async () => {
  const record = { host: '_dmarc.example.com', value: 'v=DMARC1; p=quarantine', found: '' }
  const sender = { from_address: 'a@example.com', version: 1, checked_at: null, is_used: true }
  await open(
    {
      ...READY,
      mail_sender: {
        ...sender,
        records: [
          { name: 'spf', ...record, state: 'right' },
          { name: 'dmarc', ...record, state: 'missing' },
        ],
      },
    },
    {
      'POST /api/v1/office/go_live/test_mail/': () =>
        Response.json({ code: 'too_many_requests', detail: 'Try again in 10 seconds.' }, { status: 429 }),
    },
  )
  expect(await screen.findByRole('group', { name: 'Add this DMARC record' })).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Add this SPF record' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Send me a test' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Try again in 10 seconds.')
})

test('Today says that the site isn’t live, until it is', async () => {
  const today = { ...todayOf(), is_live: false }
  await renderPage('/office', { answers: { ...officeAnswers(), 'GET /api/v1/office/today/': today } })
  expect(await screen.findByText('Your site isn’t live yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open checklist' }).getAttribute('href')).toBe('/office/go-live')
  cleanup()
  await renderPage('/office', { answers: officeAnswers() })
  await screen.findByText('Waiting for review')
  expect(screen.queryByText('Your site isn’t live yet.')).toBeNull()
})

test('only the page of a preview says so', async () => {
  await renderPage('/')
  expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull()
  cleanup()
  document.head.innerHTML = '<meta name="laurel-preview" content="1">'
  await renderPage('/')
  const ribbon = within(await screen.findByRole('complementary', { name: 'Preview' }))
  expect(ribbon.getByRole('link', { name: 'Go-live checklist' }).getAttribute('href')).toBe('/office/go-live')
})
