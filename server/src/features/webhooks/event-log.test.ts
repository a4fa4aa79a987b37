import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { companySteps } from '../../testing/company-world.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { integrator, WEBHOOKS, webhookSteps } from '../../testing/webhook-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { moveDeliveries } from '../deliveries/delivery-moves.ts'
import { announce } from './announce.ts'
import { numberEvents } from './event-log.service.ts'
import { forgetting } from './webhooks.jobs.ts'

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

test('tells of companies, their people, budgets, and balances', async () => {
  const call = await steps.program('events.read')
  const start = (await call('/api/v1/events/?limit=500')).body.next
  const company = companySteps(world)
  const admin = await company.person()
  const [{ id: company_id }] = (await admin.call('GET', '/api/v1/companies/')).body
  const kim = await company.colleague(admin)
  await admin.call('PATCH', `/api/v1/company/people/${kim.id}/`, { role: 'viewer' })
  await admin.call('PATCH', '/api/v1/company/', { name: 'Halden' })
  const terms = { name: 'Gifts', amount_cents: 100_000, period: 'month', rolls_over: false }
  const budget = (await admin.call('POST', '/api/v1/company/budgets/', terms)).body
  const topUp = { amount_cents: 50_000, method_code: 'elavon_cc' }
  const { body } = await admin.call('POST', '/api/v1/company/balance/top_ups/', topUp)
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted)])
  await admin.call('POST', `/api/v1/company/balance/top_ups/${body.id}/verify/`)
  await admin.call('DELETE', `/api/v1/company/people/${kim.id}/`)

  const { events } = (await call(`/api/v1/events/?after=${start}`)).body as { events: Told[] }
  const ofKim = { company_id, person_id: kim.id }
  const moved = { company_id, order_id: body.id, amount_cents: 50_000, balance_cents: 50_000 }
  const ours = events.filter(({ data }) => data.company_id === company_id)
  expect(ours.map(({ type, data }) => [type, data])).toEqual([
    ['company.created', { company_id, person_id: admin.id }],
    ['company.person_joined', ofKim],
    ['company.role_changed', ofKim],
    ['company.renamed', { company_id }],
    ['budget.changed', { company_id, budget_id: budget.id }],
    ['balance.topped_up', moved],
    ['company.person_removed', ofKim],
  ])

  const dana = customerSteps(admin)
  const id = await dana.fillCart('digital')
  await dana.pay(id, 'self_hosted_check')
  const { events: later } = (await call(`/api/v1/events/?after=${start}`)).body as { events: Told[] }
  expect(later.find(({ type }) => type === 'order.placed')?.data).toMatchObject({ order_id: id, company_id })
})

type Told = { type: string; data: Record<string, unknown> }

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
  const ahead = Buffer.from('2.900000000000').toString('base64url')
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

test('a cursor from before events had numbers still names its place', async () => {
  const call = await steps.program('events.read')
  await steps.happen('order.approved')
  await steps.happen('order.paid')
  const { events } = (await call('/api/v1/events/?limit=500')).body
  const [before, last] = events.slice(-2)
  const former = (tx: number, id: string) => Buffer.from(`1.${tx}.${id}`).toString('base64url')
  const cursor = former(815, before.id.slice('evt_'.length))
  expect((await call(`/api/v1/events/?after=${cursor}`)).body.events).toEqual([last])
  expect((await call(`/api/v1/events/?after=${former(0, '0')}&limit=500`)).body.events).toEqual(events)
  const unknown = await call(`/api/v1/events/?after=${former(815, '999999999')}`)
  expect(unknown.body.errors[0].message).toContain('another database')
})

const onPostgres = test.skipIf(!process.env.TEST_DATABASE_URL)

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
  await steps.happen('order.approved')
  const types = ({ events }: { events: Array<{ type: string }> }) => events.map(({ type }) => type)
  const before = (await call(`/api/v1/events/?after=${start}`)).body
  expect(types(before)).toEqual(['order.approved'])
  await steps.send()
  expect(there.types()).toEqual(['order.approved'])

  open.resolve()
  await slow
  const after = (await call(`/api/v1/events/?after=${before.next}`)).body
  expect(types(after)).toEqual(['order.declined'])
  expect(types((await call(`/api/v1/events/?after=${start}`)).body)).toEqual([
    'order.approved',
    'order.declined',
  ])
  await steps.send()
  expect(there.types()).toEqual(['order.approved', 'order.declined'])
})

onPostgres('numbers an event that commits while another reader numbers after that reader’s', async () => {
  const { siteId } = steps.staff
  const at = new Date()
  /** A transaction that stays open after its work. */
  const opened = async (work: (db: Db) => Promise<unknown>) => {
    const ending = Promise.withResolvers<void>()
    const worked = Promise.withResolvers<void>()
    const done = inSite(world.kit.pool, siteId, async (db) => {
      await work(db)
      worked.resolve()
      await ending.promise
    })
    await Promise.race([worked.promise, done])
    return async () => {
      ending.resolve()
      await done
    }
  }
  const commitFirst = await opened((db) => announce(db, siteId, [{ type: 'order.declined', data: {}, at }]))
  await steps.happen('order.approved')
  const commitNumbers = await opened((db) => numberEvents(db, siteId))
  await commitFirst()
  const other = inSite(world.kit.pool, siteId, (db) => numberEvents(db, siteId))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await commitNumbers()
  await other
  const call = await steps.program('events.read')
  const { events } = (await call('/api/v1/events/?limit=500')).body
  expect(events.slice(-2).map((one: { type: string }) => one.type)).toEqual([
    'order.approved',
    'order.declined',
  ])
  const { rows } = await sql<{ number: number }>`select number from site_events
    where site_id = ${siteId} order by number`.execute(world.kit.pool)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, nth) => nth + 1))
})

test('an endpoint begins after the events of before it, read by no one or not', async () => {
  const { siteId } = steps.staff
  await steps.happen('order.approved')
  const there = await integrator()
  const { id } = await steps.endpointAt(there.url)
  await steps.happen('order.declined')
  await steps.send()
  expect(there.types()).toEqual(['order.declined'])
  const events = world.kit.pool.selectFrom('site_events').where('site_id', '=', siteId)
  await steps.happen('order.paid')
  await world.kit.pool.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  await forgetting(world.kit).run()
  expect(await events.select('id').where('number', 'is', null).execute()).toEqual([])
})
