import type { Order } from './delivery-text.ts'

/** What we do once an order is paid, by what it holds: nothing is printed for cards sent by email. */
export function beginsWords({ cardItems }: Pick<Order, 'cardItems'>): string {
  const types = new Set(
    cardItems.filter(({ state }) => state === 'in_cart').map((item) => item.rewardTypeData.name),
  )
  if (!types.has('digital')) return 'We start printing'
  return types.size === 1 ? 'We email your cards' : 'We start on your cards'
}
