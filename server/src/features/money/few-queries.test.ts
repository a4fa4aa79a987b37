import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { watchedPool } from '../../testing/watched-pool.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { listRefunds } from '../refunds/refunds.service.ts'
import { listDiscrepancies } from './discrepancies.service.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** Money of another amount than the order costs: a refund of a part of another, and a discrepancy. */
async function paidWrong() {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('digital')
  const { body: payment } = await dana.pay(id)
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { amountCents: 4_242 })])
  await dana.verify(id)
  await sql`insert into refunds (site_id, order_id, payment_id, amount_cents, reason, kind, state, transaction_id,
      asked_by, created_at, updated_at)
    select site_id, order_id, id, 100, 'Too much', 'by_hand', 'asked', md5(id::text), 'staff:1', now(), now()
    from payments where id = ${payment.id}`.execute(world.kit.pool)
}

test('a page of refunds or discrepancies takes the same number of queries, however long it is', async () => {
  const site = await world.kit.sites.readByHost('localhost')
  const count = async (list: typeof listDiscrepancies | typeof listRefunds) => {
    let queries = 0
    const pool = watchedPool(world.kit.pool, () => {
      queries += 1
    })
    const { count: found } = await list({ ...world.kit, pool }, site, { page: 1, page_size: 50 })
    return { found, queries }
  }
  await paidWrong()
  const one = { discrepancies: await count(listDiscrepancies), refunds: await count(listRefunds) }
  await paidWrong()
  await paidWrong()
  const three = { discrepancies: await count(listDiscrepancies), refunds: await count(listRefunds) }
  expect([
    one.discrepancies.found,
    one.refunds.found,
    three.discrepancies.found,
    three.refunds.found,
  ]).toEqual([1, 1, 3, 3])
  expect(three.discrepancies.queries).toBe(one.discrepancies.queries)
  expect(three.refunds.queries).toBe(one.refunds.queries)
})
