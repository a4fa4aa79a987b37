// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToastStore } from '../../app/toast-store.ts'
import { order, pageOf, payment, summary } from '../../testing/order-fixture.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { useCartSelections } from './cart-selections.ts'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const PAYMENT = '/checkout/payment-confirmation'
const PROVIDERS = [
  { id: 1, method_code: 'elavon_cc', title: 'Credit or debit card', instructions: '', position: 1 },
  { id: 2, method_code: 'self_hosted_check', title: 'Check', instructions: '', position: 2 },
]

let logged: ReturnType<typeof vi.spyOn>
let submitted: HTMLFormElement[]
beforeEach(() => {
  useCartSelections.setState({ orderId: null, methodCode: null, poNumber: '' })
  Element.prototype.scrollIntoView = () => {}
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  submitted = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    submitted.push(this)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function visit(path: string, current: unknown, more: Record<string, unknown> = {}) {
  return renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/orders/': current instanceof Response ? () => current : pageOf(current),
      'GET /api/v1/order_summary/': summary(),
      'GET /api/v1/organization_payment_providers/': PROVIDERS,
      'GET /api/v1/shipping_options/': [],
      'GET /api/v1/registered_addresses/': [],
      ...more,
    },
  })
}

test('logs and shows an order that fails to load, and redirects to My rewards', async () => {
  const down = Response.json({ code: 'fault', status: 500 }, { status: 500 })
  const { router } = await visit(PAYMENT, down)
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-rewards'))
  expect(logged).toHaveBeenCalledWith('Failed to load order data', expect.anything())
  expect(useToastStore.getState().toasts.at(-1)?.title).toBe('Failed to load order data')
})

test('stays in checkout after too many requests, says when to retry, and then continues', async () => {
  let waits = true
  const { router } = await visit(PAYMENT, undefined, {
    'GET /api/v1/orders/': () => (waits ? tooMany('1') : pageOf(order(['bulk']))),
    'POST /api/v1/order_summary/': summary(),
  })
  expect(await screen.findByRole('heading', { name: 'Too many requests' })).toBeTruthy()
  expect(screen.getByText('Too many requests. Try again in 1 second.')).toBeTruthy()
  expect(router.state.location.pathname).toMatch(/^\/checkout\//)
  waits = false
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Too many requests' })).toBeNull(), {
    timeout: 5_000,
  })
  expect(router.state.location.pathname).toMatch(/^\/checkout\//)
})

/** What a proxy answers when it limits requests. */
function tooMany(seconds: string) {
  return new Response('<html>busy</html>', { status: 429, headers: { 'retry-after': seconds } })
}

test('redirects to My rewards if the order has no card items', async () => {
  const { router } = await visit(PAYMENT, order([]))
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-rewards'))
})

test('a step that is not in the flow leads to the first', async () => {
  const { router } = await visit('/checkout/bulk-shipping-method', order(['digital']))
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/digital-shipping-method'))
})

