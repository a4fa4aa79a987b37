import { expect, test } from 'vitest'
import { BY_HAND_METHODS, isByHand, isHostedPage, isPaymentMethod, PAYMENT_METHODS } from './payment-method.ts'

test('the payment methods are those of the specification', () => {
  expect(PAYMENT_METHODS).toEqual(['self_hosted_check', 'self_hosted_bank', 'elavon_cc', 'elavon_ach'])
  expect(PAYMENT_METHODS.filter(isHostedPage)).toEqual(['elavon_cc', 'elavon_ach'])
  expect(PAYMENT_METHODS.filter(isByHand)).toEqual(BY_HAND_METHODS)
  expect(isPaymentMethod('elavon_cc')).toBe(true)
  expect(isPaymentMethod('paypal')).toBe(false)
})
