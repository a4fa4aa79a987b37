// @vitest-environment happy-dom
import { partReceived } from '@laurel/domain/payment-messages'
import { REMITTANCE_NOTES } from '@laurel/domain/remittance-words'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { order, payment, summary } from '../../testing/order-fixture.ts'
import { renderPage } from '../../testing/render-page.tsx'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function visit(search: string, answers: Record<string, unknown>) {
  return renderPage(`/order-confirmation${search}`, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/order_summary/': summary(),
      'GET /api/v1/actual_user/': { email: 'dana@halden.example', registration_complete: true },
      'GET /api/v1/organization_payment_providers/': [],
      ...answers,
    },
  })
}

const paid = order(['bulk'], {
  number: '10482',
  status: 'in_review',
  placed_at: '2026-11-21T10:05:00Z',
  payments: [payment({ state: 'paid', masked_account: '41**********9990' })],
})
const begun = order(['bulk'], { frozen_until: '2126-01-01T00:00:00Z', payments: [payment()] })
const asked = (requests: { path: string; body: unknown }[]) =>
  requests.filter(({ path }) => path.endsWith('/verify_payment/'))

test.each(['', '?cpi_order_id=null', '?cpi_order_id=abc', '?cpi_order_id=8'])(
  'shows the not-found screen without a known order: "%s"',
  async (search) => {
    await visit(search, {})
    expect(await screen.findByRole('heading', { name: 'We can’t find that page' })).toBeTruthy()
    expect(logged).toHaveBeenCalledWith('Failed to get order data', expect.anything())
  },
)

test('shows a placed order’s number without asking the provider', async () => {
  const { requests } = await visit('?cpi_order_id=7', { 'GET /api/v1/orders/7/': paid })
  expect(await screen.findByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeTruthy()
  expect(screen.getByText(/Your order number is 10482/)).toBeTruthy()
  expect(screen.getByText('ending in 9990')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Receipt' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Receipt' })).toBeTruthy()
  expect(asked(requests)).toEqual([])
})

test('shows a placed order’s arrival date at once', async () => {
  const option = {
    carrier: 'UPS',
    service: 'UPS Ground',
    reward_type: 'bulk',
    price_cents: 1_840,
    per: 'shipment',
  }
  await visit('?cpi_order_id=7', {
    'GET /api/v1/orders/7/': paid,
    'GET /api/v1/shipping_options/': async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return [{ ...option, id: 1, min_days: 3, max_days: 5 }]
    },
  })
  await screen.findByRole('heading', { name: 'Your 2 cards are ordered.' })
  expect(screen.getByText(/Arrives about Fri, Nov 27 to Tue, Dec 1\./)).toBeTruthy()
})

test('removes the payment page’s values from the URL, and trusts none of them', async () => {
  const { router, requests } = await visit(
    '?cpi_order_id=7&ssl_result_message=APPROVAL&ssl_card_number=41**********9990&ssl_token_response=SUCCESS',
    { 'GET /api/v1/orders/7/': begun, 'POST /api/v1/orders/7/verify_payment/': begun },
  )
  await waitFor(() => expect(router.state.location.href).toBe('/order-confirmation?cpi_order_id=7'))
  expect(await screen.findByRole('heading', { name: 'Payment not finished' })).toBeTruthy()
  expect(asked(requests)).toHaveLength(1)
})

test('reports an answer for an order without a payment to the server, and shows nothing', async () => {
  const unpaid = order(['bulk'])
  const { requests } = await visit('?cpi_order_id=7&ssl_result_message=APPROVAL', {
    'GET /api/v1/orders/7/': unpaid,
    'POST /api/v1/orders/7/verify_payment/': unpaid,
  })
  expect(await screen.findByRole('heading', { name: 'This order isn’t paid yet' })).toBeTruthy()
  await waitFor(() => expect(asked(requests)).toHaveLength(1))
  expect(String(asked(requests)[0]!.body)).toContain('Approval')
})

