import type { RewardType } from '@laurel/domain/reward-type'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { customerSteps } from '../../testing/ordering-world.ts'
import { assertTallied } from '../../testing/tallies.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)
afterEach(() => assertTallied(world.kit.pool))
afterAll(() => world.close())

async function newCustomer(
  options?: Parameters<World['signIn']>[0],
): Promise<[SignedIn, ReturnType<typeof customerSteps>]> {
  const customer = await world.signIn(options)
  return [customer, customerSteps(customer)]
}

const VALUE: Record<RewardType, number> = { bulk: 20_000, direct: 10_000, digital: 10_000 }
const SHIPPING: Record<RewardType, number> = { bulk: 1_840, direct: 172, digital: 0 }
const CARDS: Record<RewardType, number> = { bulk: 4, direct: 2, digital: 2 }

test.each<[types: RewardType[], type: string]>([
  [['bulk'], 'bulk'],
  [['direct'], 'direct'],
  [['digital'], 'digital'],
  [['direct', 'bulk'], 'bulk-direct'],
  [['digital', 'bulk'], 'bulk-digital'],
  [['digital', 'direct'], 'direct-digital'],
  [['digital', 'direct', 'bulk'], 'bulk-direct-digital'],
])('a cart of %j is a %s checkout, and every cent of it is explained', async (types, checkoutType) => {
  const [, dana] = await newCustomer()
  const id = await dana.fillCart(...types)

  const summary = await dana.ok('GET', '/api/v1/order_summary/')

  const fees = (await dana.ok('GET', '/api/v1/actual_rewards_site/')).card_fee_cents
  const sum = (cents: (type: RewardType) => number) => types.reduce((all, type) => all + cents(type), 0)
  const expected = {
    value: sum((type) => VALUE[type]),
    fees: sum((type) => CARDS[type] * fees[type]),
    delivery: sum((type) => SHIPPING[type]),
  }
  expect(summary).toMatchObject({
    order_id: id,
    checkout_type: checkoutType,
    card_count: sum((type) => CARDS[type]),
    value: { cents: expected.value },
    fees: { cents: expected.fees },
    delivery: { cents: expected.delivery },
    total_cents: expected.value + expected.fees + expected.delivery,
    missing: [],
  })
  expect(await dana.cart()).toMatchObject({ total_cents: summary.total_cents, number: '' })
})

test('a cart whose list is still being imported can’t be paid, and names the list', async () => {
  const [customer, dana] = await newCustomer()
  const id = await dana.fillCart('digital')
  const [item] = (await dana.cart()).card_items
  const state = (now: 'queued' | 'finished') =>
    world.kit.pool
      .updateTable('csv_card_item_imports')
      .set({ state: now })
      .where('card_item_id', '=', item.id)
      .execute()
  const file = { card_item_id: item.id, text: 'Name,Email\nIvo Marsh,ivo@recipient.example' }
  await dana.ok('POST', '/api/v1/csv_card_item_imports/', file)
  await state('queued')
  const reading = {
    field: `card_items.${item.id}`,
    code: 'card_item_incomplete',
    message: `${item.name}: Your file is still being imported.`,
  }
  expect((await dana.ok('GET', '/api/v1/order_summary/')).missing).toContainEqual(reading)

  const refused = await dana.pay(id)
  expect(refused).toMatchObject({ status: 409, body: { code: 'card_item_incomplete', errors: [reading] } })
  expect((await dana.order(id)).payments).toEqual([])

  await state('finished')
  expect((await dana.pay(id)).status).toBe(200)
  expect((await customer.call('POST', '/api/v1/csv_card_item_imports/', file)).body.code).toBe(
    'order_is_frozen',
  )
})

test('a customer always has exactly one current order', async () => {
  const [, dana] = await newCustomer()
  const first = await dana.cart()
  const second = await dana.cart()
  expect(first).toMatchObject({ status: 'cart', card_items: [], total_cents: 0, frozen_until: null })
  expect(second.id).toBe(first.id)
})

test('an empty cart says what it needs, and can’t be paid', async () => {
  const [, dana] = await newCustomer()
  const { id } = await dana.cart()
  expect((await dana.ok('GET', '/api/v1/order_summary/')).missing).toMatchObject([
    { field: 'cart', code: 'order_is_empty' },
  ])
  expect((await dana.pay(id)).body.code).toBe('order_is_empty')
})

