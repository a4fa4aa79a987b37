// @vitest-environment happy-dom
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCompany } from '../../app/company-choice.ts'
import { order, pageOf, summary } from '../../testing/order-fixture.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER } from '../../testing/site-fixture.ts'
import { useCartSelections } from './cart-selections.ts'

beforeEach(() => {
  useCartSelections.setState({ orderId: null, methodCode: 'self_hosted_check', poNumber: '' })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  forgetCompany()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const JOY = { id: 1, name: 'Joy Nakamura', is_you: false }
const MARCUS = { id: 2, name: 'Marcus Bell', is_you: false }
const STEPS = [
  { rules: [{ name: 'Large orders', reasons: ['over $100.00'] }], people: [JOY, MARCUS] },
  { rules: [{ name: 'All orders', reasons: [] }], people: [MARCUS] },
]

async function visit(isBlocked = false) {
  const company = {
    id: 4,
    name: 'Halden Tools',
    people_count: 3,
    time_zone: 'America/Chicago',
    has_budgets: false,
    has_approval_rules: true,
    balance_cents: null,
    role: 'buyer',
    role_name: 'Buyer',
    capabilities: capabilitiesIn('buyer'),
  }
  const { requests } = await renderPage('/checkout/payment-confirmation', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/companies/': [company],
      'GET /api/v1/company/people/': { company, people: [], teams: [], roles: [], invitations: [] },
      'GET /api/v1/orders/': pageOf(order(['bulk'])),
      'GET /api/v1/order_summary/': summary({
        approval: { steps: isBlocked ? [] : STEPS, is_blocked: isBlocked },
      }),
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/organization_payment_providers/': [
        { id: 2, method_code: 'self_hosted_check', title: 'Check', instructions: '', position: 2 },
      ],
      'GET /api/v1/approvals/': pageOf(),
      'POST /api/v1/orders/7/submit_for_approval/': { id: 31, name: 'Welcome aboard' },
    },
  })
  await screen.findByRole('heading', { name: 'Who approves this order' })
  return () => requests.filter(({ method }) => method === 'POST')
}

test('says who is asked and why, and submits the order instead of paying it', async () => {
  const sent = await visit()
  expect(screen.getByText('Joy Nakamura or Marcus Bell')).toBeTruthy()
  expect(screen.getByText('Rule: over $100.00.')).toBeTruthy()
  expect(screen.getByText('Then Marcus Bell')).toBeTruthy()
  expect(screen.getByText('Rule: “All orders”.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Pay|Place order)/ })).toBeNull()
  expect(
    screen.getByText('Nothing is charged now. We place the order as soon as it’s approved.'),
  ).toBeTruthy()

  fireEvent.change(screen.getByLabelText(/^Note for your approvers/), {
    target: { value: ' For the West. ' },
  })
  const submit = screen.getAllByRole('button', { name: 'Submit $122.30 for approval' })[0]!
  fireEvent.click(submit)
  expect(await screen.findByText('Read the order terms and check the box to continue.')).toBeTruthy()
  expect(sent()).toEqual([])

  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(submit)
  await waitFor(() =>
    expect(sent().map(({ path }) => path)).toEqual(['/api/v1/orders/7/submit_for_approval/']),
  )
  expect(Object.fromEntries(new URLSearchParams(String(sent()[0]?.body)))).toMatchObject({
    method_code: 'self_hosted_check',
    po_number: '',
    note: 'For the West.',
    seen_total_cents: '12230',
  })
})

test('can’t be submitted while no one could approve it', async () => {
  await visit(true)
  expect(screen.getByText(/Ask an admin to change the approval rules/)).toBeTruthy()
  for (const button of screen.getAllByRole('button', { name: /^Submit / })) {
    expect(button).toHaveProperty('disabled', true)
  }
})
