// @vitest-environment happy-dom
import type { OutputOf } from '@laurel/contract/wire-types'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ME, officeAnswers } from '../../../testing/office-fixture.ts'
import { pageOf } from '../../../testing/order-fixture.ts'
import { type Answers, renderPage } from '../../../testing/render-page.tsx'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const LATE: OutputOf<'listPaymentDiscrepancies'>['results'][number] = {
  id: 4,
  order_id: 7,
  order_number: '10475',
  order_status: 'pending_payment',
  payment_id: 12,
  method_code: 'elavon_cc',
  payment_state: 'expired',
  reason: 'late',
  words: 'The payment arrived after its attempt had ended',
  state: 'open',
  expected_cents: 10_195,
  amount_cents: 10_195,
  currency: 'USD',
  masked_account: '41**********9990',
  provider_transaction_id: 'AD3-17',
  found_at: '2026-11-21T10:00:00Z',
  updated_at: '2026-11-21T10:00:00Z',
  decided_by: '',
  note: '',
  refund_id: null,
  can_accept: true,
  can_refund: true,
  can_dismiss: false,
}
const FOREIGN = {
  ...LATE,
  id: 5,
  order_number: '',
  order_status: 'cart',
  reason: 'other_attempt',
  amount_cents: 500,
  currency: 'CAD',
  can_accept: false,
  can_refund: false,
  can_dismiss: true,
} as const

async function open(path: string, answers: Answers = {}) {
  return renderPage(path, {
    answers: {
      ...officeAnswers(),
      'GET /api/v1/office/payment_discrepancies/': pageOf(LATE, FOREIGN),
      ...answers,
    },
  })
}

test('shows what was reported and requested, and offers only what is possible', async () => {
  await open('/office/payments')
  const [late, foreign] = await screen.findAllByRole('heading', { level: 3 })
  expect(late!.textContent).toBe('$101.95 by card ending in 9990')
  expect(foreign!.textContent).toBe('5.00 CAD by card ending in 9990')
  const line = (heading: HTMLElement) => within(heading.closest('li')!)
  expect(line(late!).getByText(/arrived after its attempt had ended. We asked for \$101.95/)).toBeTruthy()
  expect(line(late!).getByRole('link', { name: 'order 10475' }).getAttribute('href')).toBe('/office/orders/7')
  const offered = (heading: HTMLElement) =>
    line(heading)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(offered(late!)).toEqual(['Accept payment', 'Refund payment'])
  expect(offered(foreign!)).toEqual(['Not our payment'])
  expect(line(foreign!).queryByRole('link')).toBeNull()
})

test('a refund needs a reason and is sent once', async () => {
  const { requests } = await open('/office/payments', {
    'POST /api/v1/office/payment_discrepancies/4/refund/': { ...LATE, state: 'giving_back' },
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Refund payment: / }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund payment?' })
  const submit = within(dialog).getByRole('button', { name: 'Refund payment' })
  fireEvent.click(submit)
  expect(await within(dialog).findByText('This field is required')).toBeTruthy()
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'What did you find out?' }), {
    target: { value: ' Paid by check instead. ' },
  })
  fireEvent.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = requests.filter(({ method }) => method === 'POST')
  expect(sent.map(({ path, body }) => [path, String(body)])).toEqual([
    ['/api/v1/office/payment_discrepancies/4/refund/', 'note=Paid+by+check+instead.'],
  ])
})

test('a decided discrepancy leaves the list, and focus returns to the top of the screen', async () => {
  let isDecided = false
  await open('/office/payments', {
    'GET /api/v1/office/payment_discrepancies/': () => (isDecided ? pageOf() : pageOf(FOREIGN)),
    'POST /api/v1/office/payment_discrepancies/5/dismiss/': () => {
      isDecided = true
      return { ...FOREIGN, state: 'dismissed' }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Not our payment: / }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'What did you find out?' }), {
    target: { value: 'Of another shop.' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Close discrepancy' }))
  expect(await screen.findByText('Nothing to decide')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.id).toBe('main'))
})

test('tells the second of two staff that nothing was done', async () => {
  await open('/office/payments', {
    'POST /api/v1/office/payment_discrepancies/4/accept/': () =>
      Response.json({ code: 'discrepancy_changed', detail: 'Look again.' }, { status: 409 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Accept payment: / }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'What did you find out?' }), {
    target: { value: 'It is theirs.' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Accept payment' }))
  expect(await screen.findByText(/A colleague has already decided about this payment/)).toBeTruthy()
})

test('shows in the dialog that the order can’t take the money', async () => {
  await open('/office/payments', {
    'POST /api/v1/office/payment_discrepancies/4/accept/': () =>
      Response.json(
        { code: 'discrepancy_not_acceptable', detail: 'The order’s total changed. Refund this payment.' },
        { status: 409 },
      ),
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Accept payment: / }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'It is theirs.' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Accept payment' }))
  expect(await within(dialog).findByText(/Refund this payment/)).toBeTruthy()
})

test('view-only staff see no decisions', async () => {
  await open('/office/payments', {
    'GET /api/v1/office/me/': { ...ME, role: 'support', capabilities: ['orders.read', 'money.read'] },
  })
  await screen.findAllByRole('heading', { level: 3 })
  expect(screen.queryByRole('button', { name: /back|order|money/ })).toBeNull()
})
