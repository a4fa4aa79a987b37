// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { order, pageOf, payment, summary } from '../../testing/order-fixture.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'
import { useCartSelections } from './cart-selections.ts'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  useCartSelections.setState({ orderId: null, methodCode: 'self_hosted_check', poNumber: '' })
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const field = (given: { id: number; name: string; values?: string[] } & Record<string, unknown>) => ({
  required: false,
  values: [],
  value: '',
  last_value: '',
  ...given,
})

/** The payment step of a cart whose saved values the server answers with. */
async function visit(...fields: ReturnType<typeof field>[]) {
  const saved = fields
    .filter(({ value }) => value !== '')
    .map(({ id, name, value }) => ({ id, name: String(name), value: String(value) }))
  const { requests } = await renderPage('/checkout/payment-confirmation', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/orders/': pageOf(order(['bulk'], { fields: saved })),
      'GET /api/v1/orders/7/': order(['bulk'], { number: '10001', status: 'pending_payment' }),
      'GET /api/v1/order_summary/': { ...summary(), fields },
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/organization_payment_providers/': [
        { id: 2, method_code: 'self_hosted_check', title: 'Check', instructions: '', position: 2 },
      ],
      'PATCH /api/v1/orders/7/fields/': saved,
      'POST /api/v1/payments/': payment({
        method_code: 'self_hosted_check',
        state: 'submitted',
        hosted_page: null,
      }),
    },
  })
  await screen.findByRole('heading', { name: 'How would you like to pay?' })
  const sentTo = (path: string) => requests.filter((one) => one.path === path)
  return {
    pay() {
      fireEvent.click(screen.getByRole('checkbox'))
      fireEvent.click(screen.getAllByRole('button', { name: /Place order/ })[0]!)
    },
    payments: () => sentTo('/api/v1/payments/'),
    saves: () =>
      sentTo('/api/v1/orders/7/fields/').map(({ body }) =>
        JSON.parse(new URLSearchParams(String(body)).get('fields') ?? 'null'),
      ),
  }
}

test('a company without fields asks nothing', async () => {
  await visit()
  expect(screen.queryByRole('heading', { name: 'Company details' })).toBeNull()
})

test('pays only once a required field is filled in, and saves it first', async () => {
  const { pay, payments, saves } = await visit(field({ id: 3, name: 'Cost center', required: true }))
  pay()
  expect(await screen.findByText('Enter a value for “Cost center”.')).toBeTruthy()
  expect([payments(), saves()]).toEqual([[], []])

  fireEvent.change(screen.getByLabelText('Cost center'), { target: { value: ' 4100 ' } })
  expect(screen.queryByText('Enter a value for “Cost center”.')).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: /Place order/ })[0]!)
  await waitFor(() => expect(payments()).toHaveLength(1))
  expect(saves()).toEqual([[{ id: 3, value: '4100' }]])
})

test('begins with what the person entered last, once', async () => {
  const remembered = { last_value: 'Fall' }
  const { saves } = await visit(field({ id: 3, name: 'Campaign', ...remembered }))
  expect(screen.getByLabelText('Campaign (optional)')).toHaveProperty('value', 'Fall')
  await waitFor(() => expect(saves()).toEqual([[{ id: 3, value: 'Fall' }]]))
})

test('leaves a cart alone that says something else', async () => {
  const campaign = field({ id: 3, name: 'Campaign', last_value: 'Fall' })
  const { saves } = await visit(campaign, field({ id: 4, name: 'GL code', value: '61' }))
  expect(screen.getByLabelText('Campaign (optional)')).toHaveProperty('value', '')
  expect(saves()).toEqual([])
})

test('says at the field that its value can’t be used anymore', async () => {
  const center = { id: 3, name: 'Cost center', required: true, values: ['4100'], value: '4200' }
  const { pay, payments } = await visit(field(center))
  expect(
    screen.getByText('“4200” can’t be used for “Cost center” anymore. Choose another value.'),
  ).toBeTruthy()
  pay()
  await Promise.resolve()
  expect(payments()).toEqual([])
})
