import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canMoveRefund,
  holdsMoney,
  isRefundDue,
  needsSecondPerson,
  REFUND_STATES,
  type Refundable,
  refundableCents,
  refundKind,
} from './refund-rules.ts'

const card: Refundable = { method: 'elavon_cc', state: 'settled', receivedCents: 10_000, refunds: [] }

test.each([
  [card, 10_000],
  [{ ...card, refunds: [{ amountCents: 4_000, state: 'done' as const }] }, 6_000],
  [{ ...card, refunds: [{ amountCents: 4_000, state: 'asked' as const }] }, 6_000],
  [{ ...card, refunds: [{ amountCents: 4_000, state: 'unknown' as const }] }, 6_000],
  [{ ...card, refunds: [{ amountCents: 4_000, state: 'failed' as const }] }, 10_000],
  [{ ...card, refunds: [{ amountCents: 4_000, state: 'refused' as const }] }, 10_000],
  [{ ...card, state: 'submitted' as const }, 0],
  [{ ...card, state: 'failed' as const }, 0],
  [{ ...card, state: 'refunded' as const }, 0],
  [{ ...card, state: 'submitted' as const, isClosed: true }, 0],
  [{ ...card, method: 'self_hosted_check' as const, state: 'submitted' as const }, 0],
  [{ ...card, method: 'self_hosted_check' as const, state: 'submitted' as const, isClosed: true }, 10_000],
])('%j leaves %d cents to refund', (payment, cents) => {
  expect(refundableCents(payment)).toBe(cents)
})

test('voids a whole charge before it settles, and refunds it afterwards', () => {
  expect(refundKind({ ...card, state: 'paid' }, 10_000)).toBe('void')
  expect(refundKind({ ...card, state: 'paid' }, 9_999)).toBe('return')
  expect(refundKind(card, 10_000)).toBe('return')
  expect(isRefundDue('return', 'paid')).toBe(false)
  expect(isRefundDue('return', 'settled')).toBe(true)
  expect(isRefundDue('void', 'paid')).toBe(true)
})

test.each(['elavon_ach', 'self_hosted_check', 'self_hosted_bank'] as const)(
  '%s is refunded by hand',
  (method) => {
    expect(refundKind({ ...card, method }, 10_000)).toBe('by_hand')
  },
)

test('needs two people above the limit', () => {
  expect(needsSecondPerson(50_000, 50_000)).toBe(false)
  expect(needsSecondPerson(50_001, 50_000)).toBe(true)
})

test('a completed, failed, or rejected refund stays so', () => {
  for (const end of ['done', 'failed', 'refused'] as const) {
    expect(REFUND_STATES.filter((to) => canMoveRefund(end, to))).toEqual([])
  }
})

test('refunds never exceed the payment, in any sequence', () => {
  const step = fc.record({
    amountCents: fc.integer({ min: 1, max: 15_000 }),
    state: fc.constantFrom(...REFUND_STATES),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const refunds: Refundable['refunds'][number][] = []
      for (const wanted of steps) {
        if (wanted.amountCents <= refundableCents({ ...card, refunds })) refunds.push(wanted)
      }
      const held = refunds.filter(({ state }) => holdsMoney(state))
      expect(held.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBeLessThanOrEqual(10_000)
    }),
  )
})
