import type { CheckoutStep } from '@laurel/domain/checkout-steps'
import type { RewardType } from '@laurel/domain/reward-type'
import { expect, test } from 'vitest'
import { orderSteps, reachableStep } from './enter-checkout.ts'

function order(types: RewardType[], frozenUntil: string | null = null) {
  const cardItems = types.map((name) => ({
    state: 'in_cart' as const,
    rewardTypeData: { name, title: name },
  }))
  return { cardItems, frozenUntil, shippingOrders: [], bulkAddress: null }
}

test.each<[RewardType[], CheckoutStep[]]>([
  [['bulk'], ['bulk-shipping-method', 'payment-confirmation']],
  [['direct'], ['direct-shipping-method', 'payment-confirmation']],
  [['digital'], ['digital-shipping-method', 'payment-confirmation']],
  [
    ['direct', 'bulk'],
    ['bulk-shipping-method', 'direct-shipping-method', 'payment-confirmation'],
  ],
  [
    ['digital', 'bulk'],
    ['bulk-shipping-method', 'digital-shipping-method', 'payment-confirmation'],
  ],
  [
    ['digital', 'direct'],
    ['direct-shipping-method', 'digital-shipping-method', 'payment-confirmation'],
  ],
  [
    ['digital', 'direct', 'bulk'],
    ['bulk-shipping-method', 'direct-shipping-method', 'digital-shipping-method', 'payment-confirmation'],
  ],
])('a cart with %j has the steps %j', (types, steps) => {
  expect(orderSteps(order(types))).toEqual(steps)
})

test('any delivery step can be opened', () => {
  expect(reachableStep(order(['bulk', 'digital']), 'digital-shipping-method')).toBe('digital-shipping-method')
})

test('payment needs every delivery method, and an address for a parcel', () => {
  const cart = order(['bulk', 'digital'])
  const shippingOrders = [{ rewardType: 'bulk' as const }, { rewardType: 'digital' as const }]
  const bulkAddress = { id: 1 } as NonNullable<Parameters<typeof reachableStep>[0]>['bulkAddress']
  const stepAt = (decided: object) => reachableStep({ ...cart, ...decided }, 'payment-confirmation')
  expect(stepAt({})).toBe('bulk-shipping-method')
  expect(stepAt({ shippingOrders })).toBe('bulk-shipping-method')
  expect(stepAt({ shippingOrders: shippingOrders.slice(0, 1), bulkAddress })).toBe('digital-shipping-method')
  expect(stepAt({ shippingOrders, bulkAddress })).toBe('payment-confirmation')
})

test('a step that is not in the flow leads to the first', () => {
  expect(reachableStep(order(['digital']), 'bulk-shipping-method')).toBe('digital-shipping-method')
})

test('the path without a step leads to the first step', () => {
  expect(reachableStep(order(['direct']), null)).toBe('direct-shipping-method')
})

test('an order with an open payment shows only that payment', () => {
  const frozen = order(['bulk'], '2026-11-21T10:16:00Z')
  expect(reachableStep(frozen, 'bulk-shipping-method')).toBe('payment-confirmation')
})

test('there is nothing to check out without an order or with only drafts', () => {
  const draft = { state: 'draft' as const, rewardTypeData: { name: 'bulk' as const, title: 'Bulk' } }
  expect(reachableStep(null, 'payment-confirmation')).toBeUndefined()
  expect(reachableStep({ ...order([]), cardItems: [draft] }, 'payment-confirmation')).toBeUndefined()
})
