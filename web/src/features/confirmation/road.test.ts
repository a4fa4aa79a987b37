import { expect, test } from 'vitest'
import type { Order } from '../../parts/delivery-text.ts'
import type { Payment } from './outcome.ts'
import { roadOf } from './road.ts'

const BY_CHECK = { methodCode: 'self_hosted_check' } as Payment

function unpaid(...types: string[]): Order {
  const cardItems = types.map((name) => ({ state: 'in_cart', rewardTypeData: { name } }))
  return { status: 'pending_payment', placedAt: null, shippingOrders: [], cardItems } as unknown as Order
}

test.each([
  [['digital'], 'We email your cards when your money arrives'],
  [['direct'], 'We start printing when your money arrives'],
  [['bulk', 'digital'], 'We start on your cards when your money arrives'],
])('an unpaid order of %s cards says what waits for its money', (types, words) => {
  const stops = roadOf(unpaid(...types), BY_CHECK, 'America/Chicago')
  expect(stops.find(({ state }) => state === 'now')).toMatchObject({ text: words })
})
