// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCompany } from '../../app/company-choice.ts'
import { order, pageOf, summary } from '../../testing/order-fixture.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'

afterEach(() => {
  cleanup()
  forgetCompany()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const request = (id: number, changed: object) => ({
  id,
  order_id: id + 100,
  name: `Order ${id}`,
  state: 'open',
  amount_cents: 12_230,
  card_count: 2,
  asked_at: '2026-11-27T14:22:00Z',
  comment: '',
  waits_for: [],
  can_edit: true,
  can_decide: false,
  is_own: true,
  needs_payment: false,
  ...changed,
})

async function open(path: string, hasRules: boolean) {
  const company = {
    id: 4,
    name: 'Halden Tools',
    people_count: 2,
    has_approval_rules: hasRules,
    role: 'buyer',
    capabilities: ['orders.place'],
  }
  const { requests } = await renderPage(path, {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/companies/': [company],
      'GET /api/v1/card_items/': [],
      'GET /api/v1/order_summary/': summary(),
      'GET /api/v1/orders/107/': order(['digital'], { id: 107, status: 'awaiting_approval' }),
      'GET /api/v1/approvals/': pageOf(
        request(7, { waits_for: ['Joy Nakamura', 'Marcus Bell'] }),
        request(8, { state: 'returned', comment: 'Is Maya still with us?' }),
        request(9, { state: 'approved', needs_payment: true }),
        request(10, { state: 'returned', can_edit: false }),
      ),
    },
  })
  return () => requests.filter(({ path: to }) => to === '/api/v1/approvals/')
}

test('My rewards shows what waits for approval, was returned, or is to be paid, but nothing that is done', async () => {
  await open('/my-rewards', true)
  expect(await screen.findByText('Waiting for Joy Nakamura or Marcus Bell')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Withdraw and edit Order 7' })).toBeTruthy()
  expect(screen.getByText('“Is Maya still with us?”')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit and resubmit Order 8' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pay $122.30 for Order 9' })).toBeTruthy()
  expect(screen.queryByText('Order 10')).toBeNull()
})

test('a company without approval rules is asked for no requests', async () => {
  const asked = await open('/my-rewards', false)
  await screen.findByText('No orders yet')
  expect(screen.queryByText('Approvals')).toBeNull()
  expect(asked()).toEqual([])
})

test('the page of an order that waits says so, and leads to its request', async () => {
  await open('/my-rewards?openDetails=107', true)
  expect(await screen.findByText(/This order isn’t placed yet/)).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'View request' })).getAttribute('href')).toBe(
    '/company/approvals?request=7',
  )
  expect(screen.queryByRole('button', { name: 'Order again' })).toBeNull()
})
