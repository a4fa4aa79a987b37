import type { Db } from '../../database/database.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { OrderContents } from './freeze-order.ts'
import { type ChosenShipping, heldTypes, priceParts } from './priced-order.ts'
import { dropShippingOrder, setShippingPrice } from './shipping.repo.ts'

export type Repriced = {
  wasCents: number
  nowCents: number
  /** A chosen delivery is no longer offered: another must be chosen. */
  isIncomplete: boolean
}

/**
 * Updates a cart's selected delivery methods to current prices. The cart must be locked.
 *
 * @param options as the site offers them now
 * @returns the old and new cost; undefined if nothing changed for the customer
 */
export async function repriceDeliveries(
  db: Db,
  site: SiteRow,
  order: OrderContents,
  options: readonly { id: number; price_cents: number; per: string }[],
  at: Date,
): Promise<Repriced | undefined> {
  const held = heldTypes(order.items)
  const chosen = order.shipping.filter((one) => [...held].some((type) => type === one.reward_type))
  if (chosen.length === 0) return undefined
  const now: ChosenShipping[] = []
  for (const one of chosen) {
    const option = options.find(({ id }) => id === one.shipping_option_id)
    if (option === undefined) {
      await dropShippingOrder(db, site.id, one.id)
      continue
    }
    const { price_cents, per } = option
    now.push({ ...one, price_cents, per })
    if (price_cents === one.price_cents && per === one.per) continue
    await setShippingPrice(db, site.id, one.id, { price_cents, per, updated_at: at })
  }
  const totalOf = (shipping: readonly ChosenShipping[]) =>
    priceParts({ items: order.items, cardFees: site.card_fee_cents, shipping }).totalCents
  const isIncomplete = now.length < chosen.length
  const [wasCents, nowCents] = [totalOf(chosen), totalOf(now)]
  return isIncomplete || wasCents !== nowCents ? { wasCents, nowCents, isIncomplete } : undefined
}