test('an incomplete checkout lists what it needs in the order of its steps, and rejects the payment', async () => {
  const [, dana] = await newCustomer()
  await dana.addCards('digital')
  await dana.addCards('bulk')
  const { id } = await dana.cart()

  const { missing } = await dana.ok('GET', '/api/v1/order_summary/')

  expect(missing.map((need: { field: string; code: string }) => [need.field, need.code])).toEqual([
    ['bulk-shipping-method', 'address_missing'],
    ['bulk-shipping-method', 'shipping_missing'],
    ['digital-shipping-method', 'shipping_missing'],
  ])
  const refused = await dana.pay(id)
  expect(refused).toMatchObject({ status: 409, body: { code: 'address_missing', errors: missing } })
})

test('a person who needs attention blocks the order’s payment', async () => {
  const [, dana] = await newCustomer()
  const item = await dana.addCards('digital')
  await dana.ok('POST', '/api/v1/card_recipient_details/', {
    card_item_id: item.id,
    first_name: 'Nobody',
    email: 'not an address',
  })
  const { id } = await dana.cart()
  await dana.chooseDeliveries(id, ['digital'])

  expect((await dana.pay(id)).body.code).toBe('card_items_need_attention')
})

test('an order over the site’s limit says so, and can’t be paid', async () => {
  const [, dana] = await newCustomer()
  const { limits } = await dana.ok('GET', '/api/v1/actual_rewards_site/')
  const item = await dana.addCards('bulk', { denominationCents: limits.max_value_cents })
  const quantity = Math.floor(limits.max_order_cents / limits.max_value_cents) + 1
  expect(quantity).toBeLessThanOrEqual(limits.max_quantity)
  await dana.ok('PATCH', `/api/v1/card_items/${item.id}/`, { quantity })
  const { id } = await dana.cart()
  await dana.chooseDeliveries(id, ['bulk'])

  expect((await dana.pay(id)).body.code).toBe('limit_exceeded')
})

test('a preview shows another delivery’s price and stores nothing', async () => {
  const [, dana] = await newCustomer()
  await dana.fillCart('bulk')
  const before = await dana.ok('GET', '/api/v1/order_summary/')
  const [, , nextDay] = await dana.ok('GET', '/api/v1/shipping_options/?reward_type=bulk')

  const preview = await dana.ok('POST', '/api/v1/order_summary/', { shipping_option_ids: [nextDay.id] })

  expect(preview.delivery.cents).toBe(nextDay.price_cents)
  expect(await dana.ok('GET', '/api/v1/order_summary/')).toEqual(before)
})

test('a delivery for one kind of card doesn’t fit another', async () => {
  const [dana, steps] = await newCustomer()
  await steps.addCards('digital')
  const { id } = await steps.cart()
  const [ups] = await steps.ok('GET', '/api/v1/shipping_options/?reward_type=bulk')
  const [email] = await steps.ok('GET', '/api/v1/shipping_options/?reward_type=digital')
  const choose = (body: Record<string, unknown>) =>
    dana.call('POST', '/api/v1/shipping_orders/', { order_id: id, ...body })

  expect((await choose({ reward_type: 'digital', shipping_option_id: ups.id })).body.code).toBe(
    'shipping_option_not_for_type',
  )
  expect((await choose({ reward_type: 'direct', shipping_option_id: email.id })).body.code).toBe(
    'shipping_option_not_for_type',
  )
})

test.each<[what: string, at: (now: number) => number]>([
  ['in the past', (now) => now - 1_000],
  ['in two years', (now) => now + 2 * 365 * 86_400_000],
])('digital cards can’t be sent %s', async (_what, at) => {
  const [dana, steps] = await newCustomer()
  await steps.addCards('digital')
  const { id } = await steps.cart()
  const [email] = await steps.ok('GET', '/api/v1/shipping_options/?reward_type=digital')

  const answer = await dana.call('POST', '/api/v1/shipping_orders/', {
    order_id: id,
    reward_type: 'digital',
    shipping_option_id: email.id,
    send_at: new Date(at(Date.now())).toISOString(),
  })

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'send_at' }] } })
})

