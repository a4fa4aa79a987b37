import type { OutputOf } from '@laurel/contract/wire-types'
import { TODO_KINDS } from '@laurel/domain/office-todos'
import { OUTSTANDING_AGES } from '@laurel/domain/outstanding-age'
import { reportSteps } from '@laurel/domain/report-period'
import { capabilitiesOf } from '@laurel/domain/staff-roles'
import { order, pageOf } from './order-fixture.ts'
import type { Answers } from './render-page.tsx'

export const ME: OutputOf<'getOfficeMe'> = {
  id: 2,
  name: 'Robin Hale',
  email: 'staff@northwind.example',
  role: 'owner',
  capabilities: [...capabilitiesOf('owner')],
  must_change_password: false,
}

export const OFFICE_CUSTOMER = {
  id: 5,
  name: 'Dana Whitlock',
  company: 'Halden Tools',
  email: 'dana@halden.example',
  phone: '',
}

const PLACED_AT = '2026-11-21T10:00:00Z'

/** A row of the orders list: a large order of a new account, paid by card. */
export const PAID: OutputOf<'listOfficeOrders'>['results'][number] = {
  id: 7,
  number: '10475',
  status: 'in_review',
  display_status: 'in_review',
  refund_state: 'none',
  refunded_cents: 0,
  customer: OFFICE_CUSTOMER,
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
  value_cents: 10_000,
  fees_cents: 195,
  delivery_cents: 0,
  refunded_cents: 0,
  received_cents: 10_195,
  owed_cents: 0,
  refund_limit: '',
  two_people_above_cents: 50_000,
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
      created_at: '2026-11-21T09:58:00Z',
      paid_at: PLACED_AT,
    },
  ],
  received_payments: [],
  refunds: [],
  ledger: [
    { event: 'order.placed', source: 'order:7', account: 'receivable', cents: 10_195, at: PLACED_AT },
    { event: 'order.placed', source: 'order:7', account: 'card_value', cents: -10_195, at: PLACED_AT },
    { event: 'money.received', source: 'payment:1', account: 'cash_card', cents: 10_195, at: PLACED_AT },
    { event: 'money.received', source: 'payment:1', account: 'receivable', cents: -10_195, at: PLACED_AT },
  ],
}

/** A page of orders with outstanding money, counted by age. */
export function outstandingPage(
  ...orders: OutputOf<'listOutstanding'>['results']
): OutputOf<'listOutstanding'> {
  const ages = OUTSTANDING_AGES.map((age) => {
    const of = orders.filter((order) => order.age === age)
    return { age, count: of.length, cents: of.reduce((sum, order) => sum + order.outstanding_cents, 0) }
  })
  return { ...pageOf(), results: orders, count: orders.length, ages }
}

const REVIEW = { kind: 'review', count: 1, cents: 10_195, oldest: 'Halden Tools', oldest_id: 7 } as const

type Today = OutputOf<'getOfficeToday'>
type Told = Pick<Today['todos'][number], 'kind' | 'count'> & Partial<Today['todos'][number]>

/** All kinds of to-dos; those not given count zero. */
export function todayOf(...told: Told[]): Today {
  const nothing = { count: 0, card_count: 0, cents: 0, since: null, oldest: '', oldest_id: null }
  return {
    is_live: true,
    todos: TODO_KINDS.map((kind) => ({ kind, ...nothing, ...told.find((one) => one.kind === kind) })),
    outstanding_ages: outstandingPage().ages,
    stages: { to_review: 1, money_to_come: 11, being_made: 22, with_carrier: 46 },
    review_minutes: 130,
    making_minutes: null,
  }
}

/** Thirty days with one order on the 20th, of $500 in each reward type. */
export function orderedOverTime(): OutputOf<'getOrderedOverTime'> {
  const none = { order_count: 0, total_cents: 0, direct_cents: 0, bulk_cents: 0, digital_cents: 0 }
  const one = { order_count: 1, total_cents: 150_000 }
  const parts = { direct_cents: 50_000, bulk_cents: 50_000, digital_cents: 50_000 }
  return {
    period: 'days',
    steps: reportSteps('days', '2026-11-21').starts.map((starts_on) => ({
      starts_on,
      ...none,
      ...(starts_on === '2026-11-20' && { ...one, ...parts }),
    })),
    total: one,
    before: { order_count: 2, total_cents: 100_000 },
  }
}

/** An office with one order in review and no other to-dos. */
export function officeAnswers(): Answers {
  const placed = {
    number: '10475',
    status: 'in_review',
    placed_at: PLACED_AT,
    total_cents: 10_195,
  } as const
  return {
    'GET /api/v1/office/sites/': [],
    'GET /api/v1/office/me/': ME,
    'GET /api/v1/office/today/': todayOf(REVIEW),
    'GET /api/v1/office/ordered_over_time/': orderedOverTime(),
    'GET /api/v1/office/orders/': pageOf(PAID),
    'GET /api/v1/office/orders/7/': {
      order: order(['bulk'], placed),
      customer: OFFICE_CUSTOMER,
      review_reasons: ['new_account'],
      held_at: null,
      held_reason: '',
      is_held_by_staff: false,
      can_release: false,
      missing_cents: 0,
      release_asked_by: '',
      release_asked_by_name: '',
    },
    'GET /api/v1/office/orders/7/money/': MONEY,
    'GET /api/v1/office/received_payments/': pageOf(),
    'GET /api/v1/office/outstanding/': outstandingPage(),
    'GET /api/v1/office/payment_discrepancies/': pageOf(),
    'GET /api/v1/office/refunds/': pageOf(),
    'GET /api/v1/reward_card_templates/': [],
  }
}

/** A complete account that is switched on. */
export const USPS_ACCOUNT: OutputOf<'listCarrierAccounts'>[number] = {
  carrier: 'USPS',
  enabled: true,
  complete: true,
  client_id_end: 'abcd',
  account_number_end: '1234',
  has_secret: true,
  crid: '12345678',
  mid: '987654321',
  manifest_mid: '',
  sender_name: 'Northwind Rewards',
  sender_phone: '',
  sender_address1: '400 Linden Avenue',
  sender_city: 'Dayton',
  sender_state: 'OH',
  sender_zip: '45403',
  services: [],
  known_services: ['USPS First-Class', 'USPS Ground Advantage'],
  host: 'apis.usps.com',
  calls_left: 60,
  updated_at: '2026-11-21T10:00:00Z',
}
