import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isProductSetupStep,
  nextStep,
  PRODUCT_SETUP_STEPS,
  type ProductSetupStep,
  previousStep,
  productSetupSteps,
  reachableSetupStep,
  type SetupProgress,
  setupStepPath,
} from './product-setup-flow.ts'
import { REWARD_TYPES, type RewardType } from './reward-type.ts'

const nothing: SetupProgress = {
  hasType: true,
  hasDesign: false,
  quantity: null,
  denominationCents: null,
  recipientCount: 0,
}
const everything: SetupProgress = {
  hasType: true,
  hasDesign: true,
  quantity: 5,
  denominationCents: 5000,
  recipientCount: 3,
}

const anyType = fc.constantFrom(...REWARD_TYPES)
const anyStep = fc.constantFrom(...PRODUCT_SETUP_STEPS)
const anyProgress = fc.record({
  hasType: fc.constant(true),
  hasDesign: fc.boolean(),
  quantity: fc.option(fc.nat(3)),
  denominationCents: fc.option(fc.nat(3)),
  recipientCount: fc.nat(2),
})

test.each<[RewardType, ProductSetupStep, ProductSetupStep | undefined, ProductSetupStep | undefined]>([
  ['bulk', 'card-design', undefined, 'quantity'],
  ['bulk', 'quantity', 'card-design', 'value'],
  ['bulk', 'value', 'quantity', 'custom-message'],
  ['bulk', 'custom-message', 'value', undefined],
  ['direct', 'card-design', undefined, 'recipients'],
  ['direct', 'recipients', 'card-design', 'custom-message'],
  ['direct', 'custom-message', 'recipients', undefined],
  ['digital', 'card-design', undefined, 'recipients'],
  ['digital', 'recipients', 'card-design', 'custom-message'],
  ['digital', 'custom-message', 'recipients', undefined],
])('in the %s flow, %s has %s before it and %s after it', (type, step, before, after) => {
  expect(previousStep(type, step)).toBe(before)
  expect(nextStep(type, step)).toBe(after)
})

test('a step of the other flow leads nowhere', () => {
  expect(previousStep('bulk', 'recipients')).toBeUndefined()
  expect(nextStep('bulk', 'recipients')).toBeUndefined()
  expect(nextStep('direct', 'quantity')).toBeUndefined()
})

test.each<[RewardType, Partial<SetupProgress>, ProductSetupStep, ProductSetupStep]>([
  ['bulk', nothing, 'card-design', 'card-design'],
  ['bulk', nothing, 'custom-message', 'card-design'],
  ['bulk', { ...nothing, hasDesign: true }, 'custom-message', 'quantity'],
  ['bulk', { ...nothing, hasDesign: true, quantity: 0 }, 'value', 'quantity'],
  ['bulk', { ...nothing, hasDesign: true, quantity: 5 }, 'custom-message', 'value'],
  ['bulk', { ...everything, recipientCount: 0 }, 'custom-message', 'custom-message'],
  ['bulk', { ...everything, hasDesign: false }, 'value', 'card-design'],
  ['direct', { ...nothing, hasDesign: true }, 'custom-message', 'recipients'],
  ['digital', { ...everything, quantity: null, denominationCents: null }, 'custom-message', 'custom-message'],
  ['bulk', everything, 'recipients', 'quantity'],
  ['digital', everything, 'value', 'recipients'],
  ['direct', nothing, 'quantity', 'card-design'],
])('in the %s flow with %j, a request for %s opens %s', (type, progress, wanted, reached) => {
  expect(reachableSetupStep(type, { ...nothing, ...progress }, wanted)).toBe(reached)
})

test('no step is reachable without a reward type', () => {
  expect(reachableSetupStep('bulk', { ...everything, hasType: false }, 'card-design')).toBeUndefined()
})

test('the reached step is in the flow, never after an open decision, and stays reached', () => {
  fc.assert(
    fc.property(anyType, anyProgress, anyStep, (type, progress, wanted) => {
      const reached = reachableSetupStep(type, progress, wanted)
      const steps = productSetupSteps(type)
      expect(steps).toContain(reached)
      expect(reachableSetupStep(type, progress, reached!)).toBe(reached)
      const before = previousStep(type, reached!)
      if (before) expect(reachableSetupStep(type, progress, before)).toBe(before)
    }),
  )
})

test('every step of the flow is open once everything is decided', () => {
  for (const type of REWARD_TYPES) {
    for (const step of productSetupSteps(type)) expect(reachableSetupStep(type, everything, step)).toBe(step)
  }
})

test('steps are under /create-reward/ and nothing else is a step', () => {
  expect(PRODUCT_SETUP_STEPS.map(setupStepPath)).toEqual([
    '/create-reward/card-design',
    '/create-reward/quantity',
    '/create-reward/value',
    '/create-reward/recipients',
    '/create-reward/custom-message',
  ])
  expect(isProductSetupStep('value')).toBe(true)
  expect(isProductSetupStep('valueOf')).toBe(false)
})