test('a second choice of delivery replaces the first', async () => {
  const [, dana] = await newCustomer()
  const id = await dana.fillCart('bulk')
  const [, air] = await dana.ok('GET', '/api/v1/shipping_options/?reward_type=bulk')
  await dana.ok('POST', `/api/v1/orders/${id}/bulk_shipping_orders/`, { shipping_option_id: air.id })

  const { shipping_orders } = await dana.cart()
  expect(shipping_orders).toMatchObject([
    { reward_type: 'bulk', service: air.service, price_cents: air.price_cents },
  ])
})

test('a delivery without cards in the cart costs nothing and is removed at payment', async () => {
  const [, dana] = await newCustomer()
  const id = await dana.fillCart('bulk', 'digital')
  const { card_items } = await dana.cart()
  const bulk = card_items.find(
    (item: { reward_type_data: { name: string } }) => item.reward_type_data.name === 'bulk',
  )
  await dana.ok('DELETE', `/api/v1/card_items/${bulk.id}/`)

  expect(await dana.ok('GET', '/api/v1/order_summary/')).toMatchObject({
    checkout_type: 'digital',
    delivery: { cents: 0 },
    missing: [],
  })
  expect((await dana.pay(id, 'self_hosted_check')).status).toBe(200)
  expect((await dana.order(id)).shipping_orders).toMatchObject([{ reward_type: 'digital' }])
})

test('an order by check is placed at once, and shows what was bought whatever changes later', async () => {
  const [, dana] = await newCustomer()
  const draft = await dana.addCards('digital', { draft: true })
  const id = await dana.fillCart('bulk')
  const before = await dana.cart()

  const payment = (await dana.pay(id, 'self_hosted_check')).body

  expect(payment).toMatchObject({ state: 'submitted', amount_cents: before.total_cents, hosted_page: null })
  const order = await dana.order(id)
  expect(order).toMatchObject({
    status: 'pending_payment',
    total_cents: before.total_cents,
    frozen_until: null,
  })
  expect(order.history).toMatchObject([{ status: 'pending_payment' }])
  expect(Number(order.number)).toBeGreaterThanOrEqual(10_001)
  expect(payment.remittance.reference).toContain(order.number)
  expect(order.card_items).toHaveLength(1)
  // A draft moves to the next cart.
  expect((await dana.cart()).card_items).toMatchObject([{ id: draft.id, state: 'draft' }])

  await dana.ok('PUT', `/api/v1/registered_addresses/${before.bulk_address.id}/`, {
    name: 'Somebody Else',
    address1: '1 Other Street',
    city: 'Toledo',
    state: 'OH',
    zip: '43604',
  })
  await dana.ok('DELETE', `/api/v1/registered_addresses/${before.bulk_address.id}/`)
  const later = await dana.order(id)
  expect(later.bulk_address).toEqual(before.bulk_address)
  expect(later.shipping_orders[0].address).toMatchObject({ name: 'Dana Whitlock', city: 'Dayton' })
})

test('each site counts its order numbers up from 10001', async () => {
  const number = async (site: 'northwind' | 'acorn') => {
    const [, customer] = await newCustomer({ site })
    const id = await customer.fillCart('digital')
    await customer.pay(id, 'self_hosted_bank')
    return Number((await customer.order(id)).number)
  }
  const [first, second] = [await number('northwind'), await number('northwind')]
  expect(second).toBe(first + 1)
  expect(await number('acorn')).toBeLessThan(second + 1)
})

