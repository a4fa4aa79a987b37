import type { OutputOf } from '@laurel/contract/wire-types'
import { AWAITED_AGES } from '@laurel/domain/awaited-age'
import { capabilitiesOf } from '@laurel/domain/staff-roles'
import { order, pageOf } from '../../testing/order-fixture.ts'
import type { Answers } from '../../testing/render-page.tsx'

export const ME: OutputOf<'getOfficeMe'> = {
  id: 2,
  name: 'Robin Hale',
  email: 'staff@northwind.example',
  role: 'owner',
  capabilities: [...capabilitiesOf('owner')],
  must_change_password: false,
}

export const CUSTOMER = {
  id: 5,
  name: 'Dana Whitlock',
  company: 'Halden Tools',
  email: 'dana@halden.example',
  phone: '',
}

const PLACED_AT = '2026-11-21T10:00:00Z'

/** An order as a line of the list: paid by card, and a large one of a new account. */
export const PAID: OutputOf<'listOfficeOrders'>['results'][number] = {
  id: 7,
  number: '10475',
  status: 'in_review',
  display_status: 'in_review',
  customer: CUSTOMER,
  reward_types: ['bulk'],
  card_count: 2,
  total_cents: 10_195,
  method_code: 'elavon_cc',
  review_reasons: ['new_account'],
  held_at: null,
  placed_at: PLACED_AT,
}

const MONEY: OutputOf<'getOrderMoney'> = {
  order_id: 7,
  total_cents: 10_195,
  received_cents: 10_195,
  owed_cents: 0,
  payments: [
    {
      id: 1,
      method_code: 'elavon_cc',
      state: 'paid',
      amount_cents: 10_195,
      received_cents: 10_195,
      refundable_cents: 10_195,
      masked_account: '41**********9990',
      message: '',
      created_at: PLACED_AT,
    },
  ],
  funds: [],
  refunds: [],
  ledger: [
    { event: 'order.placed', source: 'order:7', account: 'receivable', cents: 10_195, at: PLACED_AT },
    { event: 'order.placed', source: 'order:7', account: 'card_value', cents: -10_195, at: PLACED_AT },
    { event: 'money.received', source: 'payment:1', account: 'cash_card', cents: 10_195, at: PLACED_AT },
    { event: 'money.received', source: 'payment:1', account: 'receivable', cents: -10_195, at: PLACED_AT },
  ],
}

/** Orders whose money is still to come, each counted for its age. */
export function awaitedPage(...orders: OutputOf<'listAwaited'>['results']): OutputOf<'listAwaited'> {
  const ages = AWAITED_AGES.map((age) => {
    const of = orders.filter((order) => order.age === age)
    return { age, count: of.length, cents: of.reduce((sum, order) => sum + order.awaited_cents, 0) }
  })
  return { ...pageOf(), results: orders, count: orders.length, ages }
}

/** An office with one order in review, and nothing else to do. */
export function officeAnswers(): Answers {
  const placed = {
    number: '10475',
    status: 'in_review',
    placed_at: PLACED_AT,
    total_cents: 10_195,
  } as const
  return {
    'GET /api/v1/office/me/': ME,
    'GET /api/v1/office/orders/': pageOf(PAID),
    'GET /api/v1/office/orders/7/': {
      order: order(['bulk'], placed),
      customer: CUSTOMER,
      review_reasons: ['new_account'],
      held_at: null,
      held_reason: '',
      is_held_by_staff: false,
    },
    'GET /api/v1/office/orders/7/money/': MONEY,
    'GET /api/v1/office/funds/': pageOf(),
    'GET /api/v1/office/awaited/': awaitedPage(),
    'GET /api/v1/office/payment_doubts/': pageOf(),
    'GET /api/v1/office/refunds/': pageOf(),
    'GET /api/v1/reward_card_templates/': [],
  }
}
