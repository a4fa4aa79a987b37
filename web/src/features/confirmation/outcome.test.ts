import type { PaymentMethod } from '@laurel/domain/payment-method'
import type { PaymentState } from '@laurel/domain/payment-state'
import { expect, test } from 'vitest'
import type { Order, OrderPayment } from '../../parts/delivery-text.ts'
import { arrivalSentence, mustAskBank, outcomeOf, roadOf } from './outcome.ts'

type Status = Parameters<typeof outcomeOf>[0]['status']

function order(status: Status, ...payments: [PaymentMethod, PaymentState][]) {
  return {
    status,
    placedAt: status === 'cart' ? null : '2026-11-21T10:00:00Z',
    // One per minute. The first one places the order.
    payments: payments.map(
      ([methodCode, state], id) =>
        ({ id, methodCode, state, createdAt: `2026-11-21T10:0${id}:00Z` }) as OrderPayment,
    ),
  }
}

test.each<[string, ReturnType<typeof order>, string]>([
  ['a cart without a payment', order('cart'), 'unpaid'],
  ['a started payment', order('cart', ['elavon_cc', 'started']), 'open'],
  ['a declined card', order('cart', ['elavon_cc', 'failed']), 'declined'],
  ['a page that ran out', order('cart', ['elavon_cc', 'expired']), 'run-out'],
  ['a second try after a decline', order('cart', ['elavon_cc', 'failed'], ['elavon_cc', 'started']), 'open'],
  ['a check on its way', order('pending_payment', ['self_hosted_check', 'submitted']), 'money-on-its-way'],
  ['a bank debit', order('pending_payment', ['elavon_ach', 'submitted']), 'money-on-its-way'],
  ['a debit the bank returned', order('pending_payment', ['elavon_ach', 'failed']), 'returned'],
  [
    'a card that was declined instead of the check',
    order('pending_payment', ['self_hosted_check', 'failed'], ['elavon_cc', 'failed']),
    'declined',
  ],
  [
    'a card page that was opened instead of the check',
    order('pending_payment', ['self_hosted_check', 'failed'], ['elavon_cc', 'started']),
    'open',
  ],
  [
    'a card page that ran out instead of the check',
    order('pending_payment', ['self_hosted_check', 'failed'], ['elavon_cc', 'expired']),
    'run-out',
  ],
  [
    'a transfer instead of the check',
    order('pending_payment', ['self_hosted_check', 'failed'], ['self_hosted_bank', 'submitted']),
    'money-on-its-way',
  ],
  ['a paid order', order('in_review', ['elavon_cc', 'paid']), 'ordered'],
  ['an order on its way', order('fulfilled', ['elavon_cc', 'settled']), 'ordered'],
  ['an order that was declined', order('declined', ['elavon_cc', 'refunded']), 'rejected'],
])('reads the outcome of %s', (_, given, kind) => {
  expect(outcomeOf(given).kind).toBe(kind)
})

test('shows the payment that covers an order, not an earlier failed one', () => {
  const outcome = outcomeOf(order('in_review', ['elavon_cc', 'failed'], ['elavon_ach', 'paid']))
  expect(outcome).toMatchObject({ payment: { methodCode: 'elavon_ach' } })
})

test('asks the provider about a cart that was on its page, and never about a check', () => {
  expect(mustAskBank(order('cart', ['elavon_cc', 'started']))).toBe(true)
  expect(mustAskBank(order('cart', ['elavon_cc', 'failed']))).toBe(true)
  expect(mustAskBank(order('cart'))).toBe(false)
  expect(mustAskBank(order('pending_payment', ['self_hosted_check', 'submitted']))).toBe(false)
  expect(mustAskBank(order('in_review', ['elavon_cc', 'paid']))).toBe(false)
  const instead = order('pending_payment', ['self_hosted_check', 'failed'], ['elavon_cc', 'started'])
  expect(mustAskBank(instead)).toBe(true)
  expect(mustAskBank(order('pending_payment', ['elavon_ach', 'submitted']))).toBe(false)
})

const BY_CHECK = { methodCode: 'self_hosted_check' } as OrderPayment

function unpaid(...types: string[]): Order {
  const cardItems = types.map((name) => ({ state: 'in_cart', rewardTypeData: { name } }))
  return { status: 'pending_payment', placedAt: null, shippingOrders: [], cardItems } as unknown as Order
}

test.each([
  [['digital'], 'We email your cards when your money arrives'],
  [['direct'], 'We start printing when your money arrives'],
  [['bulk', 'digital'], 'We start on your cards when your money arrives'],
])('an unpaid order of %s cards says what waits for the money', (types, words) => {
  const stops = roadOf(unpaid(...types), BY_CHECK, 'America/Chicago')
  expect(stops.find(({ state }) => state === 'now')).toMatchObject({ text: words })
})

const OPTIONS = [{ id: 4, minDays: 3, maxDays: 5 }]

function paidBy(methodCode: 'elavon_cc' | 'elavon_ach', changed: object = {}) {
  return {
    shippingOrders: [{ rewardType: 'direct', shippingOptionId: 4 }],
    bulkAddress: null,
    placedAt: '2026-03-02T17:00:00Z',
    status: 'in_review',
    payments: [{ methodCode }],
    ...changed,
  } as unknown as Parameters<typeof arrivalSentence>[0]
}

test('an order on invoice isn’t paid, but due', () => {
  const invoice = { methodCode: 'company_terms', state: 'submitted' } as OrderPayment
  const onInvoice = { ...unpaid('digital'), status: 'in_review', dueOn: '2026-12-28' } as Order
  const [, stop] = roadOf(onInvoice, invoice, 'America/Chicago')
  expect(stop).toMatchObject({ title: 'On invoice', text: expect.stringMatching(/^Due .*28/) })
})

test('arrival counts from the day the payment clears', () => {
  expect(arrivalSentence(paidBy('elavon_cc'), 'direct', OPTIONS)).toBe(
    'Arrives about Fri, Mar 6 to Tue, Mar 10.',
  )
  expect(arrivalSentence(paidBy('elavon_ach'), 'direct', OPTIONS)).toBe(
    'Arrives about Thu, Mar 12 to Mon, Mar 16.',
  )
})

test('emails arrive on the day of the review, unless they are scheduled or sent', () => {
  const digital = { rewardType: 'digital', shippingOptionId: 4, sendAt: null }
  const emails = (shipping: object, changed: object = {}) =>
    arrivalSentence(paidBy('elavon_cc', { shippingOrders: [shipping], ...changed }), 'digital', OPTIONS)
  expect(emails(digital)).toBe('Arrives about Tue, Mar 3.')
  expect(emails({ ...digital, sendAt: '2026-03-20T15:00:00Z' })).toBe('')
  expect(emails(digital, { status: 'approved' })).toBe('')
})

test('promises no date for sent cards or a delivery method that is no longer offered', () => {
  expect(arrivalSentence(paidBy('elavon_cc', { status: 'fulfilled' }), 'direct', OPTIONS)).toBe('')
  expect(arrivalSentence(paidBy('elavon_cc'), 'direct', [])).toBe('')
  expect(arrivalSentence(paidBy('elavon_cc'), 'bulk', OPTIONS)).toBe('')
})
