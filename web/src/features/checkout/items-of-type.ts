import type { RewardType } from '@laurel/domain/reward-type'
import type { Order } from './checkout.queries.ts'

/** What of the cart is of one kind, and how many cards that is. */
export function itemsOfType(order: Pick<Order, 'cardItems'>, type: RewardType) {
  const items = order.cardItems.filter(
    (item) => item.state === 'in_cart' && item.rewardTypeData.name === type,
  )
  return { items, cards: items.reduce((sum, item) => sum + item.cardCount, 0) }
}
