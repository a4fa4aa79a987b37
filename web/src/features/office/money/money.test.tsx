// @vitest-environment happy-dom
import type { OutputOf } from '@laurel/contract/wire-types'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../../app/modal-store.ts'
import { ME, officeAnswers } from '../../../testing/office-fixture.ts'
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

const field = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

async function open(path: string, answers: Answers = {}) {
  return renderPage(path, { answers: { ...officeAnswers(), ...answers } })
}

const REFUND: OutputOf<'listRefunds'>['results'][number] = {
  id: 3,
  order_id: 7,
  order_number: '10475',
  payment_id: 1,
  method_code: 'elavon_cc',
  amount_cents: 600_000,
  reason: 'Wrong amount',
  kind: 'return',
  state: 'asked',
  message: '',
  asked_by: 'staff:2',
  asked_by_name: 'Ana Ruiz',
  approved_by: '',
  approved_by_name: '',
  stuck_since: null,
  discrepancy_id: null,
  created_at: '2026-11-21T10:00:00Z',
  updated_at: '2026-11-21T10:00:00Z',
}

test('a large refund waits for a second person', async () => {
  let askedBy = `staff:${ME.id}`
  const answers = { 'GET /api/v1/office/refunds/': () => pageOf({ ...REFUND, asked_by: askedBy }) }
  const { unmount } = await open('/office/refunds', answers)
  expect(await screen.findByText(/needs a colleague’s approval/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw request' })).toBeTruthy()

  unmount()
  askedBy = 'staff:99'
  await open('/office/refunds', {
    ...answers,
    'POST /api/v1/office/refunds/3/decide/': () =>
      Response.json({ code: 'refund_changed', detail: 'Look again.' }, { status: 409 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  // A colleague was faster.
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve refund' }))
  expect(await screen.findByText(/A colleague has already decided about this refund/)).toBeTruthy()
})

test('shows a refund that the provider hasn’t carried out, and lets staff mark it as sent', async () => {
  const refund = {
    ...REFUND,
    order_number: '',
    reason: 'Charged twice',
    state: 'approved',
    asked_by: 'staff:9',
    stuck_since: '2026-11-19T10:00:00Z',
    discrepancy_id: 4,
    created_at: '2026-11-18T10:00:00Z',
    updated_at: '2026-11-18T10:00:00Z',
  }
  await open('/office/refunds', { 'GET /api/v1/office/refunds/': pageOf(refund) })
  expect(await screen.findByText(/hasn’t processed this refund since Nov 19/)).toBeTruthy()
  expect(screen.getByText(/^Charged twice\. Requested by Ana Ruiz/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mark as sent' })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Payment discrepancy' })
  expect(link.getAttribute('href')).toBe('/office/payments?only=all')
})

test('refunds a payment without an order by check number and reason', async () => {
  const stray: OutputOf<'refundReceivedPayment'> = {
    id: 3,
    method_code: 'self_hosted_check',
    amount_cents: 60_000,
    reference: '',
    payer: 'Halden Tools',
    document_number: '1207',
    received_on: '2026-11-20',
    note: '',
    order_id: null,
    order_number: '',
    is_top_up: false,
    recorded_by: 'staff:3',
    recorded_at: '2026-11-20T10:00:00Z',
    reversed_at: null,
    reversed_reason: '',
    refund_asked_by: 'staff:3',
    refund_document_number: '',
  }
  const { requests } = await open('/office/received-payments', {
    'GET /api/v1/office/received_payments/': pageOf(stray),
    'POST /api/v1/office/received_payments/3/refund/': { ...stray, reversed_at: '2026-11-21T10:00:00Z' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Refund: Check of $600.00' }))
  expect(screen.getByText('A second person must approve the refund')).toBeTruthy()
  await screen.findByRole('dialog', { name: 'Refund $600.00 to its payer?' })
  const isSend = ({ path }: { path: string }) => path.endsWith('/refund/')
  press('Refund $600.00')
  expect(requests.some(isSend)).toBe(false)
  field('Check or transfer number', '5001')
  field('Reason', 'The order was canceled')
  press('Refund $600.00')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(String(requests.find(isSend)!.body)).toBe('document_number=5001&reason=The+order+was+canceled')
})

test('checks a reference while it is typed', async () => {
  const { requests } = await open('/office/received-payments')
  await screen.findByRole('heading', { name: 'Record a payment' })
  field('Reference', 'R-10482-81')
  expect(screen.getByText(/That reference isn’t valid/)).toBeTruthy()
  field('Reference', 'r 10482 80')
  expect(screen.getByText('This is order 10482.')).toBeTruthy()

  press('Record check')
  expect(await screen.findByText('Enter an amount above $0.00.')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})
