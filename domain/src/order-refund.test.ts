import { expect, test } from 'vitest'
import { type OrderMoneySums, orderRefundState, shownStatus } from './order-refund.ts'

const PAID: OrderMoneySums = { totalCents: 5_000, keptCents: 5_000, refundedCents: 0, isReleased: false }

test.each<[what: string, sums: Partial<OrderMoneySums>, state: string]>([
  ['nothing was refunded', {}, 'none'],
  ['its check bounced', { keptCents: 0 }, 'none'],
  ['a part was refunded', { keptCents: 4_000, refundedCents: 1_000 }, 'partial'],
  ['all was refunded', { keptCents: 0, refundedCents: 5_000 }, 'full'],
  ['a part was refunded and the rest bounced', { keptCents: 0, refundedCents: 1_000 }, 'full'],
  ['only a surplus was refunded', { keptCents: 5_000, refundedCents: 700 }, 'none'],
  [
    'all was refunded, and it continues, settled some other way',
    { keptCents: 0, refundedCents: 5_000, isReleased: true },
    'partial',
  ],
])('an order of which %s', (_, sums, state) => {
  expect(orderRefundState({ ...PAID, ...sums })).toBe(state)
})

test('a refunded order shows as refunded, and a rejected one stays rejected', () => {
  const shown = (displayStatus: 'approved' | 'rejected', refundState: 'partial' | 'full') =>
    shownStatus({ displayStatus, refundState })
  expect(shown('approved', 'full')).toBe('refunded')
  expect(shown('approved', 'partial')).toBe('approved')
  expect(shown('rejected', 'full')).toBe('rejected')
})
