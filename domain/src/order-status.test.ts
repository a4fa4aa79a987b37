import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  assertMove,
  COMPLETED_STATUSES,
  canMove,
  DISPLAY_LABELS,
  DISPLAY_STATUSES,
  displayStatus,
  ORDER_MOVES,
  ORDER_STATUSES,
  type OrderStatus,
  PENDING_STATUSES,
  statusAfterPayment,
} from './order-status.ts'
import { PAYMENT_METHODS, type PaymentMethod } from './payment-method.ts'
import { PAYMENT_STATES, type PaymentState } from './payment-state.ts'

const ALLOWED = [
  'cart > in_review',
  'cart > pending_payment',
  'awaiting_approval > in_review',
  'awaiting_approval > pending_payment',
  'pending_payment > in_review',
  'pending_payment > declined',
  'in_review > approved',
  'in_review > declined',
  'approved > fulfilled',
  'approved > declined',
]

const allMoves = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const))

test.each(allMoves)('an order moves from %s to %s only if the rules say so', (from, to) => {
  const isAllowed = ALLOWED.includes(`${from} > ${to}`)
  expect(canMove(from, to)).toBe(isAllowed)
  if (isAllowed) expect(() => assertMove(from, to)).not.toThrow()
  else {
    expect(() => assertMove(from, to)).toThrow(
      expect.objectContaining({ code: 'order_move_not_allowed', facts: { from, to } }),
    )
  }
})

test('every status can be reached from the cart or an approval', () => {
  const reached = new Set<OrderStatus>(['cart', 'awaiting_approval'])
  for (const status of reached) for (const next of ORDER_MOVES[status]) reached.add(next)
  expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort())
})

test('a completed order never moves, and every other one can', () => {
  for (const status of ORDER_STATUSES) {
    const isCompleted = COMPLETED_STATUSES.some((completed) => completed === status)
    expect(ORDER_MOVES[status].length === 0).toBe(isCompleted)
  }
})

test('no path leads to fulfilled without a review', () => {
  const reached = new Set<OrderStatus>(['cart'])
  for (const status of reached) {
    for (const next of ORDER_MOVES[status]) if (next !== 'in_review') reached.add(next)
  }
  expect(reached).not.toContain('fulfilled')
})

test('every placed order is listed as pending or as completed', () => {
  expect(['cart', 'awaiting_approval', ...PENDING_STATUSES, ...COMPLETED_STATUSES].sort()).toEqual(
    [...ORDER_STATUSES].sort(),
  )
})

test.each<[status: string, isShipped: boolean, shown: string]>([
  ['fulfilled', true, 'shipped'],
  ['fulfilled', false, 'approved'],
  ['pending_payment', false, 'pending_payment'],
  ['shipped', false, 'shipped'],
  ['approved', true, 'approved'],
  ['rejected', false, 'rejected'],
  ['in_review', true, 'in_review'],
  ['declined', false, 'rejected'],
  ['declined', true, 'rejected'],
  ['cart', false, 'in_review'],
  ['', false, 'in_review'],
  ['constructor', true, 'in_review'],
])('an order that is %j (shipped: %s) is shown as %s', (status, isShipped, shown) => {
  expect(displayStatus({ status, isShipped })).toBe(shown)
})

test('every status is shown as one of the five', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (status, isShipped) => {
      const shown = displayStatus({ status, isShipped })
      expect(DISPLAY_STATUSES).toContain(shown)
      expect(DISPLAY_LABELS[shown]).toBeTruthy()
    }),
  )
})

test('each of the five has a label', () => {
  expect(DISPLAY_STATUSES.map((status) => DISPLAY_LABELS[status])).toEqual([
    'In review',
    'Pending payment',
    'Approved',
    'Shipped',
    'Rejected',
  ])
})

test.each<[PaymentMethod, PaymentState, string | undefined]>([
  ['elavon_cc', 'started', undefined],
  ['elavon_cc', 'submitted', 'pending_payment'],
  ['elavon_cc', 'paid', 'in_review'],
  ['elavon_cc', 'settled', 'in_review'],
  ['elavon_ach', 'started', undefined],
  ['elavon_ach', 'submitted', 'pending_payment'],
  ['elavon_ach', 'paid', 'pending_payment'],
  ['elavon_ach', 'settled', 'pending_payment'],
  ['self_hosted_check', 'started', 'pending_payment'],
  ['self_hosted_check', 'submitted', 'pending_payment'],
  ['self_hosted_check', 'paid', 'in_review'],
  ['self_hosted_bank', 'started', 'pending_payment'],
  ['self_hosted_bank', 'paid', 'in_review'],
  ['self_hosted_bank', 'settled', 'in_review'],
])('a payment by %s that is %s moves the order to %s', (method, state, status) => {
  expect(statusAfterPayment(method, state)).toBe(status)
})

test('a settled bank debit counts once its hold is over, and never earlier', () => {
  const held = { holdIsOver: true }
  expect(statusAfterPayment('elavon_ach', 'settled', held)).toBe('in_review')
  expect(statusAfterPayment('elavon_ach', 'submitted', held)).toBe('pending_payment')
  expect(statusAfterPayment('elavon_ach', 'paid', held)).toBe('pending_payment')
})

test('failed, expired, and returned money moves no order, and payments make only allowed moves', () => {
  for (const method of PAYMENT_METHODS) {
    for (const state of PAYMENT_STATES) {
      const status = statusAfterPayment(method, state, { holdIsOver: true })
      if (['failed', 'expired', 'refunded'].includes(state)) expect(status).toBeUndefined()
      if (status) expect(canMove('cart', status)).toBe(true)
    }
  }
})
