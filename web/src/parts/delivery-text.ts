import type { OutputOf } from '@laurel/contract/wire-types'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Camelized } from '../app/case.ts'
import { plural } from './format.ts'
import { siteMoment } from './site-time.ts'
import type { TagTone } from './Tag.tsx'

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

/** How every state of a delivery is called, to customers and in the office alike. */
export const DELIVERY_STATES: Readonly<Record<DeliveryStatus, { tone: TagTone; word: string }>> = {
  queued: { tone: 'plain', word: 'Waiting' },
  sending: { tone: 'wait', word: 'Being sent' },
  sent: { tone: 'wait', word: 'Sent' },
  opened: { tone: 'wait', word: 'Opened' },
  claimed: { tone: 'good', word: 'Claimed' },
  bounced: { tone: 'bad', word: 'Bounced' },
  printing: { tone: 'plain', word: 'Being printed' },
  mailed: { tone: 'wait', word: 'On the way' },
  delivered: { tone: 'good', word: 'Delivered' },
  returned: { tone: 'warn', word: 'Returned' },
  replaced: { tone: 'plain', word: 'Replaced' },
  cancelled: { tone: 'plain', word: 'Canceled' },
}
