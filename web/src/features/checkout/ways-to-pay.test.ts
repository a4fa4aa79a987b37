import { expect, test } from 'vitest'
import { balanceWay } from './ways-to-pay.ts'

test('checkout offers the balance with what is left after, unless it is empty', () => {
  expect(balanceWay(0, 5_000)).toEqual([])
  expect(balanceWay(-100, 5_000)).toEqual([])
  expect(balanceWay(5_000, 5_000)).toMatchObject([
    { isShort: false, instructions: 'It has $50.00, and $0.00 after this order.' },
  ])
  expect(balanceWay(4_999, 5_000)).toMatchObject([
    { isShort: true, instructions: 'It has $49.99, $0.01 less than this order.' },
  ])
})
