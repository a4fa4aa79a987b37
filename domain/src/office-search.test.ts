import { expect, test } from 'vitest'
import { isNameLike, readReopened, readSoughtNumbers, reopenedText } from './office-search.ts'
import { remittanceReference } from './remittance-reference.ts'

test.each([
  ['10473', { orderNumbers: ['10473'] }],
  ['9990', { orderNumbers: ['9990'], last4: '9990' }],
  ['99 90', { orderNumbers: [], last4: '9990' }],
  ['D-17', { orderNumbers: [], deliveryId: 17 }],
  ['b-1001', { orderNumbers: [], batchNumber: 'B-1001' }],
  ['Batch 1001', { orderNumbers: [], batchNumber: 'B-1001' }],
  ['1z 8r4 207 03 4398 1174', { orderNumbers: [], trackingNumber: '1Z8R4207034398 1174'.replace(' ', '') }],
  ['$1,250.00', { orderNumbers: [], cents: 125_000 }],
  ['$1250', { orderNumbers: [], cents: 125_000 }],
  ['1250.00', { orderNumbers: [], cents: 125_000 }],
  ['1250', { orderNumbers: ['1250'], last4: '1250' }],
  ['halden tools', { orderNumbers: [] }],
  ['', { orderNumbers: [] }],
])('reads %s', (typed, sought) => {
  expect(readSoughtNumbers(typed)).toEqual(sought)
})

test('a payment reference leads to its order', () => {
  expect(readSoughtNumbers(remittanceReference(10_482)).orderNumbers).toEqual(['10482'])
})

test('digits that happen to be a payment reference are an order number, too', () => {
  const digits = remittanceReference(104).replace(/\D/g, '')
  expect(readSoughtNumbers(digits).orderNumbers).toEqual([digits, '104'])
})

test('an amount too large to count isn’t one', () => {
  expect(readSoughtNumbers('$99,999,999,999').cents).toBe(9_999_999_999_900)
  expect(readSoughtNumbers('$999999999999999').cents).toBeUndefined()
})

test('names are searched from three letters', () => {
  expect(isNameLike('hal')).toBe(true)
  expect(isNameLike(' ha ')).toBe(false)
})

test('only well-formed keys of recent things are read', () => {
  const order = { kind: 'orders', id: 12 } as const
  expect(readReopened(reopenedText(order))).toEqual(order)
  for (const text of ['payments-1', 'orders-0', 'orders-', 'orders-1x', '']) {
    expect(readReopened(text)).toBeUndefined()
  }
})
