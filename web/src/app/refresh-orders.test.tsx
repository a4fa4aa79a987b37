// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TEMPLATE } from '../testing/draft-fixture.ts'
import { cardItem, order, pageOf, summary } from '../testing/order-fixture.ts'
import { person } from '../testing/person-fixture.ts'
import { renderPage } from '../testing/render-page.tsx'
import { toSnake } from './case.ts'

// Screens load lazily, which can be slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const FAULTY = person({
  cardItemId: 3,
  email: 'maya.example.com',
  needsAttention: true,
  problems: [
    {
      field: 'email',
      code: 'invalid',
      severity: 'error',
      message: 'This address has no @.',
      suggestions: [{ email: 'maya@example.com' }],
    },
  ],
})
const FIXED = person({ cardItemId: 3, email: 'maya@example.com' })

test('after fixing a list, the payment step shows no old counts or sums', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(76)
  let maya = FAULTY
  const sums = Promise.withResolvers<unknown>()
  const words = '1 person needs attention.'
  const missing = [{ field: 'card_items.3', code: 'card_items_need_attention', message: words }]
  const { router, requests } = await renderPage('/checkout/payment-confirmation', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/orders/': pageOf(order(['digital'])),
      'GET /api/v1/order_summary/': () => (maya === FIXED ? sums.promise : summary({ missing })),
      'GET /api/v1/organization_payment_providers/': [
        { id: 1, method_code: 'elavon_cc', title: 'Credit or debit card', instructions: '', position: 1 },
      ],
      'GET /api/v1/actual_user/': { id: 1, registration_complete: true },
      'GET /api/v1/reward_card_templates/': [TEMPLATE],
      'GET /api/v1/predefined_amounts/': [],
      'GET /api/v1/csv_card_item_imports/': [],
      'GET /api/v1/card_items/3/': cardItem('digital'),
      'GET /api/v1/card_recipient_details/': () => ({
        ...pageOf(toSnake(maya)),
        total_count: 1,
        attention_count: maya === FIXED ? 0 : 1,
        ready_count: maya === FIXED ? 1 : 0,
        without_value_count: 0,
        value_cents: 5_000,
        problem_counts: [],
      }),
      'PATCH /api/v1/card_recipient_details/1/': () => {
        maya = FIXED
        return { ...(toSnake(maya) as object), also_changed: [] }
      },
    },
  })
  fireEvent.click(await screen.findByRole('link', { name: 'Fix it' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use maya@example.com' }))
  fireEvent.click(screen.getByRole('button', { name: 'Back to payment' }))
  const summaries = () => requests.filter(({ path }) => path === '/api/v1/order_summary/').length
  await waitFor(() => expect(summaries()).toBe(2))
  await screen.findByRole('heading', { name: 'Payment & confirmation' })

  expect(screen.queryByText(words)).toBeNull()
  expect(screen.queryByText('$122.30')).toBeNull()

  sums.resolve(summary({ total_cents: 9_000 }))
  expect((await screen.findAllByRole('button', { name: 'Pay $90.00' })).length).toBeGreaterThan(0)
  expect(screen.queryByText(words)).toBeNull()
  expect(router.state.location.pathname).toBe('/checkout/payment-confirmation')
})
