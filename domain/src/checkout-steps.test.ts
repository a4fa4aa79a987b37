import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CheckoutStep,
  checkoutSteps,
  checkoutType,
  NOT_IN_FLOW,
  neighbours,
  stepIndex,
  stepPath,
  stepRewardType,
  stepTitle,
} from './checkout-steps.ts'
import { REWARD_TYPES, type RewardType } from './reward-type.ts'

const BULK = 'bulk-shipping-method'
const DIRECT = 'direct-shipping-method'
const DIGITAL = 'digital-shipping-method'
const PAYMENT = 'payment-confirmation'

const someTypes = fc.array(fc.constantFrom(...REWARD_TYPES), { minLength: 1, maxLength: 12 })

test.each<[held: RewardType[], type: string, steps: string[]]>([
  [['bulk'], 'bulk', [BULK, PAYMENT]],
  [['direct'], 'direct', [DIRECT, PAYMENT]],
  [['digital'], 'digital', [DIGITAL, PAYMENT]],
  [['direct', 'bulk'], 'bulk-direct', [BULK, DIRECT, PAYMENT]],
  [['digital', 'bulk'], 'bulk-digital', [BULK, DIGITAL, PAYMENT]],
  [['digital', 'direct'], 'direct-digital', [DIRECT, DIGITAL, PAYMENT]],
  [['digital', 'direct', 'bulk'], 'bulk-direct-digital', [BULK, DIRECT, DIGITAL, PAYMENT]],
  [['bulk', 'bulk'], 'bulk', [BULK, PAYMENT]],
])('an order with %j has the %s checkout with the steps %j', (held, type, steps) => {
  expect(checkoutType(held)).toBe(type)
  expect(checkoutSteps(held)).toEqual(steps)
})

test('an order without card items has no checkout', () => {
  const refused = expect.objectContaining({ code: 'order_is_empty' })
  expect(() => checkoutSteps([])).toThrow(refused)
  expect(() => checkoutType([])).toThrow(refused)
})

test('payment comes last and each type ships once, whatever the order contains', () => {
  fc.assert(
    fc.property(someTypes, (held) => {
      const steps = checkoutSteps(held)
      expect(steps.at(-1)).toBe(PAYMENT)
      expect(steps).toEqual(checkoutSteps([...held].reverse()))
      expect(steps.slice(0, -1).map(stepRewardType)).toEqual(
        REWARD_TYPES.filter((type) => held.includes(type)),
      )
    }),
  )
})

test('a step forward and a step back lead to the same step', () => {
  fc.assert(
    fc.property(someTypes, (held) => {
      const steps = checkoutSteps(held)
      for (const step of steps) {
        const { previous, next } = neighbours(steps, step)
        expect(previous && neighbours(steps, previous).next).toBe(previous && step)
        expect(next && neighbours(steps, next).previous).toBe(next && step)
      }
    }),
  )
})

test('no step precedes the first, and none follows payment', () => {
  const steps = checkoutSteps(['bulk', 'digital'])
  expect(neighbours(steps, BULK)).toEqual({ previous: undefined, next: DIGITAL })
  expect(neighbours(steps, PAYMENT)).toEqual({ previous: DIGITAL, next: undefined })
})

test('a step of a type that the order lacks is not in the flow', () => {
  const steps = checkoutSteps(['bulk'])
  expect(NOT_IN_FLOW).toBe(-1)
  expect(stepIndex(steps, DIRECT)).toBe(-1)
  expect(stepIndex(steps, PAYMENT)).toBe(1)
  expect(neighbours(steps, DIRECT)).toEqual({ previous: undefined, next: undefined })
})

test.each<[CheckoutStep, string, string]>([
  [BULK, '/checkout/bulk-shipping-method', 'Bulk shipping'],
  [DIRECT, '/checkout/direct-shipping-method', 'Direct mail shipping'],
  [DIGITAL, '/checkout/digital-shipping-method', 'Digital distribution'],
  [PAYMENT, '/checkout/payment-confirmation', 'Payment & confirmation'],
])('%s has the path %s and the title "%s"', (step, path, title) => {
  expect(stepPath(step)).toBe(path)
  expect(stepTitle(step)).toBe(title)
})

test('payment belongs to no reward type', () => {
  expect(stepRewardType(PAYMENT)).toBeUndefined()
})
