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

async function visit(kept: string[]) {
  const placed = payment({ method_code: 'self_hosted_check', state: 'submitted', hosted_page: null })
  const { requests } = await renderPage('/checkout/payment-confirmation', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/orders/': pageOf(order(['bulk'])),
      'GET /api/v1/orders/7/': order(['bulk'], { number: '10001', status: 'pending_payment' }),
      'GET /api/v1/order_summary/': summary(),
      'GET /api/v1/actual_user/': { ...CUSTOMER, invoice_emails: kept },
      'GET /api/v1/organization_payment_providers/': [
        { id: 2, method_code: 'self_hosted_check', title: 'Check', instructions: '', position: 2 },
      ],
      'POST /api/v1/payments/': placed,
    },
  })
  const field = await screen.findByLabelText<HTMLInputElement>('Also send the invoice to')
  const sent = () => requests.filter(({ path }) => path === '/api/v1/payments/')
  return {
    write: (text: string) => fireEvent.change(field, { target: { value: text } }),
    add: () => fireEvent.click(screen.getByRole('button', { name: 'Add' })),
    listed: () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent),
    pay() {
      fireEvent.click(screen.getByRole('checkbox'))
      fireEvent.click(screen.getAllByRole('button', { name: /Place order/ })[0]!)
    },
    sent,
    async emails() {
      await waitFor(() => expect(sent()).toHaveLength(1))
      return JSON.parse(new URLSearchParams(String(sent()[0]!.body)).get('invoice_emails') ?? 'null')
    },
  }
}

test('starts with the last order’s addresses, which can be removed and added to', async () => {
  const { write, add, pay, emails } = await visit(['ap@halden.example', 'old@halden.example'])
  fireEvent.click(await screen.findByRole('button', { name: 'Remove old@halden.example' }))
  write('cfo@halden.example')
  add()
  expect(await screen.findByText('cfo@halden.example')).toBeTruthy()
  pay()
  expect(await emails()).toEqual(['ap@halden.example', 'cfo@halden.example'])
})

test('includes an address that is typed but not added', async () => {
  const { write, pay, emails } = await visit([])
  write('ap@halden.example')
  pay()
  expect(await emails()).toEqual(['ap@halden.example'])
})

test('an invalid address stops the payment and shows an error at the field', async () => {
  const { write, pay, sent } = await visit([])
  write('ap at halden')
  pay()
  expect(await screen.findByText('Please enter a valid email')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('hides the field after five addresses', async () => {
  const { write, add } = await visit(['a', 'b', 'c', 'd'].map((name) => `${name}@halden.example`))
  await screen.findByText('d@halden.example')
  write('e@halden.example')
  add()
  expect(await screen.findByText('The invoice goes to you and these 5 addresses.')).toBeTruthy()
  expect(screen.queryByLabelText('Also send the invoice to')).toBeNull()
})
