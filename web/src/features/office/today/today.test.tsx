// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ME, officeAnswers, orderedOverTime, todayOf } from '../../../testing/office-fixture.ts'
import { pageOf } from '../../../testing/order-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'
import { greeting } from './TodayScreen.tsx'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = (answers: Answers = {}, path = '/office') =>
  renderPage(path, { answers: { ...officeAnswers(), ...answers } })
const links = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('starts with what needs attention, with links', async () => {
  await open()
  const todos = await screen.findByRole('list', { name: 'Needs attention' })
  expect(todos.textContent).toContain('$101.95, from Halden Tools.')
  expect(links(todos)).toEqual([['Review', '/office/orders?status=in_review']])
  expect(screen.getByText(/1 thing needs attention\./)).toBeTruthy()
})

test('links each kind of to-do to its screen, and doesn’t count flagged orders twice', async () => {
  const late = todayOf(
    { kind: 'review', count: 3 },
    { kind: 'flagged', count: 2 },
    { kind: 'long_outstanding', count: 4, cents: 15_000 },
    { kind: 'overdue_invoices', count: 2, cents: 66_020 },
    { kind: 'merges_to_agree', count: 1, oldest: 'Halden West', oldest_id: 6 },
    { kind: 'batches_failed', count: 1, card_count: 312, oldest: 'B-7', oldest_id: 7 },
    { kind: 'batches_to_mail', count: 2, card_count: 40, oldest: 'B-3', oldest_id: 3 },
    { kind: 'letters_to_batch', count: 1, card_count: 5_214, cents: 100_000 },
    { kind: 'unanswered_labels', count: 1, oldest: 'B-4', oldest_id: 4 },
    { kind: 'bounced', count: 6, cents: 30_000 },
    { kind: 'failed_jobs', count: 1 },
  )
  late.outstanding_ages = late.outstanding_ages.map((one) => ({
    ...one,
    count: one.age === 'over_60' ? 1 : 3,
  }))
  await open({ 'GET /api/v1/office/today/': late })
  const todos = await screen.findByRole('list', { name: 'Needs attention' })
  expect(screen.getByText(/22 things need attention\./)).toBeTruthy()
  expect(todos.querySelectorAll('li')).toHaveLength(10)
  expect(todos.textContent).toContain('$150.00 is outstanding: 3 for 31–60 days, 1 for over 60 days.')
  expect(todos.textContent).toContain('5,214 letters with $1,000.00 on their cards.')
  expect(todos.textContent).toContain('312 cards. The first is batch B-7.')
  expect(links(todos)).toEqual([
    ['2 of them flagged', '/office/orders?status=in_review&only=flagged'],
    ['Review', '/office/orders?status=in_review'],
    ['Remind', '/office/received-payments?only=outstanding'],
    ['Remind', '/office/received-payments?only=invoices'],
    ['Review', '/office/companies/6'],
    ['View', '/office/fulfillment/7'],
    ['View', '/office/fulfillment/4'],
    ['Print', '/office/fulfillment?kind=direct'],
    ['Mail', '/office/fulfillment?show=batches'],
    ['Fix', '/office/deliveries?group=needs_a_hand'],
    ['View', '/office/system'],
  ])
})

test('says that there is nothing to do', async () => {
  await open({ 'GET /api/v1/office/today/': todayOf(), 'GET /api/v1/office/orders/': pageOf() })
  expect(await screen.findByText('You’re all caught up')).toBeTruthy()
  expect(screen.getByText(/Nothing needs attention\./)).toBeTruthy()
})

test('shows an error with a retry if to-dos fail to load', async () => {
  let isDown = true
  const down = () => Response.json({ code: 'fault', detail: 'Told of a fault.' }, { status: 500 })
  await open({ 'GET /api/v1/office/today/': () => (isDown ? down() : todayOf()) })
  expect(await screen.findByText('Told of a fault.')).toBeTruthy()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You’re all caught up')).toBeTruthy()
})

test('the navigation counts the to-dos of each screen', async () => {
  const waiting = todayOf(
    { kind: 'letters_to_batch', count: 2 },
    { kind: 'batches_to_print', count: 1 },
    { kind: 'bounced', count: 4 },
    { kind: 'returned', count: 1 },
  )
  await open({ 'GET /api/v1/office/today/': waiting })
  const places = within(await screen.findByRole('navigation', { name: 'Office' }))
  expect(await places.findByRole('link', { name: /^Fulfillment ?3 waiting$/ })).toBeTruthy()
  expect(places.getByRole('link', { name: /^Deliveries ?5 waiting$/ })).toBeTruthy()
  expect(places.getByRole('link', { name: 'Orders' })).toBeTruthy()
})

test('the chart has a table of every number, which screen readers read even while it is hidden', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Ordered per day' })
  const row = within(table).getByRole('row', { name: /^Nov 20/ })
  expect(row.textContent).toBe('Nov 201$500.00$500.00$500.00$1,500.00')
  expect(within(table).getAllByRole('row')).toHaveLength(32)
  expect(screen.getByText('50% more than in the 30 days before: $1,000.00 in 2 orders.')).toBeTruthy()
  const drawn = screen.getByRole('img', { name: /the most is \$1,500.00 at Nov 20/ })
  expect(drawn).toBeTruthy()

  const show = screen.getByRole('button', { name: 'Show as a table' })
  expect(show.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(show)
  expect(screen.getByRole('button', { name: 'Hide the table', expanded: true })).toBeTruthy()
})

test('asks the server for another period', async () => {
  const asked: (string | null)[] = []
  await open({
    'GET /api/v1/office/ordered_over_time/': (query: URLSearchParams) => {
      asked.push(query.get('period'))
      return { ...orderedOverTime(), period: query.get('period') }
    },
  })
  fireEvent.click(await screen.findByRole('radio', { name: '12 months' }))
  expect(await screen.findByRole('heading', { name: 'Ordered per month' })).toBeTruthy()
  expect(asked).toEqual(['days', 'months'])
})

test('links stages to their orders, also for staff who can’t see money', async () => {
  await open({ 'GET /api/v1/office/me/': { ...ME, role: 'viewer', capabilities: ['orders.read'] } })
  const door = await screen.findByRole('region', { name: 'From payment to delivery' })
  expect(door.textContent).toContain('2 h 10')
  expect(within(door).getByRole('link', { name: 'Pending payment' }).getAttribute('href')).toBe(
    '/office/orders?status=pending_payment',
  )
})

test('opens the phone’s menu from a button with the current screen’s name, and Esc closes it', async () => {
  await open({}, '/office/orders')
  const button = await screen.findByRole('button', { name: 'Places, at Orders' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  const place = screen.getByRole('link', { name: 'Audit log' })
  place.focus()
  fireEvent.keyDown(place, { key: 'Escape' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(button)

  fireEvent.click(button)
  fireEvent.click(screen.getByRole('link', { name: /^Refunds/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Places, at Refunds' })).toBeTruthy())
  expect(screen.getByRole('button', { name: /^Places, at/ }).getAttribute('aria-expanded')).toBe('false')
})

test.each(['go-live', 'password'])('on %s, the phone’s menu doesn’t say Today', async (screenName) => {
  await open({}, `/office/${screenName}`)
  expect(await screen.findByRole('button', { name: 'Places, at Office' })).toBeTruthy()
})

test.each([
  [2, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('greets at %i:00 with “%s”', (hour, words) => {
  expect(greeting(hour)).toBe(words)
})
