import { afterAll, beforeAll, expect, test } from 'vitest'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ TRUST_PROXY: '1' })
  // Before the first request: a site is remembered for some seconds.
  await world.kit.pool
    .updateTable('sites')
    .set({ auto_approve_below_cents: 10_000_000, money_rules: dayLimit(1_000_000) })
    .execute()
})
afterAll(() => world.close())

let visitors = 0
/** Each from an address of their own, unless said otherwise. */
async function newCustomer(ip?: string) {
  visitors += 1
  const from = ip ?? `198.51.100.${visitors}`
  const customer = await world.signIn()
  const call: SignedIn['call'] = (method, path, body, headers) =>
    customer.call(method, path, body, { 'x-forwarded-for': from, ...headers })
  return customerSteps({ ...customer, call })
}
type Steps = Awaited<ReturnType<typeof newCustomer>>

async function pay(dana: Steps, { cents = 5_000, avs = 'M', result = '0' } = {}) {
  await dana.addCards('digital', { denominationCents: cents })
  const { id } = await dana.cart()
  await dana.chooseDeliveries(id, ['digital'])
  const answer = await dana.pay(id)
  if (answer.status !== 200) return { id, answer }
  const minted = world.gateway.minted.at(-1)!
  const declined = result !== '0' && { result, resultMessage: 'DECLINED', approvalCode: '' }
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { avsResponse: avs, ...declined })])
  await dana.verify(id)
  return { id, answer }
}
const standing = async (id: number) => {
  const row = await world.kit.pool
    .selectFrom('orders')
    .select(['status', 'review_reasons'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [row.status, row.review_reasons]
}

test('approves an order below the limit without review', async () => {
  const { id } = await pay(await newCustomer())
  expect(await standing(id)).toEqual(['approved', []])
})

test('reviews a card whose address doesn’t match', async () => {
  const { id } = await pay(await newCustomer(), { avs: 'N' })
  expect(await standing(id)).toEqual(['in_review', ['address_check']])
})

test('reviews a large order from a new account, but not from an old one', async () => {
  const large = { cents: 100_000 }
  const fresh = await newCustomer()
  await fresh.addCards('digital', { denominationCents: 100_000 })
  const { id } = await pay(fresh, large)
  expect(await standing(id)).toEqual(['in_review', ['new_account']])

  const old = await newCustomer()
  await joinedLongAgo(old)
  await old.addCards('digital', { denominationCents: 100_000 })
  expect(await standing((await pay(old, large)).id)).toEqual(['approved', []])
})

test('reviews orders beyond a customer’s daily limit', async () => {
  const dana = await newCustomer()
  await joinedLongAgo(dana)
  const orders: number[] = []
  for (let order = 0; order < 6; order += 1) orders.push((await pay(dana, { cents: 100_000 })).id)
  const seen = await Promise.all(orders.map(standing))
  // Two cards of $1,000 and their fees: the fifth order is the first above $10,000.
  expect(seen.slice(0, 4)).toEqual(Array(4).fill(['approved', []]))
  expect(seen.slice(4)).toEqual(Array(2).fill(['in_review', ['day_limit']]))

  world.setClock(new Date(Date.now() + 25 * 3_600_000))
  expect(await standing((await pay(dana)).id)).toEqual(['approved', []])
  world.setClock(undefined)
})

test('reviews an order after three declines', async () => {
  const dana = await newCustomer()
  for (let attempt = 0; attempt < 3; attempt += 1) await pay(dana, { result: '1' })
  const { id } = await pay(dana)
  expect(await standing(id)).toEqual(['in_review', ['many_attempts']])
})

test('rejects a customer’s eleventh attempt in an hour', async () => {
  const dana = await newCustomer()
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await pay(dana, { result: '1' })).answer.status).toBe(200)
  }
  expect((await pay(dana)).answer.status).toBe(429)
  expect((await pay(await newCustomer())).answer.status).toBe(200)
  world.setClock(new Date(Date.now() + 3_601_000))
  expect((await pay(dana)).answer.status).toBe(200)
  world.setClock(undefined)
})

test('blocks an address for an hour after thirty declines, for every customer', async () => {
  const ip = '203.0.113.7'
  for (let customer = 0; customer < 5; customer += 1) {
    const dana = await newCustomer(ip)
    for (let attempt = 0; attempt < 6; attempt += 1) await pay(dana, { result: '1' })
  }
  expect((await pay(await newCustomer(ip))).answer.status).toBe(429)
  expect((await pay(await newCustomer())).answer.status).toBe(200)
})

async function joinedLongAgo(customer: Steps) {
  const { email } = await customer.ok('GET', '/api/v1/actual_user/')
  const joined = new Date(Date.now() - 40 * 86_400_000)
  await world.kit.pool
    .updateTable('customers')
    .set({ created_at: joined })
    .where('email', '=', email)
    .execute()
}

function dayLimit(day_limit_cents: number) {
  return JSON.stringify({
    day_limit_cents,
    new_account_days: 30,
    new_account_order_cents: 250_000,
    two_people_above_cents: 50_000,
    attempts_per_hour: 10,
    remind_after_days: [7],
    tax_note: '',
  }) as never
}