test('another customer’s order and another site’s aren’t found', async () => {
  const [, dana] = await newCustomer()
  const id = await dana.fillCart('bulk')
  const [email] = await dana.ok('GET', '/api/v1/shipping_options/?reward_type=bulk')
  const address = await dana.attachAddress(id)

  for (const site of ['northwind', 'acorn'] as const) {
    const [stranger, own] = await newCustomer({ site })
    const ownCart = await own.cart()
    const tries = [
      ['GET', `/api/v1/orders/${id}/`],
      ['GET', `/api/v1/order_summary/?order_id=${id}`],
      ['POST', `/api/v1/orders/${id}/add_items_to_cart/`],
      ['POST', `/api/v1/orders/${id}/verify_payment/`],
      ['POST', `/api/v1/orders/${id}/bulk_shipping_orders/`, { shipping_option_id: email.id }],
      ['POST', `/api/v1/orders/${id}/attach_address_to_bulk_items/`, { registered_address_id: address.id }],
      [
        'POST',
        `/api/v1/orders/${ownCart.id}/attach_address_to_bulk_items/`,
        { registered_address_id: address.id },
      ],
      ['POST', '/api/v1/payments/', { order_id: id, method_code: 'self_hosted_check' }],
    ] as const
    for (const [method, path, body] of tries) {
      expect([path, (await stranger.call(method, path, body)).body.code]).toEqual([path, 'not_found'])
    }
  }
})

test('reordering copies cards and people into the cart', async () => {
  const [, dana] = await newCustomer()
  const id = await dana.fillCart('bulk', 'direct')
  const bought = (await dana.cart()).card_items
  await dana.pay(id, 'self_hosted_check')

  const cart = await dana.ok('POST', `/api/v1/orders/${id}/add_items_to_cart/`)

  expect(cart.id).not.toBe(id)
  expect(cart.status).toBe('cart')
  const told = ({ card_items }: { card_items: Array<Record<string, unknown>> }) =>
    card_items.map(({ id: _, order_id: __, updated_at: ___, ...same }) => same)
  expect(told(cart)).toEqual(told({ card_items: bought }))
  const direct = cart.card_items[1]
  const people = await dana.ok('GET', `/api/v1/card_recipient_details/?card_item_id=${direct.id}`)
  expect(people.results.map((one: { first_name: string }) => one.first_name)).toEqual(['Ada', 'Grace'])
  expect(await dana.order(id)).toMatchObject({ status: 'pending_payment', card_items: bought })
})

test('reordering is rejected while the cart is being paid', async () => {
  const [, dana] = await newCustomer()
  const first = await dana.fillCart('digital')
  await dana.pay(first, 'self_hosted_check')
  const second = await dana.fillCart('digital')
  expect((await dana.pay(second, 'elavon_cc')).status).toBe(200)

  await expect(dana.ok('POST', `/api/v1/orders/${first}/add_items_to_cart/`)).rejects.toThrow(
    'order_is_frozen',
  )
})

test('a list of orders is filtered by status and paged, newest first', async () => {
  const [, dana] = await newCustomer()
  const placed: number[] = []
  for (let count = 0; count < 3; count++) {
    const id = await dana.fillCart('digital')
    await dana.pay(id, 'self_hosted_bank')
    placed.unshift(id)
  }
  await dana.cart()

  const page = await dana.ok('GET', '/api/v1/orders/?status=pending_payment,declined&page=1&page_size=2')

  expect(page).toMatchObject({ count: 3, previous: null })
  expect(page.results.map((order: { id: number }) => order.id)).toEqual(placed.slice(0, 2))
  const next = await dana.ok('GET', page.next)
  expect(next).toMatchObject({ next: null, results: [{ id: placed[2] }] })
})

test('a parcel isn’t sent where UPS doesn’t deliver, wherever the address comes from', async () => {
  const [customer, dana] = await newCustomer()
  const id = await dana.fillCart('bulk')
  const address = { name: 'Dana', address1: 'PO Box 12', city: 'Dayton', state: 'OH', zip: '45402' }
  const boxed = await dana.ok('POST', '/api/v1/registered_addresses/', address)

  const attach = `/api/v1/orders/${id}/attach_address_to_bulk_items/`
  const refused = await customer.call('POST', attach, { registered_address_id: boxed.id })
  expect(refused.body.errors).toMatchObject([
    { field: 'registered_address_id', code: 'ups_does_not_go_there' },
  ])

  const [chosen] = await dana.ok('GET', '/api/v1/registered_addresses/')
  await dana.ok('PUT', `/api/v1/registered_addresses/${chosen.id}/`, { ...address, address1: 'P.O. Box 7' })
  const summary = await dana.ok('GET', '/api/v1/order_summary/')
  expect(summary.missing).toMatchObject([{ field: 'bulk-shipping-method', code: 'address_missing' }])
  expect((await dana.pay(id)).body.code).toBe('address_missing')
})