test('asks the provider once after the payment page, and shows its answer', async () => {
  const { requests } = await visit('?cpi_order_id=7', {
    'GET /api/v1/orders/7/': begun,
    'POST /api/v1/orders/7/verify_payment/': paid,
  })
  expect(await screen.findByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeTruthy()
  expect(asked(requests)).toHaveLength(1)
})

test('canceling on the payment page unlocks the cart and offers to pay or to change it', async () => {
  sessionStorage.setItem('payment-page:7', '1')
  const left = order(['bulk'], { payments: [payment({ state: 'abandoned', hosted_page: null })] })
  const { requests } = await visit('?cpi_order_id=7', {
    'GET /api/v1/orders/7/': begun,
    'POST /api/v1/orders/7/verify_payment/': begun,
    'POST /api/v1/orders/7/leave_payment/': left,
  })
  expect(await screen.findByRole('heading', { name: 'You haven’t paid yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Choose how to pay' }).getAttribute('href')).toBe(
    '/checkout/payment-confirmation',
  )
  expect(screen.getByRole('button', { name: 'Change your cart' })).toBeTruthy()
  expect(requests.filter(({ path }) => path.endsWith('/leave_payment/'))).toHaveLength(1)
  expect(sessionStorage.length).toBe(0)
})

test('a returned result doesn’t give up the payment, because the bank may confirm it later', async () => {
  sessionStorage.setItem('payment-page:7', '1')
  const { requests } = await visit('?cpi_order_id=7&ssl_result_message=APPROVAL', {
    'GET /api/v1/orders/7/': begun,
    'POST /api/v1/orders/7/verify_payment/': begun,
  })
  expect(await screen.findByRole('heading', { name: 'Payment not finished' })).toBeTruthy()
  expect(requests.some(({ path }) => path.endsWith('/leave_payment/'))).toBe(false)
})

test('says that a declined payment wasn’t charged, and links back to paying', async () => {
  const declined = order(['bulk'], {
    payments: [
      payment({
        state: 'failed',
        hosted_page: null,
        message: 'The bank declined the payment. Nothing was charged. Try another payment method.',
      }),
    ],
  })
  await visit('?cpi_order_id=7', {
    'GET /api/v1/orders/7/': begun,
    'POST /api/v1/orders/7/verify_payment/': declined,
  })
  expect(await screen.findByText(/Nothing was charged\. Try another payment method/)).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Try another payment method' })
  expect(back.getAttribute('href')).toBe('/checkout/payment-confirmation')
})

test('asks a provider that doesn’t answer again, and claims nothing until then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let answers = 0
  const down = () =>
    Response.json(
      { code: 'payment_provider_unreachable', status: 502, detail: 'No answer.' },
      { status: 502 },
    )
  const { requests } = await visit('?cpi_order_id=7', {
    'GET /api/v1/orders/7/': begun,
    'POST /api/v1/orders/7/verify_payment/': () => (++answers <= 4 ? down() : paid),
  })
  await screen.findByRole('heading', { name: 'Checking with the bank' })
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await vi.advanceTimersByTimeAsync(20_000)
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(asked(requests).length).toBeGreaterThanOrEqual(4)
  expect(await screen.findByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeTruthy()
  vi.useRealTimers()
})

/** An order that waits for a check. */
const checkPromised = (note = '', message = '') =>
  order(['bulk'], {
    number: '10001',
    status: 'pending_payment',
    payments: [
      payment({
        ...{ method_code: 'self_hosted_check', state: 'submitted', hosted_page: null, message },
        remittance: {
          reference: 'R-10001-68',
          lines: [
            { label: 'Payable to', value: 'Northwind Rewards, Inc.' },
            { label: 'Amount', value: '$122.30' },
            { label: 'Reference', value: 'R-10001-68' },
          ],
          note,
        },
      }),
    ],
  })

test('a check’s payment details and its state are in the page’s language', async () => {
  document.documentElement.lang = 'es'
  const waiting = checkPromised(REMITTANCE_NOTES.self_hosted_check, partReceived(1_000, 11_230))
  await visit('?cpi_order_id=7', { 'GET /api/v1/orders/7/': waiting })
  const slip = await screen.findByRole('region', { name: /^Envíenos su cheque/ })
  document.documentElement.lang = 'en'
  expect(slip.textContent).toContain('A nombre de')
  expect(slip.textContent).toContain('Escriba la referencia en su cheque')
  expect(slip.textContent).toContain('Recibimos $10.00. Faltan $112.30.')
})

test('shows a check’s reference, address, and amount', async () => {
  const waiting = checkPromised()
  const { requests } = await visit('?cpi_order_id=7', { 'GET /api/v1/orders/7/': waiting })
  const slip = await screen.findByRole('region', { name: 'Mail us your check' })
  expect(slip.textContent).toContain('R-10001-68')
  expect(slip.textContent).toContain('Northwind Rewards, Inc.')
  expect(slip.textContent).toContain('$122.30')
  // Not paid yet, so there is an invoice but no receipt.
  expect(screen.getByRole('heading', { name: 'Your total' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Invoice' })).toBeTruthy()
  expect(screen.queryByText('Receipt')).toBeNull()
  expect(asked(requests)).toEqual([])
})
