// @vitest-environment jsdom
import type { OutputOf } from '@laurel/contract/wire-types'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { order, pageOf, payment } from '../../testing/order-fixture.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER, ME, officeAnswers } from './office-fixture.ts'

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

const signedOut = () => Response.json({ code: 'sign_in_required', detail: 'Sign in first.' }, { status: 401 })
const field = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

async function open(path: string, answers: Answers = {}) {
  return renderPage(path, { answers: { ...officeAnswers(), ...answers } })
}

test('who is not signed in finds the door at the wanted address, and is there once in', async () => {
  let isIn = false
  const { router } = await open('/office/received-payments?only=all', {
    'GET /api/v1/office/me/': () => (isIn ? ME : signedOut()),
    'POST /api/v1/office/sign_in/': { step: 'code', ticket: 't1' },
    'POST /api/v1/office/sign_in/code/': () => {
      isIn = true
      return ME
    },
  })
  expect(await screen.findByRole('heading', { name: 'Sign in to the office' })).toBeTruthy()
  field('Email', 'robin@northwind.example')
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  press('Continue')
  expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeTruthy()
  field('Code', '123 456')
  press('Open the office')

  expect(await screen.findByRole('heading', { name: 'Payments received' })).toBeTruthy()
  expect(router.state.location.href).toBe('/office/received-payments?only=all')
})

test('at the first sign-in the authenticator is set up by picture or key', async () => {
  await open('/office', {
    'GET /api/v1/office/me/': signedOut,
    'POST /api/v1/office/sign_in/': {
      step: 'set_up',
      ticket: 't1',
      secret: 'JBSWY3DPEHPK3PXP',
      otpauth_url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
    },
    'POST /api/v1/office/sign_in/code/': () =>
      Response.json(
        { code: 'validation_failed', errors: [{ field: 'code', code: 'wrong', message: 'Not that code.' }] },
        { status: 422 },
      ),
  })
  await screen.findByRole('heading', { name: 'Sign in to the office' })
  field('Email', 'robin@northwind.example')
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  press('Continue')
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the key' })).toBeTruthy()
  field('Code', '111111')
  press('Open the office')
  expect(await screen.findByText('Not that code.')).toBeTruthy()
})

test('a password that was given must be changed before anything else is shown', async () => {
  await open('/office', { 'GET /api/v1/office/me/': { ...ME, must_change_password: true } })
  expect(await screen.findByRole('heading', { name: 'Choose a password of your own' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Office' })).toBeNull()
})

test('only the places a person may go are shown', async () => {
  await open('/office/orders', {
    'GET /api/v1/office/me/': { ...ME, role: 'viewer', capabilities: ['orders.read'] },
  })
  const places = within(await screen.findByRole('navigation', { name: 'Office' })).getAllByRole('link')
  expect(places.map((place) => place.textContent?.replace(/\d.*/, ''))).toEqual(['Today', 'Orders'])
})

test('a session that ends is told, and the address stays', async () => {
  let hasEnded = false
  const orders = () => (hasEnded ? signedOut() : pageOf())
  const { router } = await open('/office/orders', { 'GET /api/v1/office/orders/': orders })
  await screen.findByRole('heading', { name: 'Orders' })
  hasEnded = true
  press('On hold')
  expect(await screen.findByText(/Your session has ended/)).toBeTruthy()
  expect(router.state.location.href).toBe('/office/orders?only=held')
})

test('a customer’s token does not travel to the office', async () => {
  const seen: string[] = []
  const { requests } = await renderPage('/office/orders', { isSignedIn: true, answers: officeAnswers() })
  await screen.findByRole('heading', { name: 'Orders' })
  const fetching = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.startsWith('/api/v1/office/')) seen.push(new Headers(init.headers).get('authorization') ?? 'none')
    return fetching(url, init)
  })
  press('On hold')
  await waitFor(() => expect(seen.length).toBeGreaterThan(0))
  expect(new Set(seen)).toEqual(new Set(['none']))
  expect(requests.length).toBeGreaterThan(0)
})

