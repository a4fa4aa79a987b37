// @vitest-environment happy-dom
import type { OutputOf } from '@laurel/contract/wire-types'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../../app/modal-store.ts'
import { OFFICE_CUSTOMER, officeAnswers } from '../../../testing/office-fixture.ts'
import { order, payment } from '../../../testing/order-fixture.ts'
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

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

async function open(path: string, answers: Answers = {}) {
  return renderPage(path, { answers: { ...officeAnswers(), ...answers } })
}

function officeOrder(status: 'in_review' | 'approved' | 'declined') {
  const display_status = status === 'declined' ? 'rejected' : status
  const placed = {
    number: '10475',
    status,
    display_status,
    placed_at: '2026-11-21T10:00:00Z',
    total_cents: 10_195,
  } as const
  return {
    order: order(['bulk'], placed),
    customer: OFFICE_CUSTOMER,
    company: null,
    review_reasons: ['new_account'],
    held_at: null,
    held_reason: '',
    is_held_by_staff: false,
    can_release: false,
    missing_cents: 0,
    release_asked_by: '',
    release_asked_by_name: '',
  }
}

test('shows an order’s money, that it balances, and which rule it tripped', async () => {
  await open('/office/orders/7')
  expect(await screen.findByRole('heading', { name: 'Order 10475' })).toBeTruthy()
  expect(screen.getByText('A large order from a new account')).toBeTruthy()
  expect(await screen.findByText('Balanced')).toBeTruthy()
  expect(screen.getAllByText(/by card ending in 9990/).length).toBeGreaterThan(0)
})

test('shows a negative sum if a refunded payment was also returned', async () => {
  const money = officeAnswers()['GET /api/v1/office/orders/7/money/'] as OutputOf<'getOrderMoney'>
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/money/': { ...money, received_cents: -700, owed_cents: 10_895 },
  })
  await screen.findByRole('heading', { name: 'Order 10475' })
  expect((await screen.findByText('-$7.00')).previousSibling?.textContent).toBe('Received')
})

test('offers an order’s invoice, and its receipt once it is paid', async () => {
  const unpaid = officeOrder('in_review')
  const { requests } = await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/': unpaid,
    'GET /api/v1/office/orders/7/invoice/': new Response('%PDF-', {
      headers: { 'content-type': 'application/pdf' },
    }),
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  const documents = within(await screen.findByRole('region', { name: 'Documents' }))
  expect(documents.queryByRole('button', { name: 'Receipt' })).toBeNull()
  fireEvent.click(documents.getByRole('button', { name: 'Invoice' }))
  await waitFor(() =>
    expect(requests.some(({ path }) => path === '/api/v1/office/orders/7/invoice/')).toBe(true),
  )
  cleanup()
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/': {
      ...unpaid,
      order: { ...unpaid.order, payments: [payment({ state: 'paid' })] },
    },
  })
  expect(await screen.findByRole('button', { name: 'Receipt' })).toBeTruthy()
})

test('declining names the refund, needs a reason, and sends the status that was shown', async () => {
  const { requests } = await open('/office/orders/7', {
    'POST /api/v1/office/orders/7/decline/': officeOrder('declined'),
  })
  await screen.findByText('Balanced')
  press('Decline')
  const dialog = await screen.findByRole('dialog', { name: 'Decline order 10475?' })
  expect(dialog.textContent).toContain('We’ll cancel the charge of $101.95 before it settles.')

  fireEvent.click(within(dialog).getByRole('button', { name: 'Decline order' }))
  expect(await within(dialog).findByText('This field is required')).toBeTruthy()
  expect(requests.some(({ path }) => path.endsWith('/decline/'))).toBe(false)

  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'The logo is not yours.' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decline order' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = requests.find(({ path }) => path.endsWith('/decline/'))!
  expect(String(sent.body)).toBe('seen_status=in_review&reason=The+logo+is+not+yours.')
})

test('says that a colleague changed the order, and shows its current state', async () => {
  let status: 'in_review' | 'approved' = 'in_review'
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/': () => officeOrder(status),
    'POST /api/v1/office/orders/7/approve/': () => {
      status = 'approved'
      return Response.json({ code: 'order_changed', detail: 'Look again.' }, { status: 409 })
    },
  })
  await screen.findByRole('heading', { name: 'Order 10475' })
  press('Approve order')
  const dialog = await screen.findByRole('dialog', { name: 'Approve order 10475?' })
  expect(dialog.textContent).toContain('will be ready for fulfillment.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve order' }))
  expect(await screen.findByText(/This order has changed since you opened it/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve order' })).toBeNull())
})

