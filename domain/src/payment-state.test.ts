import { expect, test } from 'vitest'
import {
  ATTEMPT_LIFE_MS,
  canMovePayment,
  coversOrder,
  isLivePayment,
  isOpenPayment,
  LIVE_PAYMENT_STATES,
  PAYMENT_MOVES,
  PAYMENT_STATES,
  type PaymentState,
} from './payment-state.ts'

test('every state is reachable from started, and only abandoned and refunded are final', () => {
  const reached = new Set<PaymentState>(['started'])
  for (const state of reached) for (const next of PAYMENT_MOVES[state]) reached.add(next)
  expect([...reached].sort()).toEqual([...PAYMENT_STATES].sort())
  expect(PAYMENT_STATES.filter((state) => PAYMENT_MOVES[state].length === 0)).toEqual([
    'abandoned',
    'refunded',
  ])
})

test('no payment restarts, and none with money expires', () => {
  for (const state of PAYMENT_STATES) {
    expect(canMovePayment(state, 'started')).toBe(false)
    expect(canMovePayment(state, state)).toBe(false)
    expect(canMovePayment(state, 'expired')).toBe(state === 'started')
    expect(canMovePayment(state, 'abandoned')).toBe(state === 'started')
    expect(canMovePayment(state, 'refunded')).toBe(coversOrder(state))
  }
})

test('never rejects money that is found late', () => {
  for (const state of ['failed', 'expired'] as const) {
    for (const found of ['submitted', 'paid', 'settled'] as const)
      expect(canMovePayment(state, found)).toBe(true)
  }
})

test('settled money never becomes unsettled', () => {
  expect(canMovePayment('settled', 'paid')).toBe(false)
  expect(canMovePayment('settled', 'submitted')).toBe(false)
  expect(canMovePayment('paid', 'submitted')).toBe(false)
})

test('an attempt is open, covers the order, or neither', () => {
  expect(PAYMENT_STATES.filter(isOpenPayment)).toEqual(['started', 'submitted'])
  expect(PAYMENT_STATES.filter(coversOrder)).toEqual(['paid', 'settled'])
  expect(PAYMENT_STATES.filter(isLivePayment)).toEqual(['started', 'submitted', 'paid', 'settled'])
  expect(LIVE_PAYMENT_STATES).toEqual(['started', 'submitted', 'paid', 'settled'])
})

test('an attempt outlives the provider’s page by a minute', () => {
  expect(ATTEMPT_LIFE_MS).toBe(960_000)
})
