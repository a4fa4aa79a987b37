import { Refusal } from './refusal.ts'
import { REWARD_TYPE_TITLES, type RewardType } from './reward-type.ts'

/** The number of cards of one value. */
export type PricedAmount = { denominationCents: number; count: number }

export type ItemToPrice = {
  id: number
  name: string
  rewardType: RewardType
  amounts: readonly PricedAmount[]
}

/** A selected shipping option, priced once or per card. */
export type ShippingPrice = {
  name: string
  priceCents: number
  per: 'shipment' | 'recipient'
  carrier: string
}

export type OrderToPrice = {
  items: readonly ItemToPrice[]
  cardFeeCents: Readonly<Record<RewardType, number>>
  /** The choices so far; a reward type without one has no delivery line yet. */
  shipping: Readonly<Partial<Record<RewardType, ShippingPrice>>>
}

/** "4,000 × $50.00" */
export type PricePart = { count: number; eachCents: number }

export type PriceLine = {
  label: string
  rewardType: RewardType
  /** The card item of a value line; fees and delivery belong to a reward type. */
  itemId: number | null
  cents: number
  parts: PricePart[]
}

export type PriceSection = { lines: PriceLine[]; cents: number }

export type OrderPrice = {
  value: PriceSection
  fees: PriceSection
  delivery: PriceSection
  totalCents: number
  cardCount: number
}

/**
 * Explains every cent of an order: the value of the cards, the fee per card, and delivery. Lines follow the
 * cart's order; an order without items costs nothing.
 *
 * @throws {Refusal} `limit_exceeded` when a sum can't be counted exactly
 * @throws {RangeError} on a price or count that is negative or not whole: a caller's bug
 * @see docs/spec.md §2, "Checkout"
 */
export function priceOrder(order: OrderToPrice): OrderPrice {
  const value = section(order.items.map(valueLine))
  const cardsByType = countByType(order.items)
  const fees = section(
    [...cardsByType].map(([type, count]) => feeLine(type, count, order.cardFeeCents[type])),
  )
  const delivery = section(
    [...cardsByType].flatMap(([type, count]) => {
      const option = order.shipping[type]
      return option ? [deliveryLine(type, count, option)] : []
    }),
  )
  return {
    value,
    fees,
    delivery,
    totalCents: sum([value.cents, fees.cents, delivery.cents]),
    cardCount: sum([...cardsByType.values()]),
  }
}

function valueLine(item: ItemToPrice): PriceLine {
  const counts = new Map<number, number>()
  for (const { denominationCents, count } of item.amounts) {
    counts.set(denominationCents, sum([counts.get(denominationCents) ?? 0, whole(count)]))
  }
  const parts = [...counts]
    .map(([eachCents, count]) => ({ count, eachCents }))
    .filter((part) => part.count > 0)
    .sort((a, b) => a.eachCents - b.eachCents)
  return line(item.name, item.rewardType, item.id, parts)
}

function feeLine(type: RewardType, count: number, eachCents: number): PriceLine {
  return line(REWARD_TYPE_TITLES[type], type, null, [{ count, eachCents }])
}

function deliveryLine(type: RewardType, cards: number, option: ShippingPrice): PriceLine {
  const count = option.per === 'shipment' ? 1 : cards
  return line(option.name, type, null, [{ count, eachCents: option.priceCents }])
}

/** Reward types with at least one card, in cart order. */
function countByType(items: readonly ItemToPrice[]): Map<RewardType, number> {
  const counts = new Map<RewardType, number>()
  for (const item of items) {
    const cards = sum(item.amounts.map((amount) => whole(amount.count)))
    if (cards > 0) counts.set(item.rewardType, sum([counts.get(item.rewardType) ?? 0, cards]))
  }
  return counts
}

function line(label: string, rewardType: RewardType, itemId: number | null, parts: PricePart[]): PriceLine {
  const cents = sum(parts.map((part) => whole(part.count) * whole(part.eachCents)))
  return { label, rewardType, itemId, cents, parts }
}

function section(lines: PriceLine[]): PriceSection {
  return { lines, cents: sum(lines.map((each) => each.cents)) }
}

/** Beyond 2^53 cents a sum would silently lose cents, so such amounts are refused. */
function sum(numbers: readonly number[]): number {
  const total = numbers.reduce((all, each) => all + each, 0)
  if (!Number.isSafeInteger(total)) throw new Refusal('limit_exceeded')
  return total
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole count or price: ${value}`)
  return value
}
