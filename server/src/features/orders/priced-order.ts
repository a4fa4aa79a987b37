import type { Address } from '@laurel/contract/customers'
import { checkoutType } from '@laurel/domain/checkout-steps'
import { type OrderPrice, priceOrder, type ShippingPrice } from '@laurel/domain/pricing'
import type { RewardType } from '@laurel/domain/reward-type'
import type * as z from 'zod'
import type { OrderedBrand } from '../card-items/card-brand.ts'
import type { CardItemWire } from '../card-items/card-item-wire.ts'
import type { CardFees } from '../sites/site-records.ts'

export type AddressWire = z.infer<typeof Address>

/**
 * Raise it with every change to what an order keeps, and add to `UPGRADES` what older orders hold instead: an order is
 * kept for years in the words it was placed in, and must still fit the contract.
 */
export const PRICED_VERSION = 2

/** The order as it was priced when its payment started: from then on it is what is shown and paid. */
export type PricedOrder = {
  version: typeof PRICED_VERSION
  /** Only what is bought: drafts stay out. */
  items: CardItemWire[]
  bulkAddress: AddressWire | null
  price: OrderPrice
  checkoutType: string
  /** What its cards are painted in, whatever the site's colors become. Absent in orders placed before it was kept. */
  brand?: OrderedBrand
}

/** What a price is made of. A chosen shipping option counts only while its reward type is in the cart. */
export type PriceParts = {
  items: readonly CardItemWire[]
  cardFees: CardFees
  shipping: readonly ChosenShipping[]
}
export type ChosenShipping = {
  reward_type: string
  service: string
  carrier: string
  price_cents: number
  per: string
}

export function priceParts({ items, cardFees, shipping }: PriceParts): OrderPrice {
  return priceOrder({
    items: inCart(items).map((item) => ({
      id: item.id,
      name: item.name,
      rewardType: item.reward_type_data.name,
      amounts: item.amounts.map(({ count, each_cents }) => ({ denominationCents: each_cents, count })),
    })),
    cardFeeCents: cardFees,
    shipping: Object.fromEntries(shipping.map((one) => [one.reward_type, shippingPrice(one)])),
  })
}

export function addressSnapshot({ id: _, is_default: __, ...address }: AddressWire) {
  return address
}

/** Drafts are not being bought. */
export function inCart(items: readonly CardItemWire[]): CardItemWire[] {
  return items.filter((item) => item.state === 'in_cart')
}

export function heldTypes(items: readonly CardItemWire[]): Set<RewardType> {
  return new Set(inCart(items).map((item) => item.reward_type_data.name))
}

/** Empty while the cart is. */
export function checkoutTypeOf(items: readonly CardItemWire[]): string {
  const held = heldTypes(items)
  return held.size === 0 ? '' : checkoutType(held)
}

export function shippingPrice(one: Omit<ChosenShipping, 'reward_type'>): ShippingPrice {
  return {
    name: one.service,
    priceCents: one.price_cents,
    per: one.per === 'recipient' ? 'recipient' : 'shipment',
    carrier: one.carrier,
  }
}

/** What is frozen when a payment starts: every word and cent that is shown from then on. */
export function priceOrderOf(
  order: {
    items: readonly CardItemWire[]
    bulkAddress: AddressWire | null
    shipping: readonly ChosenShipping[]
  },
  cardFees: CardFees,
): PricedOrder {
  const items = inCart(order.items)
  const holdsBulk = heldTypes(items).has('bulk')
  return {
    version: PRICED_VERSION,
    items,
    bulkAddress: holdsBulk ? order.bulkAddress : null,
    price: priceParts({ items, cardFees, shipping: order.shipping }),
    checkoutType: checkoutTypeOf(items),
  }
}

type Stored = { version?: number; items: object[]; bulkAddress: object | null; [field: string]: unknown }

/** From each version to the next. */
const UPGRADES: readonly ((stored: Stored) => Stored)[] = [
  // Before versions, fields were added one by one.
  (stored) => ({
    ...stored,
    items: stored.items.map((item) => ({ ...FIRST_ITEM, ...item })),
    bulkAddress: stored.bulkAddress && { ...FIRST_ADDRESS, ...stored.bulkAddress },
  }),
  // Duplicates don't matter once the order is placed.
  (stored) => ({
    ...stored,
    items: stored.items.map((item) => ({ duplicates: { count: 0, cents: 0 }, ...item })),
  }),
]

const FIRST_ITEM = {
  name: '',
  state: 'in_cart',
  denomination_cents: null,
  quantity: null,
  message: '',
  sender_name: '',
  recipient_count: 0,
  attention_count: 0,
  card_count: 0,
  value_cents: 0,
  amounts: [],
  missing: [],
}
const FIRST_ADDRESS = { label: '', company: '', address2: '', phone: '', is_default: false }

/** The one place where a kept price is read: whatever its version, it has today's shape. */
export function readPriced(stored: unknown): PricedOrder | null {
  if (stored === null) return null
  const upgraded = UPGRADES.slice((stored as Stored).version ?? 0).reduce(
    (order, upgrade) => upgrade(order),
    stored as Stored,
  )
  return { ...upgraded, version: PRICED_VERSION } as unknown as PricedOrder
}
