import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'

const OVERVIEW = '/api/v1/orders/overview/'

let world: World
let steps: ReturnType<typeof deliverySteps>
/** Four bulk cards in a parcel, two letters and two emails. */
let customer: SignedIn
let id: number
beforeAll(async () => {
  world = await makeWorld()
  steps = deliverySteps(world)
  const order = await steps.approved('bulk', 'direct', 'digital')
  customer = order.customer
  id = order.id
})
afterAll(() => world.close())

const setDelivery = (orderId: number, type: string, status: string) =>
  world.kit.pool
    .updateTable('deliveries')
    .set({ status })
    .where('order_id', '=', orderId)
    .where('reward_type', '=', type)
    .execute()
const setOrder = (id: number, change: Record<string, unknown>) =>
  world.kit.pool.updateTable('orders').set(change).where('id', '=', id).execute()

describe('the overview of cards', () => {
  test('counts each card in one place, as cards and not as parcels', async () => {
    const seen = async () => (await customer.call('GET', OVERVIEW)).body
    const nothing = { waiting: 0, being_made: 0, under_way: 0, arrived: 0, needs_a_hand: 0 }
    expect((await seen()).cards).toEqual({ ...nothing, waiting: 8 })
    await setDelivery(id, 'bulk', 'printing')
    await setDelivery(id, 'direct', 'mailed')
    await setDelivery(id, 'digital', 'claimed')
    expect(await seen()).toMatchObject({
      cards: { ...nothing, being_made: 4, under_way: 2, arrived: 2 },
      ordered: { order_count: 1, card_count: 8 },
      emails: { sent: 2, opened: 2 },
      troubled: [],
    })
    await setDelivery(id, 'bulk', 'returned')
    await setDelivery(id, 'digital', 'bounced')
    await setDelivery(id, 'direct', 'replaced')
    expect(await seen()).toMatchObject({
      cards: { ...nothing, needs_a_hand: 6 },
      emails: { sent: 0 },
      troubled: [{ order_id: id, name: 'Cards for bulk', bounced: 2, returned: 4 }],
    })
  })

  test('shows cards of an order in review as waiting, and counts them once it is approved, before planning', async () => {
    const { customer: other, id } = await steps.paid('digital')
    const cards = async () => (await other.call('GET', OVERVIEW)).body.cards
    expect(await cards()).toMatchObject({ waiting: 2 })
    await steps.approve(id)
    expect(await cards()).toMatchObject({ waiting: 2 })
    await steps.plan(id)
    expect(await cards()).toMatchObject({ waiting: 2 })
  })
})

describe('the overview of orders', () => {
  test('counts an order in its year in the site’s time zone, and shipments however old', async () => {
    const seen = async () => (await customer.call('GET', OVERVIEW)).body
    const { year, ordered } = await seen()
    expect(ordered.order_count).toBe(1)
    for (const type of ['bulk', 'digital']) await setDelivery(id, type, 'cancelled')
    await setDelivery(id, 'direct', 'mailed')
    // The last second of the year before, in Chicago.
    await setOrder(id, { placed_at: new Date(`${year}-01-01T05:59:59Z`) })
    expect(await seen()).toMatchObject({
      ordered: { order_count: 0, total_cents: 0 },
      cards: { under_way: 2 },
    })
    await setDelivery(id, 'direct', 'delivered')
    expect(await seen()).toMatchObject({ cards: { under_way: 0, arrived: 0 } })
    await setOrder(id, { placed_at: new Date(`${year}-01-01T06:00:00Z`) })
    expect(await seen()).toMatchObject({ ordered, cards: { arrived: 2 } })
  })

  test('excludes rejected orders, which are over', async () => {
    await setDelivery(id, 'digital', 'bounced')
    expect((await customer.call('GET', OVERVIEW)).body.troubled).toHaveLength(1)
    await setOrder(id, { status: 'declined' })
    expect((await customer.call('GET', OVERVIEW)).body).toMatchObject({
      ordered: { order_count: 0, card_count: 0, total_cents: 0 },
      cards: { needs_a_hand: 0 },
      troubled: [],
    })
  })
})

describe('the overview of amounts due', () => {
  test('shows an outstanding check’s amount due; a bank debit on its way is clearing', async () => {
    const buyer = await world.signIn()
    const dana = customerSteps(buyer)
    const id = await dana.fillCart('digital')
    await dana.pay(id, 'self_hosted_check')
    const { total_cents: total, number } = await dana.order(id)
    const seen = async () => (await buyer.call('GET', OVERVIEW)).body
    expect(await seen()).toMatchObject({
      to_pay: { order_count: 1, cents: total, clearing_cents: 0 },
      unpaid: [{ order_id: id, order_number: number, cents: total, awaits: 'check' }],
    })
    const payments = (change: Record<string, unknown>) =>
      world.kit.pool.updateTable('payments').set(change).where('order_id', '=', id).execute()
    await payments({ method_code: 'elavon_ach', state: 'submitted' })
    expect(await seen()).toMatchObject({
      to_pay: { order_count: 0, cents: 0, clearing_cents: total },
      unpaid: [],
    })
    await payments({ state: 'failed' })
    expect((await seen()).unpaid).toMatchObject([{ order_id: id, awaits: 'payment' }])
  })
})

test('the overview shows no other customer’s orders, on another site either', async () => {
  await setOrder(id, { status: 'approved' })
  expect((await customer.call('GET', OVERVIEW)).body.ordered.order_count).toBe(1)
  for (const site of ['northwind', 'acorn'] as const) {
    const { body } = await (await world.signIn({ site })).call('GET', OVERVIEW)
    expect(body).toMatchObject({
      ordered: { order_count: 0, total_cents: 0 },
      cards: { waiting: 0, under_way: 0 },
      to_pay: { order_count: 0 },
      unpaid: [],
      troubled: [],
    })
  }
  expect((await world.visit('localhost')('GET', OVERVIEW)).status).toBe(401)
})
