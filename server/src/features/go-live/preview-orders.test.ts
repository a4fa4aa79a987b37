import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inSite, SharedTransaction } from '../../database/in-site.ts'
import { printSteps } from '../../testing/batch-world.ts'
import { tokenIn } from '../../testing/delivery-world.ts'
import { SEES_LOCK_WAITS, untilLockWait } from '../../testing/lock-waits.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { wasLive } from '../sites/was-live.ts'
import * as live from './go-live.service.ts'
import { countOrders } from './preview-orders.ts'
import type { CheckKit } from './run-checks.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const kit = (): CheckKit => ({
  ...world.kit,
  identity: world.identity,
  resolveHost: async () => [{ address: '203.0.113.7', family: 4 }],
  resolveTxt: async () => [],
  mailer: { send: async () => {}, close: async () => {} },
})

async function setLive(at: Date | null, host = 'localhost') {
  const { id } = await world.kit.sites.readByHost(host)
  await world.kit.pool.updateTable('sites').set({ live_at: at }).where('id', '=', id).execute()
  world.kit.sites.forget(id)
}

/** Tables that have rows of a site's orders. */
async function tablesWithOrders(siteId: number): Promise<string[]> {
  const { pool } = world.kit
  const { rows } = await sql<{ name: string }>`
    select distinct table_name::text as name from information_schema.columns
    where table_schema = 'public' and (table_name in ('orders', 'batches', 'site_events', 'issuer_cards')
      or column_name in ('order_id', 'card_item_id', 'delivery_id', 'batch_id'))`.execute(pool)
  const counts = await Promise.all(
    rows.map(async ({ name }) => {
      const counted = sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(name)} where site_id = ${siteId}`
      return { name, count: (await counted.execute(pool)).rows[0]!.count }
    }),
  )
  return counts.filter(({ count }) => count > 0).map(({ name }) => name)
}

async function jobsAboutOrders(): Promise<number> {
  const counted = sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where data ? 'orderId' or data ? 'batchId'`
  return (await counted.execute(world.kit.pool)).rows[0]!.count
}

test('an order of the preview runs to its mail and its card, and is gone when the site goes live', async () => {
  const room = printSteps(world)
  const money = await moneySteps(world)
  const owner = await world.staff('owner')
  const { siteId } = owner
  const actor = { siteId, staffId: owner.id, role: 'owner', by: `staff:${owner.id}` }
  const signedIn = await world.signIn()
  await setLive(null)
  const call: SignedIn['call'] = (method, path, body) =>
    signedIn.call(method, path, body, { cookie: `sessionid=${owner.token}` })
  const dana = customerSteps({ ...signedIn, call })

  const id = await dana.fillCart('digital', 'direct')
  const { body: payment } = await dana.pay(id, 'self_hosted_check')
  await money.receive(payment.amount_cents, payment.remittance.reference)
  await room.approve(id)
  await room.plan(id)
  await room.send()
  const token = tokenIn(room.mailer.accepted.at(-1))
  expect((await room.reveal(token)).status).toBe(200)
  await room.mailed(owner, 'direct', id)
  expect(await jobsAboutOrders()).toBeGreaterThan(0)
  const customers = world.kit.pool.selectFrom('customers').select('id').where('site_id', '=', siteId)
  const before = (await customers.execute()).length

  await live.runChecks(kit(), actor, undefined)
  const told = await live.sendMeATest(kit(), actor)
  expect([told.can_go_live, told.preview_orders]).toEqual([true, 1])
  const nothing = async () => {}
  const request = new SharedTransaction(world.kit.pool, siteId, {
    ...{ begin: nothing, saveProgress: nothing, progress: undefined },
  })
  const isCommitted: boolean[] = []
  const remove = vi
    .spyOn(world.kit.files, 'remove')
    .mockImplementation(async () => void isCommitted.push(!request.isOpen))
  const wentLive = await request.share(() => live.goLive(kit(), actor))
  await request.commit(nothing)
  remove.mockRestore()
  expect(wentLive).toMatchObject({ live_at: expect.any(String), preview_orders: 0 })
  expect(new Set(isCommitted)).toEqual(new Set([true]))

  expect(await tablesWithOrders(siteId)).toEqual([])
  expect(await jobsAboutOrders()).toBe(0)
  expect((await room.look(token)).status).toBe(404)
  expect((await customers.execute()).length).toBe(before)
  const { body: log } = await owner.call('GET', '/api/v1/office/audit/')
  expect(log.results[0]).toMatchObject({
    event: 'site.live',
    facts: [{ name: 'preview_orders', value: '1' }],
  })

  // What is placed from now on stays.
  const real = await dana.fillCart('digital')
  expect((await dana.pay(real, 'self_hosted_check')).status).toBe(200)
  await live.goLive(kit(), actor)
  expect((await dana.order(real)).status).toBe('pending_payment')
})

test.skipIf(!SEES_LOCK_WAITS)(
  'an order placed while the site goes live waits, and is a real one',
  async () => {
    const { pool } = world.kit
    const owner = await world.staff('owner', 'acorn')
    const { siteId } = owner
    const actor = { siteId, staffId: owner.id, role: 'owner', by: `staff:${owner.id}` }
    const people = [await world.signIn({ site: 'acorn' }), await world.signIn({ site: 'acorn' })]
    await setLive(null, 'acorn.localhost')
    const [dana, other] = people.map((one) => {
      const call: SignedIn['call'] = (method, path, body) =>
        one.call(method, path, body, { cookie: `sessionid=${owner.token}` })
      return customerSteps({ ...one, call })
    })
    await live.runChecks(kit(), actor, undefined)
    await live.sendMeATest(kit(), actor)

    // Going live waits to delete this cart, and doesn't see one that begins in the meantime.
    const before = await other!.fillCart('digital')
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = inSite(pool, siteId, async (db) => {
      await db.selectFrom('orders').select('id').where('id', '=', before).forUpdate().execute()
      held.resolve()
      await released.promise
    })
    await held.promise
    const events: string[] = []
    const going = live.goLive(kit(), actor).then(() => events.push('went live'))
    await untilLockWait(pool)
    const id = await dana!.fillCart('digital')
    const paying = dana!.pay(id, 'self_hosted_check').then((answer) => {
      events.push('placed')
      return answer
    })
    await untilLockWait(pool, { sessions: 2, isOver: () => events.length > 0 })
    const early = [...events]
    released.resolve()
    await Promise.all([going, holding])
    expect((await paying).status).toBe(200)
    expect(early).toEqual([])
    expect((await dana!.order(id)).status).toBe('pending_payment')
  },
)

test('labels can’t be bought before the site is live', async () => {
  await setLive(new Date())
  const room = printSteps(world)
  const { id, owner } = await room.approved('direct')
  const batch = await room.ready(owner, 'direct', id)
  await setLive(null)
  const { status, body } = await owner.call('POST', `/api/v1/office/batches/${batch.id}/labels/`, {
    seen_status: 'ready',
  })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toMatch(/once the site is live/)
})

test('an order of a site that was live is never deleted, and it no longer has preview orders', async () => {
  const owner = await world.staff('owner')
  const { siteId } = owner
  const actor = { siteId, staffId: owner.id, role: 'owner', by: `staff:${owner.id}` }
  const placed = async () => inSite(world.kit.pool, siteId, (db) => countOrders(db, siteId))
  // Left by the tests before; a customer who pays while the site is taken offline leaves the same.
  const before = await placed()
  expect([before > 0, await inSite(world.kit.pool, siteId, (db) => wasLive(db, siteId))]).toEqual([
    true,
    true,
  ])

  await setLive(new Date())
  const signedIn = await world.signIn()
  await setLive(null)
  const call: SignedIn['call'] = (method, path, body) =>
    signedIn.call(method, path, body, { cookie: `sessionid=${owner.token}` })
  const dana = customerSteps({ ...signedIn, call })
  const answer = await dana.pay(await dana.fillCart('digital'), 'self_hosted_check')
  expect([answer.status, answer.body.code]).toEqual([403, 'site_not_live'])

  await live.runChecks(kit(), actor, undefined)
  expect(await live.readGoLive(kit(), siteId)).toMatchObject({ can_go_live: true, preview_orders: 0 })
  await live.goLive(kit(), actor)
  expect(await placed()).toBe(before)
})
