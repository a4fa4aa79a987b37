import { DELIVERY_STATUS_WORDS, type DeliveryStatus } from '@laurel/domain/delivery-status'
import type { RewardType } from '@laurel/domain/reward-type'
import type { AnswerOf } from '../app/call.ts'
import { pageTexts } from '../app/texts.ts'
import { siteMoment } from './site-time.ts'
import type { TagTone } from './Tag.tsx'

export type Order = AnswerOf<'getOrder'>
export type OrderPayment = Order['payments'][number]
export type ShippingOrder = Order['shippingOrders'][number]

type Delivered = Pick<Order, 'shippingOrders' | 'bulkAddress'>

/** The delivery method chosen for a reward type. */
export function findShipping(order: Delivered, type: RewardType): ShippingOrder | undefined {
  return order.shippingOrders.find((shipping) => shipping.rewardType === type)
}

/**
 * Describes a card item's delivery: "USPS First-Class to 5,214 addresses."
 *
 * @returns undefined until a method is chosen
 */
export function deliverySentence(
  order: Delivered,
  type: RewardType,
  cards: number,
  timeZone: string,
  now = new Date(),
): string | undefined {
  const i18n = pageTexts()

  const shipping = findShipping(order, type)
  if (!shipping) return undefined
  switch (type) {
    case 'bulk': {
      const to = shipping.address ?? order.bulkAddress
      return to
        ? i18n.t('{service} to {address}.', {
            service: i18n.t(shipping.service),
            address: `${[to.company || to.name, to.address1, to.address2, to.city].filter(Boolean).join(', ')}, ${to.state} ${to.zip}`,
          })
        : undefined
    }
    case 'direct':
      return i18n.t('{service} to {cards, plural, one {# address} other {# addresses}}.', {
        service: i18n.t(shipping.service),
        cards,
      })
    case 'digital': {
      const when = shipping.sendAt
      const isAhead = when !== null && new Date(when) > now
      return isAhead
        ? i18n.t('{cards, plural, one {# email} other {# emails}}, on {time}.', {
            cards,
            time: siteMoment(when, timeZone),
          })
        : i18n.t('{cards, plural, one {# email} other {# emails}}, as soon as the order is approved.', {
            cards,
          })
    }
  }
}

/** How the delivery states are shown. */
export const DELIVERY_STATES: Readonly<Record<DeliveryStatus, { tone: TagTone; word: string }>> = {
  queued: { tone: 'plain', word: DELIVERY_STATUS_WORDS.queued },
  sending: { tone: 'wait', word: DELIVERY_STATUS_WORDS.sending },
  sent: { tone: 'wait', word: DELIVERY_STATUS_WORDS.sent },
  opened: { tone: 'wait', word: DELIVERY_STATUS_WORDS.opened },
  claimed: { tone: 'good', word: DELIVERY_STATUS_WORDS.claimed },
  bounced: { tone: 'bad', word: DELIVERY_STATUS_WORDS.bounced },
  printing: { tone: 'plain', word: DELIVERY_STATUS_WORDS.printing },
  mailed: { tone: 'wait', word: DELIVERY_STATUS_WORDS.mailed },
  delivered: { tone: 'good', word: DELIVERY_STATUS_WORDS.delivered },
  returned: { tone: 'warn', word: DELIVERY_STATUS_WORDS.returned },
  replaced: { tone: 'plain', word: DELIVERY_STATUS_WORDS.replaced },
  cancelled: { tone: 'plain', word: DELIVERY_STATUS_WORDS.cancelled },
}

/** What happens once an order is paid; digital cards are not printed. */
export function beginsWords({ cardItems }: Pick<Order, 'cardItems'>): string {
  const i18n = pageTexts()

  const types = new Set(
    cardItems.filter(({ state }) => state === 'in_cart').map((item) => item.rewardTypeData.name),
  )
  if (!types.has('digital')) return i18n.t('We start printing')
  return types.size === 1 ? i18n.t('We email your cards') : i18n.t('We start on your cards')
}
