import type { OutputOf } from '@laurel/contract/wire-types'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Camelized } from '../app/case.ts'
import { plural } from './format.ts'
import { siteMoment } from './site-time.ts'

export type Order = Camelized<OutputOf<'getOrder'>>
export type ShippingOrder = Order['shippingOrders'][number]

type Delivered = Pick<Order, 'shippingOrders' | 'bulkAddress'>

/** How one kind of card of an order travels, if that is decided. */
export function findShipping(order: Delivered, type: RewardType): ShippingOrder | undefined {
  return order.shippingOrders.find((shipping) => shipping.rewardType === type)
}

/**
 * One sentence on how a card item travels: "USPS First-Class to 5,214 addresses."
 *
 * @returns undefined while it is not decided
 */
export function deliverySentence(
  order: Delivered,
  type: RewardType,
  cards: number,
  timeZone: string,
  now = new Date(),
): string | undefined {
  const shipping = findShipping(order, type)
  if (!shipping) return undefined
  switch (type) {
    case 'bulk': {
      const to = shipping.address ?? order.bulkAddress
      return to
        ? `${shipping.service} to ${to.company || to.name}, ${[to.address1, to.address2].filter(Boolean).join(', ')}, ${to.city}, ${to.state} ${to.zip}.`
        : undefined
    }
    case 'direct':
      return `${shipping.service} to ${plural(cards, 'address', 'addresses')}.`
    case 'digital': {
      const when = shipping.sendAt
      const isAhead = when !== null && new Date(when) > now
      return `${plural(cards, 'email')}, ${isAhead ? `on ${siteMoment(when, timeZone)}` : 'as soon as the order is approved'}.`
    }
  }
}
