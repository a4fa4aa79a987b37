import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OrderToPrice, type PriceSection, priceOrder } from './pricing.ts'
import { REWARD_TYPES } from './reward-type.ts'

const FEES = { bulk: 195, direct: 250, digital: 125 }
const USPS = { name: 'USPS First-Class', priceCents: 86, per: 'recipient', carrier: 'USPS' } as const
const UPS = { name: 'UPS Ground', priceCents: 1840, per: 'shipment', carrier: 'UPS' } as const
const EMAIL = { name: 'Email', priceCents: 0, per: 'recipient', carrier: 'email' } as const

const mixed: OrderToPrice = {
  items: [
    {
      id: 1,
      name: 'Winter thank-you',
      rewardType: 'direct',
      amounts: [
        { denominationCents: 10000, count: 214 },
        { denominationCents: 5000, count: 4000 },
        { denominationCents: 7500, count: 1000 },
      ],
    },
    { id: 2, name: 'Welcome aboard', rewardType: 'bulk', amounts: [{ denominationCents: 5000, count: 40 }] },
    {
      id: 3,
      name: 'Referral bonus',
      rewardType: 'digital',
      amounts: [{ denominationCents: 7500, count: 12 }],
    },
  ],
  cardFeeCents: FEES,
  shipping: { direct: USPS, bulk: UPS, digital: EMAIL },
}

const price = fc.integer({ min: 0, max: 1_000_000 })
const count = fc.integer({ min: 0, max: 100_000 })
const option = fc.record({
  name: fc.string(),
  priceCents: price,
  per: fc.constantFrom('shipment', 'recipient'),
  carrier: fc.string(),
})
const anyOrder = fc.record({
  items: fc.array(
    fc.record({
      id: fc.nat(),
      name: fc.string(),
      rewardType: fc.constantFrom(...REWARD_TYPES),
      amounts: fc.array(fc.record({ denominationCents: price, count }), { maxLength: 6 }),
    }),
    { maxLength: 8 },
  ),
  cardFeeCents: fc.record({ bulk: price, direct: price, digital: price }),
  shipping: fc.record({ bulk: option, direct: option, digital: option }, { requiredKeys: [] }),
}) satisfies fc.Arbitrary<OrderToPrice>

test('explains every cent of an order of all three types', () => {
  const result = priceOrder(mixed)

  expect(result).toMatchObject({ totalCents: 31693044, cardCount: 5266 })
  expect(result.value.cents).toBe(29930000)
  expect(result.value.lines[0]).toEqual({
    label: 'Winter thank-you',
    rewardType: 'direct',
    itemId: 1,
    cents: 29640000,
    parts: [
      { count: 4000, eachCents: 5000 },
      { count: 1000, eachCents: 7500 },
      { count: 214, eachCents: 10000 },
    ],
  })
  expect(result.fees).toEqual({
    cents: 1312800,
    lines: [
      {
        label: 'Direct',
        rewardType: 'direct',
        itemId: null,
        cents: 1303500,
        parts: [{ count: 5214, eachCents: 250 }],
      },
      {
        label: 'Bulk',
        rewardType: 'bulk',
        itemId: null,
        cents: 7800,
        parts: [{ count: 40, eachCents: 195 }],
      },
      {
        label: 'Digital',
        rewardType: 'digital',
        itemId: null,
        cents: 1500,
        parts: [{ count: 12, eachCents: 125 }],
      },
    ],
  })
  expect(result.delivery.cents).toBe(450244)
  expect(result.delivery.lines.map(({ label, parts, cents }) => [label, parts, cents])).toEqual([
    ['USPS First-Class', [{ count: 5214, eachCents: 86 }], 448404],
    ['UPS Ground', [{ count: 1, eachCents: 1840 }], 1840],
    ['Email', [{ count: 12, eachCents: 0 }], 0],
  ])
})

test('an order without card items costs nothing', () => {
  const empty = { lines: [], cents: 0 }
  expect(priceOrder({ ...mixed, items: [] })).toEqual({
    value: empty,
    fees: empty,
    delivery: empty,
    totalCents: 0,
    cardCount: 0,
  })
})

test('a delivery that isn’t chosen yet has no line and costs nothing', () => {
  const result = priceOrder({ ...mixed, shipping: {} })
  expect(result.delivery).toEqual({ lines: [], cents: 0 })
  expect(result.totalCents).toBe(31242800)
})

test('an item without cards pays no fee and no shipment', () => {
  const item = { id: 1, name: 'Empty', rewardType: 'bulk' as const, amounts: [] }
  expect(priceOrder({ ...mixed, items: [item] })).toMatchObject({
    totalCents: 0,
    cardCount: 0,
    fees: { lines: [] },
  })
})

test('two bulk items share one shipment and one line of fees', () => {
  const item = (id: number) => ({
    id,
    name: `Item ${id}`,
    rewardType: 'bulk' as const,
    amounts: [{ denominationCents: 1000, count: 10 }],
  })
  const result = priceOrder({ ...mixed, items: [item(1), item(2)] })
  expect(result.delivery.cents).toBe(1840)
  expect(result.fees.lines.map((line) => line.parts)).toEqual([[{ count: 20, eachCents: 195 }]])
})

test.each([
  { denominationCents: 10.5, count: 1 },
  { denominationCents: 1000, count: 1.5 },
  { denominationCents: -1000, count: 1 },
  { denominationCents: 1000, count: -1 },
  { denominationCents: Number.NaN, count: 1 },
])('%j is never priced', (amount) => {
  const item = { id: 1, name: 'Broken', rewardType: 'bulk' as const, amounts: [amount] }
  expect(() => priceOrder({ ...mixed, items: [item] })).toThrow(RangeError)
})

test('rejects a sum too large to count exactly', () => {
  const item = {
    id: 1,
    name: 'Huge',
    rewardType: 'bulk' as const,
    amounts: [{ denominationCents: 10 ** 9, count: 10 ** 9 }],
  }
  expect(() => priceOrder({ ...mixed, items: [item] })).toThrow(
    expect.objectContaining({ code: 'limit_exceeded' }),
  )
})

test('parts add up to lines, lines to sections, sections to the total, in whole cents', () => {
  const addsUp = ({ lines, cents }: PriceSection) => {
    for (const line of lines) {
      expect(line.cents).toBe(line.parts.reduce((all, part) => all + part.count * part.eachCents, 0))
    }
    expect(cents).toBe(lines.reduce((all, line) => all + line.cents, 0))
    expect(Number.isSafeInteger(cents)).toBe(true)
  }
  fc.assert(
    fc.property(anyOrder, (order) => {
      const result = priceOrder(order)
      for (const section of [result.value, result.fees, result.delivery]) addsUp(section)
      expect(result.totalCents).toBe(result.value.cents + result.fees.cents + result.delivery.cents)
    }),
  )
})

test('counts every card once with one fee, in any order of the items', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const cards = order.items.flatMap((item) =>
        item.amounts.map((amount) => ({ ...amount, fee: order.cardFeeCents[item.rewardType] })),
      )
      const result = priceOrder(order)
      expect(result.cardCount).toBe(cards.reduce((all, card) => all + card.count, 0))
      expect(result.fees.cents).toBe(cards.reduce((all, card) => all + card.count * card.fee, 0))
      expect(result.value.cents).toBe(
        cards.reduce((all, card) => all + card.count * card.denominationCents, 0),
      )
      expect(priceOrder({ ...order, items: [...order.items].reverse() }).totalCents).toBe(result.totalCents)
    }),
  )
})
