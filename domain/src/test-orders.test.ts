import { expect, test } from 'vitest'
import { TEST_ORDERS, testEnd, testOrder } from './test-orders.ts'

test.each([
  [TEST_ORDERS.balance, 'balance'],
  [' test review ', 'review'],
  ['TEST DECLINE', 'decline'],
  ['Test Return', 'return'],
  ['TEST', undefined],
  ['PO 7', undefined],
  ['', undefined],
])('the PO number %j makes a test order %j', (poNumber, end) => {
  expect(testOrder(poNumber)).toBe(end)
})

test.each([
  ['ana@example.com', '', 'arrives'],
  ['bounce@example.com', '', 'bounces'],
  ['Bounce+7@example.com', '', 'bounces'],
  ['bouncer@example.com', '', 'arrives'],
  ['unclaimed+1@example.com', '', 'unclaimed'],
  ['', 'test return', 'returned'],
  ['', 'Apt. 4', 'arrives'],
])('a test card to %j and %j: %s', (email, address2, end) => {
  expect(testEnd({ email, address2 })).toBe(end)
})