test('filters stand in the address and go to the server', async () => {
  const asked: string[] = []
  const { router } = await open('/office/orders?search=10475', {
    'GET /api/v1/office/orders/': (query: URLSearchParams) => {
      asked.push(query.toString())
      return pageOf()
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'In review' }))
  press('Flagged')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ search: '10475', status: 'in_review', only: 'flagged' }),
  )
  await waitFor(() =>
    expect(asked.some((one) => /status=in_review/.test(one) && /search=10475/.test(one))).toBe(true),
  )
})

test('an order shows its money, that it balances, and what tripped a rule', async () => {
  await open('/office/orders/7')
  expect(await screen.findByRole('heading', { name: 'Order 10475' })).toBeTruthy()
  expect(screen.getByText('A large order from a new account')).toBeTruthy()
  expect(await screen.findByText('Sums to $0.00')).toBeTruthy()
  expect(screen.getAllByText(/by card ending in 9990/).length).toBeGreaterThan(0)
})

test('money that went back after it was given back stands there below nothing', async () => {
  const money = officeAnswers()['GET /api/v1/office/orders/7/money/'] as OutputOf<'getOrderMoney'>
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/money/': { ...money, received_cents: -700, owed_cents: 10_895 },
  })
  await screen.findByRole('heading', { name: 'Order 10475' })
  expect((await screen.findByText('-$7.00')).previousSibling?.textContent).toBe('Received')
})

