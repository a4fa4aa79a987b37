import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { integrator, WEBHOOKS, webhookSteps } from '../../testing/webhook-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { moveDeliveries } from '../deliveries/delivery-moves.ts'
import { announce } from './announce.ts'
import { settleRestoredLog } from './restored-log.ts'
import { sendAllDue } from './webhooks.jobs.ts'

let world: World
let steps: Awaited<ReturnType<typeof webhookSteps>>
beforeAll(async () => {
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  steps = await webhookSteps(world)
})
afterEach(() => steps.reset())
afterAll(() => world.close())

const countJobs = async () => {
  const { rows } = await sql`select id from pgboss.job where name = 'webhooks.spread'`.execute(world.kit.pool)
  return rows.length
}

test('enqueues no job for a site without endpoints', async () => {
  const before = await countJobs()
  await steps.happen()
  expect(await countJobs()).toBe(before)
  await steps.endpointAt((await integrator()).url)
  await steps.happen()
  expect(await countJobs()).toBe(before + 1)
})

test('enqueues a job for moved cards in the transaction that moves them', async () => {
  const fulfillment = deliverySteps(world)
  const { id: orderId } = await fulfillment.approved('digital')
  const ids = (await fulfillment.deliveries(orderId)).map(({ id }) => id)
  await steps.endpointAt((await integrator()).url, ['delivery.cancelled'])
  const cancel = (db: Db) =>
    moveDeliveries(db, steps.staff.siteId, {
      ...{ ids, type: 'digital', from: 'queued', to: 'cancelled' },
      ...{ actor: 'system', at: world.kit.now() },
    })
  const before = await countJobs()

  const failing = inSite(world.kit.pool, steps.staff.siteId, async (db) => {
    expect(await cancel(db)).toHaveLength(2)
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await countJobs()).toBe(before)
  await inSite(world.kit.pool, steps.staff.siteId, cancel)
  expect(await countJobs()).toBe(before + 1)
})

test('announces an order as placed, paid, and approved', async () => {
  const there = await integrator()
  await steps.endpointAt(there.url, ['order.placed', 'order.paid', 'order.approved'])
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('bulk')
  await dana.pay(id)
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted)])
  await dana.verify(id)
  const order = await dana.order(id)
  if (order.status === 'in_review') {
    await steps.staff.call('POST', `/api/v1/office/orders/${id}/approve/`, {
      seen_status: 'in_review',
      note: '',
    })
  }
  await steps.send()
  const told = there.received.map(({ body }) => JSON.parse(body))
  expect(told.map(({ type }) => type).toSorted()).toEqual(['order.approved', 'order.paid', 'order.placed'])
  for (const { data } of told) {
    expect(data).toMatchObject({ order_id: id, number: order.number, total_cents: order.total_cents })
  }
})

test('lets a program with the scope read the log page by page and from any point', async () => {
  const call = await steps.program('events.read')
  const start = (await call('/api/v1/events/?limit=500')).body.next
  for (const type of ['order.approved', 'order.declined', 'order.paid'] as const) await steps.happen(type)
  const first = (await call(`/api/v1/events/?limit=2&after=${start}`)).body
  expect([first.events.map((one: { type: string }) => one.type), first.has_more]).toEqual([
    ['order.approved', 'order.declined'],
    true,
  ])
  const second = (await call(`/api/v1/events/?after=${first.next}`)).body
  expect([second.events[0].type, second.has_more]).toEqual(['order.paid', false])
  const end = (await call(`/api/v1/events/?after=${second.next}`)).body
  expect(end).toEqual({ events: [], next: second.next, has_more: false })
  const again = (await call(`/api/v1/events/?after=${first.events[0].cursor}`)).body
  expect(again.events).toEqual([first.events[1], second.events[0]])

  const since = second.events[0].timestamp
  const recent = (await call(`/api/v1/events/?since=${since}`)).body.events
  expect(recent.every((one: { timestamp: string }) => one.timestamp >= since)).toBe(true)
  expect((await call('/api/v1/events/?after=nonsense')).body.errors[0].field).toBe('after')
  const ahead = Buffer.from('1.900000000000.5').toString('base64url')
  const elsewhere = (await call(`/api/v1/events/?after=${ahead}`)).body
  expect(elsewhere.errors[0].message).toContain('another database')
  const crafted = Buffer.from("1.1' or 1=1 --.5").toString('base64url')
  expect((await call(`/api/v1/events/?after=${crafted}`)).status).toBe(400)
})