test('payment can’t be opened while a delivery method is only preselected', async () => {
  const { router } = await visit(PAYMENT, order(['bulk', 'digital'], { shipping_orders: [] }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/bulk-shipping-method'))
})

test('preselects the fastest payment method; each says when it clears', async () => {
  const provider = (method_code: string, position: number) => ({
    id: position,
    method_code,
    title: '',
    instructions: '',
    position,
  })
  await visit(PAYMENT, order(['bulk']), {
    'GET /api/v1/organization_payment_providers/': [
      provider('elavon_ach', 1),
      provider('self_hosted_check', 2),
      provider('elavon_cc', 3),
    ],
  })
  const ways = (await screen.findAllByRole('radio', { name: /Clears/ })) as HTMLInputElement[]
  expect(ways.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual([
    ['Credit or debit cardClears today', true],
    [expect.stringMatching(/^Bank account \(ACH\)Clears about \w+ \d+$/), false],
    [expect.stringMatching(/^CheckClears about \w+ \d+$/), false],
  ])
})

test('without any payment method, says so and keeps the order', async () => {
  await visit(PAYMENT, order(['bulk']), { 'GET /api/v1/organization_payment_providers/': [] })
  expect(await screen.findByText(/We can’t take payments right now. We’ve saved your order/)).toBeTruthy()
  const [pay] = screen.getAllByRole('button', { name: /^Pay/ })
  expect(pay).toHaveProperty('disabled', true)
})

test('shows no price for a delivery method that isn’t chosen', async () => {
  const missing = [{ field: 'payment-confirmation', code: 'limit_exceeded', message: 'Too much.' }]
  await visit(PAYMENT, order(['bulk']), {
    'GET /api/v1/order_summary/': summary({ missing, delivery: { cents: 0, lines: [] } }),
  })
  expect(await screen.findByText('Not chosen yet')).toBeTruthy()
  expect(screen.queryByText('$0.00')).toBeNull()
  for (const pay of screen.getAllByRole('button', { name: /^Pay / })) {
    expect((pay as HTMLButtonElement).disabled).toBe(true)
  }
})

test('posts a form to the payment page to pay by card, once however often the button is clicked', async () => {
  const { requests } = await visit(PAYMENT, order(['bulk']), { 'POST /api/v1/payments/': payment() })
  fireEvent.click(await screen.findByRole('checkbox'))
  const [pay] = screen.getAllByRole('button', { name: 'Pay $122.30' })
  fireEvent.click(pay!)
  fireEvent.click(pay!)

  await waitFor(() => expect(submitted).toHaveLength(1))
  fireEvent.click(pay!)
  const [form] = submitted
  expect(form!.method).toBe('post')
  expect(form!.action).toBe('https://pay.example/hosted-payments')
  expect(Object.fromEntries(new FormData(form))).toEqual({ ssl_txn_auth_token: 'tok/en+=' })
  expect(requests.filter(({ path }) => path === '/api/v1/payments/')).toHaveLength(1)
})

test('pays nothing before the terms are accepted', async () => {
  const { requests } = await visit(PAYMENT, order(['bulk']), { 'POST /api/v1/payments/': payment() })
  const [pay] = await screen.findAllByRole('button', { name: 'Pay $122.30' })
  fireEvent.click(pay!)
  expect(await screen.findByText('Read the order terms and check the box to continue.')).toBeTruthy()
  expect(requests.some(({ path }) => path === '/api/v1/payments/')).toBe(false)
})

test('lists what is missing with links, and pays nothing', async () => {
  const missing = [
    {
      field: 'bulk-shipping-method',
      code: 'shipping_missing',
      message: 'Choose a delivery method for bulk cards.',
    },
    {
      field: 'card_items.2',
      code: 'card_items_need_attention',
      message: 'Winter thank-you: 1 person needs attention.',
    },
  ]
  const { requests } = await visit(PAYMENT, order(['bulk', 'direct']), {
    'GET /api/v1/order_summary/': summary({ missing }),
    'POST /api/v1/payments/': payment(),
  })
  const choose = await screen.findByRole('link', { name: 'Choose' })
  expect(choose.getAttribute('href')).toBe('/checkout/bulk-shipping-method')
  const fix = screen.getByRole('link', { name: 'Fix it' })
  expect(fix.getAttribute('href')).toBe('/create-reward/recipients?item=2&from=payment&only=attention')

  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getAllByRole('button', { name: 'Pay $122.30' })[0]!)
  expect(requests.some(({ path }) => path === '/api/v1/payments/')).toBe(false)
})

test('shows duplicates and their value before paying, and removes or sends them with one click', async () => {
  const [item] = order(['digital']).card_items
  let duplicates = { count: 102, cents: 510_000 }
  const { requests } = await visit(PAYMENT, order(['digital']), {
    'GET /api/v1/orders/': () => pageOf(order(['digital'], { card_items: [{ ...item!, duplicates }] })),
    'POST /api/v1/payments/': payment(),
    'POST /api/v1/card_recipient_details/bulk_change/': () => {
      duplicates = { count: 0, cents: 0 }
      return { undo_token: 'x'.repeat(32), changed_count: 102 }
    },
  })
  await screen.findByText(/102 people may be on the list twice/)
  expect(screen.getByText(/The extra cards are worth \$5,100.00/)).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getAllByRole('button', { name: 'Pay $122.30' })[0]!)
  expect(requests.some(({ path }) => path === '/api/v1/payments/')).toBe(false)

  for (const pay of screen.getAllByRole('button', { name: /^Pay \$/ }))
    expect(pay).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Remove 102 duplicates' }))
  await waitFor(() => expect(screen.queryByText(/on the list twice/)).toBeNull())
  expect(useToastStore.getState().toasts.at(-1)?.title).toBe('102 duplicates removed')
  fireEvent.click(screen.getAllByRole('button', { name: 'Pay $122.30' })[0]!)
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/v1/payments/')).toBe(true))
})

test('places an order by check and opens its confirmation', async () => {
  const placed = order(['bulk'], {
    number: '10001',
    status: 'pending_payment',
    payments: [payment({ method_code: 'self_hosted_check', state: 'submitted', hosted_page: null })],
  })
  const { router } = await visit(PAYMENT, order(['bulk']), {
    'POST /api/v1/payments/': payment({
      method_code: 'self_hosted_check',
      state: 'submitted',
      hosted_page: null,
    }),
    'GET /api/v1/orders/7/': placed,
    'GET /api/v1/actual_user/': { email: 'dana@halden.example', registration_complete: true },
  })
  fireEvent.click(await screen.findByRole('radio', { name: /Check/ }))
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getAllByRole('button', { name: 'Place order, pay $122.30 by check' })[0]!)
  await waitFor(() => expect(router.state.location.href).toBe('/order-confirmation?cpi_order_id=7'))
  expect(await screen.findByRole('heading', { name: 'Your 2 cards are ordered.' })).toBeTruthy()
})

