import { expect, test } from 'vitest'
import { officeStatus } from './office-status.ts'

test('a fulfilled order is shipped once its last physical part is with its carrier, else fulfilled', () => {
  const stated = (isShipped: boolean) => officeStatus({ status: 'fulfilled', isShipped, refundState: 'none' })
  expect([true, false].map(stated)).toEqual(['shipped', 'fulfilled'])
})

test.each(['in_review', 'pending_payment', 'approved', 'declined'] as const)(
  'leaves %s unchanged',
  (status) => {
    expect(officeStatus({ status, isShipped: false, refundState: 'partial' })).toBe(status)
  },
)

test('a fully refunded order is refunded, unless it was declined', () => {
  const refunded = (status: 'approved' | 'fulfilled' | 'declined') =>
    officeStatus({ status, isShipped: true, refundState: 'full' })
  expect((['approved', 'fulfilled', 'declined'] as const).map(refunded)).toEqual([
    'refunded',
    'refunded',
    'declined',
  ])
})