test('an order’s invoice is one press away, and its receipt once it is paid', async () => {
  const unpaid = officeOrder('in_review')
  const { requests } = await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/': unpaid,
    'GET /api/v1/office/orders/7/invoice/': new Response('%PDF-', {
      headers: { 'content-type': 'application/pdf' },
    }),
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  const papers = within(await screen.findByRole('region', { name: 'Papers' }))
  expect(papers.queryByRole('button', { name: 'Receipt' })).toBeNull()
  fireEvent.click(papers.getByRole('button', { name: 'Invoice' }))
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

test('declining says what goes back, needs a reason, and tells what was seen', async () => {
  const { requests } = await open('/office/orders/7', {
    'POST /api/v1/office/orders/7/decline/': officeOrder('declined'),
  })
  await screen.findByText('Sums to $0.00')
  press('Decline')
  const dialog = await screen.findByRole('dialog', { name: 'Decline order 10475?' })
  expect(dialog.textContent).toContain('The charge of $101.95 is canceled before it settles.')

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

test('an order somebody moved meanwhile is told, and shown as it stands now', async () => {
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
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve order' }))
  expect(await screen.findByText(/This order has changed since you opened it/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve order' })).toBeNull())
})

test('no more is given back than can be', async () => {
  const { requests } = await open('/office/orders/7')
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund this payment' })
  const amount = within(dialog).getByRole('textbox', { name: 'Amount' })
  fireEvent.change(amount, { target: { value: '500' } })
  fireEvent.blur(amount)
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: 'A gift' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refund' }))
  expect(await within(dialog).findByText('Between $0.01 and $101.95.')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('a refund that became too large says so once, at its amount, and offers what is left', async () => {
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
  const dialog = await screen.findByRole('dialog', { name: 'Refund this payment' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: 'Asked' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refund $101.95' }))
  expect(await within(dialog).findByRole('button', { name: 'Refund $51.95' })).toBeTruthy()
  const amount = within(dialog).getByRole('textbox', { name: 'Amount' }) as HTMLInputElement
  expect(amount.value).toBe('$51.95')
  expect(screen.getAllByText(words)).toHaveLength(1)
  expect(amount.getAttribute('aria-describedby')).toContain(screen.getByText(words).closest('[id]')?.id)
})

test('a large refund waits for somebody else than the one who asked', async () => {
  const refund = {
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
  let askedBy = `staff:${ME.id}`
  const answers = { 'GET /api/v1/office/refunds/': () => pageOf({ ...refund, asked_by: askedBy }) }
  const { unmount } = await open('/office/refunds', answers)
  expect(await screen.findByText(/a colleague must agree/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()

  unmount()
  askedBy = 'staff:99'
  await open('/office/refunds', {
    ...answers,
    'POST /api/v1/office/refunds/3/decide/': () =>
      Response.json({ code: 'refund_changed', detail: 'Look again.' }, { status: 409 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Agree' }))
  // Somebody else was faster.
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Agree' }))
  expect(await screen.findByText(/A colleague has already decided about this refund/)).toBeTruthy()
})

test('a refund that nobody carries out is told, and may be sent by hand', async () => {
  const refund: OutputOf<'listRefunds'>['results'][number] = {
    id: 3,
    order_id: 7,
    order_number: '',
    payment_id: 1,
    method_code: 'elavon_cc',
    amount_cents: 600_000,
    reason: 'Charged twice',
    kind: 'return',
    state: 'approved',
    message: '',
    asked_by: 'staff:9',
    asked_by_name: 'Ana Ruiz',
    approved_by: '',
    approved_by_name: '',
    stuck_since: '2026-11-19T10:00:00Z',
    discrepancy_id: 4,
    created_at: '2026-11-18T10:00:00Z',
    updated_at: '2026-11-18T10:00:00Z',
  }
  await open('/office/refunds', { 'GET /api/v1/office/refunds/': pageOf(refund) })
  expect(await screen.findByText(/has not carried it out since Nov 19/)).toBeTruthy()
  expect(screen.getByText(/^Charged twice\. Asked for by Ana Ruiz/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'It has been sent' })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'A payment that did not fit' })
  expect(link.getAttribute('href')).toBe('/office/payments?only=all')
})

test('declining an order of which a part has come in says what is to be sent back', async () => {
  const money = officeAnswers()['GET /api/v1/office/orders/7/money/'] as OutputOf<'getOrderMoney'>
  const [paid] = money.payments
  const promised = { ...paid!, method_code: 'self_hosted_check', state: 'submitted', refundable_cents: 0 }
  await open('/office/orders/7', {
    'GET /api/v1/office/orders/7/money/': { ...money, received_cents: 3_000, payments: [promised] },
  })
  await screen.findByText('Sums to $0.00')
  press('Decline')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('$30.00 has come in for it; that is yours to send back')
})

test('money of no order is sent back with the number it went by', async () => {
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
  expect(screen.getByText('A second person must confirm the refund')).toBeTruthy()
  await screen.findByRole('dialog', { name: 'Refund $600.00 to its payer?' })
  const isSend = ({ path }: { path: string }) => path.endsWith('/refund/')
  press('Refund $600.00')
  expect(requests.some(isSend)).toBe(false)
  field('Number of the check or transfer', '5001')
  field('Reason', 'The order was canceled')
  press('Refund $600.00')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(String(requests.find(isSend)!.body)).toBe('document_number=5001&reason=The+order+was+canceled')
})

test('the reference of a check is judged while it is typed', async () => {
  const { requests } = await open('/office/received-payments')
  await screen.findByRole('heading', { name: 'Record money' })
  field('Reference', 'R-10482-81')
  expect(screen.getByText(/Not one of ours/)).toBeTruthy()
  field('Reference', 'r 10482 80')
  expect(screen.getByText('Right: this is order 10482.')).toBeTruthy()

  press('Record check')
  expect(await screen.findByText('Enter what came in, above $0.00.')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

/** What else a refund says. */
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
    customer: CUSTOMER,
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

test('a refunded order reads so, is not held or approved, and declining it says what went back', async () => {
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
      refunds: [{ ...refund, ...REFUND }],
    },
  })
  await screen.findByText(/All \$101\.95 was refunded/)
  screen.getByText(/ask for a new order/)
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
  expect(screen.getAllByText('Refunded').length).toBeGreaterThan(0)
  expect(screen.queryByText('On hold')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Hold' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('$101.95 was refunded already')
})
