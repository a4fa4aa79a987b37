// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../../app/modal-store.ts'
import { ME, officeAnswers, PAID } from '../../../testing/office-fixture.ts'
import { pageOf } from '../../../testing/order-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  closeModal()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const LINES = [1, 2, 3, 4].map((id) => ({ ...PAID, id, number: `1040${id}` }))
const VIEW = {
  id: 5,
  name: 'To review',
  filters: { status: ['in_review'], reward_type: 'direct' },
  is_shared: true,
  is_mine: true,
  by_name: 'Robin Hale',
  is_default: false,
}
const open = (path: string, answers: Answers = {}) =>
  renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/orders/': pageOf(...LINES),
      'GET /api/v1/office/order_views/': [VIEW],
      ...answers,
    },
  })
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Order/ })
    .filter(({ checked }) => checked)
    .map((one) => one.getAttribute('aria-label'))

test('chooses a range with Shift, and a whole page with one click', async () => {
  await open('/office/orders')
  fireEvent.click(await box('Order 10401'))
  fireEvent.click(await box('Order 10403'), { shiftKey: true })
  expect(chosen()).toEqual(['Order 10401', 'Order 10402', 'Order 10403'])
  fireEvent.click(await box('All on this page'))
  expect(chosen()).toHaveLength(4)
  fireEvent.click(await box('All on this page'))
  expect(chosen()).toEqual([])
})

const RESULTS = [
  { id: 1, number: '10401', is_done: true, code: '', message: '' },
  {
    id: 2,
    number: '10402',
    is_done: false,
    code: 'order_changed',
    message: 'Ana Ruiz declined it in the meantime.',
  },
]

test('shows the result for each of many orders, and keeps the failed ones chosen', async () => {
  let status = 'in_review'
  const { requests } = await open('/office/orders', {
    'GET /api/v1/office/orders/': () =>
      pageOf(...LINES.map((line) => ({ ...line, status, display_status: status }))),
    'POST /api/v1/office/orders/many/': () => {
      status = 'approved'
      return { results: RESULTS }
    },
  })
  fireEvent.click(await box('Order 10401'))
  fireEvent.click(await box('Order 10402'))
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('1 approved; 1 not.')).toBeTruthy()
  expect(screen.getByText(/Ana Ruiz declined it in the meantime/).textContent).toContain('10402')
  expect(chosen()).toEqual(['Order 10402'])
  const sent = new URLSearchParams(String(requests.find(({ path }) => path.endsWith('/many/'))!.body))
  expect(JSON.parse(sent.get('orders')!)).toEqual([
    { id: 1, seen_status: 'in_review' },
    { id: 2, seen_status: 'in_review' },
  ])

  // Once its change has been shown, the decision applies to the current version.
  await waitFor(() => expect(within(screen.getByRole('table')).getAllByText('Approved')).toHaveLength(4))
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }))
  const asked = () => requests.filter(({ path }) => path.endsWith('/many/'))
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(new URLSearchParams(String(asked()[1]!.body)).get('orders')).toBe(
    '[{"id":2,"seen_status":"approved"}]',
  )
})

test('putting many orders on hold needs a reason, and view-only staff can’t choose any', async () => {
  const { requests } = await open('/office/orders')
  fireEvent.click(await box('Order 10401'))
  fireEvent.click(screen.getByRole('button', { name: 'Hold' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hold' }))
  expect(await screen.findByText('This field is required')).toBeTruthy()
  expect(requests.some(({ path }) => path.endsWith('/many/'))).toBe(false)
  cleanup()
  await open('/office/orders', {
    'GET /api/v1/office/me/': { ...ME, role: 'viewer', capabilities: ['orders.read'] },
  })
  await screen.findByRole('link', { name: '10401' })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a view puts its filters into the URL, and the default view opens first', async () => {
  const { router } = await open('/office/orders')
  fireEvent.click(await screen.findByRole('button', { name: 'To review' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'in_review', type: 'direct' }))
  cleanup()

  const begun = await open('/office/orders', {
    'GET /api/v1/office/order_views/': [{ ...VIEW, is_default: true }],
  })
  await waitFor(() =>
    expect(begun.router.state.location.search).toEqual({ status: 'in_review', type: 'direct' }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'All orders' }))
  await waitFor(() => expect(begun.router.state.location.search).toEqual({}))
  cleanup()

  const asked = await open('/office/orders?only=held', {
    'GET /api/v1/office/order_views/': [{ ...VIEW, is_default: true }],
  })
  await screen.findByRole('link', { name: '10401' })
  expect(asked.router.state.location.search).toEqual({ only: 'held' })
})

test('saves the current filters under a name', async () => {
  const { requests } = await open('/office/orders?only=held&search=halden', {
    'POST /api/v1/office/order_views/': { ...VIEW, id: 6 },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Save this view' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), {
    target: { value: 'Halden, held' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = new URLSearchParams(String(requests.find(({ method }) => method === 'POST')!.body))
  expect(sent.get('name')).toBe('Halden, held')
  expect(JSON.parse(sent.get('filters')!)).toEqual({ only: 'held', search: 'halden' })
})
