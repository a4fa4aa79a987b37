import { expect, test } from 'vitest'
import {
  BY_HAND_METHODS,
  CASH_ACCOUNTS,
  COMPANY_METHODS,
  isByHand,
  isHostedPage,
  isPaymentMethod,
  isProviderMethod,
  isRecorded,
  methodOf,
  PAYMENT_METHODS,
  PROVIDER_METHODS,
  WAYS_TO_PAY,
} from './payment-method.ts'

test('the payment methods are those of the specification', () => {
  expect(PROVIDER_METHODS).toEqual(['self_hosted_check', 'self_hosted_bank', 'elavon_cc', 'elavon_ach'])
  expect(PAYMENT_METHODS.filter((one) => !isProviderMethod(one))).toEqual(COMPANY_METHODS)
  expect(PAYMENT_METHODS.filter(isHostedPage)).toEqual(['elavon_cc', 'elavon_ach'])
  expect(PAYMENT_METHODS.filter(isByHand)).toEqual(BY_HAND_METHODS)
  expect(PAYMENT_METHODS.filter(isRecorded)).toEqual([...BY_HAND_METHODS, 'company_terms'])
  expect(isPaymentMethod('elavon_cc')).toBe(true)
  expect(isPaymentMethod('paypal')).toBe(false)
})

test('no two methods share an account, nor a word that staff tell them apart by', () => {
  const accounts = PAYMENT_METHODS.map((method) => WAYS_TO_PAY[method].account)
  expect(new Set(accounts).size).toBe(PAYMENT_METHODS.length)
  expect(CASH_ACCOUNTS.map(methodOf)).toEqual(PAYMENT_METHODS.filter((one) => one !== 'company_terms'))
  const nouns = BY_HAND_METHODS.map((method) => WAYS_TO_PAY[method].noun)
  expect(new Set(nouns).size).toBe(nouns.length)
})