test('shows why a payment was refused, and the same intent keeps its key', async () => {
  const keys: (string | null)[] = []
  const { requests } = await visit(PAYMENT, order(['bulk']))
  const table = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!url.endsWith('/payments/')) return table(url, init)
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return Response.json(
      {
        code: 'payment_provider_unreachable',
        status: 502,
        detail: 'Nothing was charged. Try again in a moment.',
      },
      { status: 502 },
    )
  })
  fireEvent.click(await screen.findByRole('checkbox'))
  const press = () => fireEvent.click(screen.getAllByRole('button', { name: 'Pay $122.30' })[0]!)
  press()
  expect(await screen.findByText('Nothing was charged. Try again in a moment.')).toBeTruthy()
  press()
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[0]).toBe(keys[1])
  expect(requests.length).toBeGreaterThan(0)
})

const soon = () => new Date(Date.now() + 10 * 60_000).toISOString()
const openOrder = () => order(['bulk'], { frozen_until: soon(), payments: [payment({ expires_at: soon() })] })
const leftOrder = () =>
  order(['bulk'], { payments: [payment({ state: 'abandoned', hosted_page: null, expires_at: soon() })] })

test('shows an unfinished payment in place of every step, with a link to its page', async () => {
  const frozen = openOrder()
  const { router } = await visit('/checkout/bulk-shipping-method', frozen, {
    'POST /api/v1/orders/7/verify_payment/': frozen,
  })
  await screen.findByRole('heading', { name: 'Payment not finished' })
  expect(router.state.location.pathname).toBe(PAYMENT)
  const sent = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
  fireEvent.click(screen.getByRole('button', { name: 'Back to the payment page' }))
  const form = sent.mock.contexts[0] as HTMLFormElement
  expect(form.method).toBe('post')
  expect(Object.fromEntries(new FormData(form))).toEqual({ ssl_txn_auth_token: 'tok/en+=' })
  sessionStorage.clear()
})

test('lets the customer give up the payment and choose another method at once', async () => {
  let current = openOrder()
  await visit(PAYMENT, current, {
    'GET /api/v1/orders/': () => pageOf(current),
    'POST /api/v1/orders/7/verify_payment/': () => current,
    'POST /api/v1/orders/7/leave_payment/': () => {
      current = leftOrder()
      return current
    },
  })
  const leave = await screen.findByRole('button', { name: 'Pay another way' })
  await waitFor(() => expect(leave.getAttribute('aria-busy')).not.toBe('true'))
  fireEvent.click(leave)
  expect(await screen.findByRole('radio', { name: /^Credit or debit card/ })).toBeTruthy()
})

test('keeps the order waiting while the provider can’t tell what was paid', async () => {
  const frozen = openOrder()
  await visit(PAYMENT, frozen, {
    'POST /api/v1/orders/7/verify_payment/': frozen,
    'POST /api/v1/orders/7/leave_payment/': frozen,
  })
  const leave = await screen.findByRole('button', { name: 'Pay another way' })
  await waitFor(() => expect(leave.getAttribute('aria-busy')).not.toBe('true'))
  fireEvent.click(leave)
  expect(await screen.findByText(/The bank hasn’t confirmed your payment yet/)).toBeTruthy()
})

test('returning from the payment page gives up the payment, unless it was paid', async () => {
  for (const isPaid of [false, true]) {
    sessionStorage.setItem('payment-page:7', '1')
    let current = openOrder()
    const paid = order(['bulk'], { status: 'in_review', payments: [payment({ state: 'paid' })] })
    const { requests } = await visit(PAYMENT, current, {
      'GET /api/v1/orders/': () => pageOf(current),
      'GET /api/v1/orders/7/': () => current,
      'POST /api/v1/orders/7/verify_payment/': () => {
        if (isPaid) current = paid
        return current
      },
      'POST /api/v1/orders/7/leave_payment/': () => {
        current = leftOrder()
        return current
      },
    })
    await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/verify_payment/'))).toBe(true))
    await waitFor(() => expect(sessionStorage.length).toBe(0))
    expect([isPaid, requests.some(({ path }) => path.endsWith('/leave_payment/'))]).toEqual([isPaid, !isPaid])
    cleanup()
  }
})