test('refunds no more than possible', async () => {
  const { requests } = await open('/office/orders/7')
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund payment' })
  const amount = within(dialog).getByRole('textbox', { name: 'Amount' })
  fireEvent.change(amount, { target: { value: '500' } })
  fireEvent.blur(amount)
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: 'A gift' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refund' }))
  expect(await within(dialog).findByText('Enter an amount between $0.01 and $101.95.')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('says once, at the amount, that a refund became too large, and offers the rest', async () => {
  const words = '1 of 2 cards is claimed or mailed: at most $51.95 can be refunded.'
  const money = officeAnswers()['GET /api/v1/office/orders/7/money/'] as OutputOf<'getOrderMoney'>
  let isClaimed = false
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/money/': () =>
      isClaimed
        ? {
            ...money,
            refund_limit: words,
            payments: money.payments.map((one) => ({ ...one, refundable_cents: 5_195 })),
          }
        : money,
    'POST /api/v1/office/refunds/': () => {
      isClaimed = true
      return Response.json({ code: 'refund_cards_out', detail: words }, { status: 409 })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund payment' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: 'Asked' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refund $101.95' }))
  expect(await within(dialog).findByRole('button', { name: 'Refund $51.95' })).toBeTruthy()
  const amount = within(dialog).getByRole('textbox', { name: 'Amount' }) as HTMLInputElement
  expect(amount.value).toBe('$51.95')
  expect(screen.getAllByText(words)).toHaveLength(1)
  expect(amount.getAttribute('aria-describedby')).toContain(screen.getByText(words).closest('[id]')?.id)
})

test('declining a partly paid order names the sum to refund', async () => {
  const money = officeAnswers()['GET /api/v1/office/orders/7/money/'] as OutputOf<'getOrderMoney'>
  const [paid] = money.payments
  const promised = { ...paid!, method_code: 'self_hosted_check', state: 'submitted', refundable_cents: 0 }
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/money/': { ...money, received_cents: 3_000, payments: [promised] },
  })
  await screen.findByText('Balanced')
  press('Decline')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Refund $30.00 by check or transfer')
})

const REFUND = {
  order_number: '10475',
  method_code: 'elavon_cc',
  reason: 'Ordered twice',
  message: '',
  asked_by: 'staff:2',
  asked_by_name: 'Robin Hale',
  approved_by: '',
  approved_by_name: '',
  stuck_since: null,
  discrepancy_id: null,
  created_at: '2026-11-21T11:00:00Z',
  updated_at: '2026-11-21T11:00:00Z',
} as const

test('a refunded order can’t be put on hold or approved, and declining it names the refund', async () => {
  const office = officeOrder('approved')
  const money = officeAnswers()['GET /api/v1/office/orders/7/money/'] as OutputOf<'getOrderMoney'>
  const refund = { id: 3, order_id: 7, payment_id: 1, amount_cents: 10_195, state: 'done', kind: 'void' }
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/': {
      ...office,
      order: { ...office.order, refund_state: 'full', refunded_cents: 10_195 },
      held_at: '2026-11-21T11:00:00Z',
      held_reason: 'Its payment was refunded.',
    },
    'GET /api/v1/office/orders/7/money/': {
      ...money,
      received_cents: 0,
      payments: money.payments.map((one) => ({
        ...one,
        state: 'refunded',
        received_cents: 0,
        refundable_cents: 0,
      })),
      refunded_cents: 10_195,
      refunds: [
        { ...refund, ...REFUND },
        { ...refund, ...REFUND, id: 99, amount_cents: 1_625, discrepancy_id: 4 },
      ],
    },
  })
  await screen.findByText(/We refunded the full \$101\.95/)
  // Money that was received besides the order's own payment, and refunded, is shown separately.
  expect((await screen.findByText('Discrepancies refunded')).parentElement?.textContent).toContain('-$16.25')
  expect(screen.getByText('Received').parentElement?.textContent).toContain('$118.20')
  screen.getByText(/ask for a new order/)
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
  expect(screen.getAllByText('Refunded').length).toBeGreaterThan(0)
  expect(screen.queryByText('On hold')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Hold' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('We’ve already refunded $101.95')
})