test('lets a program read nothing without the scope or on another site', async () => {
  expect((await (await steps.program('orders.read'))('/api/v1/events/')).body.code).toBe('not_allowed')
  const call = await steps.program('events.read')
  expect((await call('/api/v1/events/', 'acorn.localhost')).body.code).toBe('sign_in_required')
  expect((await call(WEBHOOKS)).body.code).toBe('not_allowed')
})

test('lists the log in the order of transactions, up to the first open one', async () => {
  const call = await steps.program('events.read')
  const start = (await call('/api/v1/events/?limit=500')).body.next
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(
    world.kit.pool,
  )
  const base = Number(rows[0]!.now)
  // The later number belongs to the earlier transaction; the last one is not over yet.
  for (const [type, tx] of [
    ['order.declined', base - 1],
    ['order.approved', base - 2],
    ['order.paid', base + 1_000_000],
  ] as const) {
    const event = { site_id: steps.staff.siteId, type, data: '{}', at: new Date(), tx: String(tx) }
    await world.kit.pool.insertInto('site_events').values(event).execute()
  }
  await steps.allShown()
  const { body } = await call(`/api/v1/events/?after=${start}`)
  expect(body.events.map((one: { type: string }) => one.type)).toEqual(['order.approved', 'order.declined'])
  await world.kit.pool
    .deleteFrom('site_events')
    .where('tx', '=', String(base + 1_000_000))
    .execute()
})

const onPostgres = test.skipIf(!process.env.TEST_DATAWEBHOOKS_URL)

onPostgres('shows an event that commits late to every reader and endpoint', async () => {
  const there = await integrator()
  await steps.endpointAt(there.url)
  const call = await steps.program('events.read')
  const start = (await call('/api/v1/events/?limit=500')).body.next
  const open = Promise.withResolvers<void>()
  const wrote = Promise.withResolvers<void>()
  const slow = inSite(world.kit.pool, steps.staff.siteId, async (db) => {
    await announce(db, steps.staff.siteId, [
      { type: 'order.declined', data: { order_id: 1 }, at: new Date() },
    ])
    wrote.resolve()
    await open.promise
  })
  await wrote.promise
  await steps.write('order.approved')
  const before = (await call(`/api/v1/events/?after=${start}`)).body
  expect(before.events).toEqual([])
  await sendAllDue(world.kit, steps.staff.siteId)
  expect(there.received).toHaveLength(0)

  open.resolve()
  await slow
  await steps.allShown()
  const after = (await call(`/api/v1/events/?after=${before.next}`)).body
  expect(after.events.map((one: { type: string }) => one.type)).toEqual(['order.declined', 'order.approved'])
  await steps.send()
  expect(there.types().toSorted()).toEqual(['order.approved', 'order.declined'])
})

test('continues a log restored from another database in order', async () => {
  const there = await integrator()
  const { id } = await steps.endpointAt(there.url)
  await steps.happen('order.approved')
  await steps.send()
  await steps.happen('order.declined')
  // The original database had continued, so its transaction numbers are far ahead.
  const ahead = sql`(tx::text::bigint + 1000000000)::text::xid8`
  await sql`update site_events set tx = ${ahead}`.execute(world.kit.pool)
  await sql`update webhook_endpoints set read_tx = (read_tx::text::bigint + 1000000000)::text::xid8
    where id = ${id}`.execute(world.kit.pool)
  await steps.send()
  expect(there.types()).toEqual(['order.approved'])

  await settleRestoredLog(world.kit.pool)
  await steps.happen('order.approved')
  await steps.send()
  expect(there.types()).toEqual(['order.approved', 'order.declined', 'order.approved'])
  const call = await steps.program('events.read')
  const { events } = (await call('/api/v1/events/?limit=500')).body
  expect(events.slice(-3).map((one: { type: string }) => one.type)).toEqual([
    'order.approved',
    'order.declined',
    'order.approved',
  ])
  const before = await world.kit.pool.selectFrom('site_events').select('tx').execute()
  await settleRestoredLog(world.kit.pool)
  expect(await world.kit.pool.selectFrom('site_events').select('tx').execute()).toEqual(before)
})
