import { priceOrder } from '@laurel/domain/pricing'
import type { CardItem } from '../../parts/card/card-item-look.ts'

type Fees = Parameters<typeof priceOrder>[0]['cardFeeCents']

/** What the cart comes to before delivery, by the same arithmetic the server prices it with. */
export function cartTotals(items: readonly CardItem[], cardFeeCents: Fees) {
  const { value, fees, totalCents, cardCount } = priceOrder({
    items: items.map((item) => ({
      id: item.id,
      name: item.name,
      rewardType: item.rewardTypeData.name,
      amounts: item.amounts.map(({ count, eachCents }) => ({ count, denominationCents: eachCents })),
    })),
    cardFeeCents,
    shipping: {},
  })
  return { valueCents: value.cents, feeCents: fees.cents, beforeDeliveryCents: totalCents, cardCount }
}
