// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import {
  choosePaymentMethod,
  forgetPoNumber,
  repairSelections,
  useCartSelections,
  writePoNumber,
} from './cart-selections.ts'

test('keeps valid selections', () => {
  const stored = { orderId: 7, methodCode: 'elavon_ach', poNumber: 'HT-1' }
  expect(repairSelections(stored)).toEqual(stored)
})

test.each([
  [null, { orderId: null, methodCode: null, poNumber: '' }],
  ['text', { orderId: null, methodCode: null, poNumber: '' }],
  [
    { orderId: 7, methodCode: 'bitcoin', poNumber: 'HT-1' },
    { orderId: 7, methodCode: null, poNumber: 'HT-1' },
  ],
  [
    { orderId: -1, methodCode: 'elavon_cc', poNumber: 'HT-1' },
    { orderId: null, methodCode: 'elavon_cc', poNumber: '' },
  ],
  [
    { orderId: 7, poNumber: 12 },
    { orderId: 7, methodCode: null, poNumber: '' },
  ],
])('repairs stored %j on load', (stored, repaired) => {
  expect(repairSelections(stored)).toEqual(repaired)
})

test('keeps a PO number for its order until that is placed, and the payment method for the next', () => {
  choosePaymentMethod('self_hosted_check')
  writePoNumber(7, 'x'.repeat(60))
  expect(useCartSelections.getState()).toEqual({
    orderId: 7,
    methodCode: 'self_hosted_check',
    poNumber: 'x'.repeat(40),
  })
  forgetPoNumber()
  expect(JSON.parse(localStorage.getItem('local-cart-storage')!).state).toEqual({
    orderId: null,
    methodCode: 'self_hosted_check',
    poNumber: '',
  })
})
