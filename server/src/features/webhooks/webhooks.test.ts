import { createServer, type RequestListener } from 'node:http'
import { FAILING_FOR_MS } from '@laurel/domain/webhook-retries'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { moveDeliveries } from '../deliveries/delivery-moves.ts'
import { webhookOffHandler } from '../mail/webhook-off.jobs.ts'
import { announce } from './announce.ts'
import { settleRestoredLog } from './restored-log.ts'
import { makeWebhookPost } from './webhook-post.ts'
import { forgetMessages, sendAllDue, webhookHandlers } from './webhooks.jobs.ts'

let world: World
let staff: Awaited<ReturnType<World['staff']>>
const closing: Array<() => void> = []
beforeAll(async () => {
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  staff = await world.staff()
})
afterEach(async () => {
  world.setClock(undefined)
  staff = await world.staff()
  vi.restoreAllMocks()
  await world.kit.pool.deleteFrom('webhook_endpoints').execute()
  for (const close of closing.splice(0)) close()
})
afterAll(() => world.close())

const BASE = '/api/v1/office/webhooks/'
type Received = { headers: Record<string, string>; body: string }

/** An integrator's server, which answers as a test says and keeps what came. */
async function integrator(answer: number | RequestListener = 204) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ headers: request.headers as Record<string, string>, body })
    if (typeof answer === 'number') response.writeHead(answer).end('so it goes')
    else answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return {
    received,
    url: `http://127.0.0.1:${port}/laurel`,
    become: (next: number | RequestListener) => {
      answer = next
    },
    types: () => received.map(({ body }) => JSON.parse(body).type),
    ids: () => received.map(({ headers }) => headers['webhook-id']),
  }
}

async function endpointAt(url: string, types: readonly string[] = ['order.approved', 'order.declined']) {
  // It begins behind what is shown: what other tests left must be.
  await allShown()
  const form = { url, description: 'Warehouse', event_types: JSON.stringify(types) }
  const { status, body } = await staff.call('POST', BASE, form)
  expect([status, body.code]).toEqual([200, undefined])
  return { ...body.endpoint, secret: body.secret as string, path: `${BASE}${body.endpoint.id}/` }
}

type Happening = 'order.approved' | 'order.declined' | 'order.paid'
const write = (type: Happening, siteId = staff.siteId) =>
  inSite(world.kit.pool, siteId, (db) =>
    announce(db, siteId, [{ type, data: { order_id: 7 }, at: world.kit.now() }]),
  )
/** Triggers an event that the log then shows. */
async function happen(type: Happening = 'order.approved', siteId = staff.siteId) {
  await write(type, siteId)
  await allShown()
}
const send = async () => {
  await allShown()
  return sendAllDue(world.kit, staff.siteId)
}
/** Waits until no other test on the same PostgreSQL is writing: open transactions delay the log. */
async function allShown() {
  for (let isShown = false; !isShown; ) {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from site_events, pg_current_snapshot() as now
        where tx >= pg_snapshot_xmin(now) and tx < pg_snapshot_xmax(now)) as waits`.execute(world.kit.pool)
    isShown = !rows[0]!.waits
    if (!isShown) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const read = async (path: string) => (await staff.call('GET', path)).body
const messages = async (path: string) => (await read(`${path}messages/`)).results
/** Sessions end sooner than some of these tests' days: staff sign in again. */
async function setClock(at: Date) {
  world.setClock(at)
  staff = await world.staff()
}
const later = (ms: number) => setClock(new Date(world.kit.now().getTime() + ms))
const onPostgres = test.skipIf(!process.env.TEST_DATABASE_URL)

test('an endpoint’s secret is shown once and kept sealed', async () => {
  const { url } = await integrator()
  const { secret, path, id } = await endpointAt(url)
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
  expect(JSON.stringify([await read(path), await read(BASE)])).not.toContain(secret)
  const row = await world.kit.pool
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(secret.slice(6))
})

test.each([
  ['http://example.com/', 'must begin with https'],
  ['ftp://example.com/', 'must begin with https'],
  ['javascript:alert(1)', 'must begin with https'],
  ['example.com', 'whole address'],
  ['https://a:b@example.com/', 'user name and password'],
  ['http://127.0.0.1/\r\nx-injected: 1', 'whole address'],
  ['http://127.0.0.1/ HTTP/1.1', 'whole address'],
  ['https:\\\\example.com', 'whole address'],
])('nothing is sent to %j', async (url, message) => {
  const form = { url, event_types: '["order.approved"]' }
  const { status, body } = await staff.call('POST', BASE, form)
  expect([status, body.errors[0].field]).toEqual([400, 'url'])
  expect(body.errors[0].message).toContain(message)
})

test('an address that resolves into a private network is refused when it is typed', async () => {
  vi.spyOn(world.kit.post, 'problemWith').mockImplementation(
    makeWebhookPost({
      toPrivateHosts: false,
      resolveHost: async () => [{ address: '10.1.2.3', family: 4 }],
    }).problemWith,
  )
  const form = { url: 'https://intranet.example/', event_types: '["order.approved"]' }
  const { body } = await staff.call('POST', BASE, form)
  expect(body.errors).toEqual([
    { field: 'url', code: 'invalid', message: 'This address lies in a private network.' },
  ])
})

test('no event, or one there is not, cannot be subscribed to', async () => {
  const { url } = await integrator()
  for (const types of [[], ['order.exploded'], ['webhook.test']]) {
    const { status } = await staff.call('POST', BASE, { url, event_types: JSON.stringify(types) })
    expect(status).toBe(400)
  }
})

test('what happened is sent as it is subscribed to, and its signature verifies', async () => {
  const there = await integrator()
  const { secret, path } = await endpointAt(there.url)
  await happen('order.approved')
  await happen('order.paid')
  await send()
  expect(there.types()).toEqual(['order.approved'])

  const [{ headers, body }] = there.received as [Received]
  const verified = new Webhook(secret).verify(body, headers)
  expect(verified).toEqual({
    type: 'order.approved',
    timestamp: expect.stringMatching(/^2\d{3}-.*Z$/),
    data: { order_id: 7 },
  })
  expect(headers['content-type']).toBe('application/json')
  for (const changed of [
    { ...headers, 'webhook-id': `${headers['webhook-id']}0` },
    { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
    { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 360) },
  ]) {
    expect(() => new Webhook(secret).verify(body, changed)).toThrow()
  }
  expect(() => new Webhook(secret).verify(body.replace('7', '8'), headers)).toThrow()

  const [message] = await messages(path)
  expect(message).toMatchObject({
    status: 'delivered',
    event_id: headers['webhook-id'],
    body,
    attempt_count: 1,
  })
  expect(message.attempts).toMatchObject([{ status: 204, problem: '' }])
  expect((await read(path)).delivered_at).not.toBeNull()
})

test('what fails is tried again under the same id, first after seconds, then ever later, then given up', async () => {
  const there = await integrator(500)
  await setClock(new Date('2027-03-01T10:00:00Z'))
  const { path } = await endpointAt(there.url)
  await happen()
  await send()
  await later(4_000)
  await send()
  expect(there.received).toHaveLength(1)
  await later(2_000)
  await send()
  expect(there.received).toHaveLength(2)
  for (let tries = 0; tries < 9; tries += 1) {
    await later(27 * 3_600_000)
    await send()
  }
  expect(there.received.length).toBeGreaterThanOrEqual(6)
  expect(new Set(there.ids()).size).toBe(1)
  const [message] = await messages(path)
  expect(message.attempts[0]).toMatchObject({ status: 500, answer: 'so it goes' })
})

test('after ten tries within days a message is given up; the next one is tried as ever', async () => {
  const there = await integrator(503)
  await setClock(new Date('2027-03-01T10:00:00Z'))
  const { path } = await endpointAt(there.url)
  await happen()
  for (const hours of [0, 0.01, 0.2, 1, 3, 6, 12, 16, 23, 27]) {
    await later(hours * 3_600_000)
    await send()
  }
  expect(there.received).toHaveLength(10)
  expect(await messages(path)).toMatchObject([{ status: 'failed', attempt_count: 10, next_at: null }])
  expect(await read(path)).toMatchObject({ enabled: true, failed_count: 1, waiting_count: 0 })
  await later(60_000)
  there.become(200)
  await happen()
  await send()
  expect((await read(path)).failing_since).toBeNull()
})

/** What was promised to staff, as their mail says it. */
async function mailsAboutOff() {
  const { rows } = await sql<{ data: never }>`
    delete from pgboss.job where name = 'mail.webhook-off' returning data`.execute(world.kit.pool)
  const sent: Array<{ to: string; subject: string; text: string }> = []
  const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail), close: () => {} }
  for (const { data } of rows) await webhookOffHandler(world.kit, mailer).run(data)
  return sent
}

test('an endpoint that says it is gone is switched off at once, and staff are told', async () => {
  const there = await integrator(410)
  const { path } = await endpointAt(there.url)
  await world.staff('viewer')
  await happen()
  await send()
  expect(await read(path)).toMatchObject({ enabled: false, off_reason: 'gone' })
  const mails = await mailsAboutOff()
  const owners = await world.kit.pool
    .selectFrom('staff_accounts')
    .select('email')
    .where('site_id', '=', staff.siteId)
    .where('role', '=', 'owner')
    .execute()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(owners.map(({ email }) => email).toSorted())
  expect(mails[0]!.subject).toMatch(/^Webhooks to 127\.0\.0\.1:\d+ are switched off$/)
  expect(mails[0]!.text).toContain(`/office/webhooks/`)

  await happen()
  await send()
  expect(there.received).toHaveLength(1)
})

test('an endpoint that fails for five days is switched off, and goes on where it stopped when it is on again', async () => {
  const there = await integrator(500)
  await setClock(new Date('2027-03-01T10:00:00Z'))
  const { path } = await endpointAt(there.url)
  const began = world.kit.now().getTime()
  while (world.kit.now().getTime() - began < FAILING_FOR_MS) {
    expect((await read(path)).enabled).toBe(true)
    await happen()
    await send()
    await later(20 * 3_600_000)
  }
  await send()
  const off = await read(path)
  expect(off).toMatchObject({ enabled: false, off_reason: 'failing' })
  expect((await mailsAboutOff()).length).toBeGreaterThan(0)

  there.become(200)
  there.received.length = 0
  await happen('order.declined')
  await send()
  expect(there.received).toHaveLength(0)
  const on = await staff.call('PATCH', path, { seen_version: off.version, enabled: 'true' })
  expect(on.body).toMatchObject({ enabled: true, off_reason: '', failing_since: null })
  await later(30 * 3_600_000)
  await send()
  expect(there.types()).toContain('order.declined')
  expect(there.types().length).toBeGreaterThan(1)
})

test('switched on to begin now, nothing of before is sent', async () => {
  const there = await integrator()
  const { path, version } = await endpointAt(there.url)
  await staff.call('PATCH', path, { seen_version: version, enabled: 'false' })
  await happen()
  const { version: seen_version } = await read(path)
  await staff.call('PATCH', path, { seen_version, enabled: 'true', skip_missed: 'true' })
  await happen('order.declined')
  await send()
  expect(there.types()).toEqual(['order.declined'])
})

test('a new secret and the one before sign side by side for a day', async () => {
  const there = await integrator()
  const { path, secret, version } = await endpointAt(there.url)
  const rotated = await staff.call('POST', `${path}rotate_secret/`, { seen_version: version })
  expect(rotated.body.secret).not.toBe(secret)
  await happen()
  await send()
  const first = there.received[0]!
  for (const one of [secret, rotated.body.secret]) new Webhook(one).verify(first.body, first.headers)

  await later(24 * 3_600_000)
  await happen()
  await send()
  expect(there.received[1]!.headers['webhook-signature']).not.toContain(' ')

  const stale = await staff.call('POST', `${path}rotate_secret/`, { seen_version: version })
  expect([stale.status, stale.body.code]).toEqual([409, 'changed_meanwhile'])
})

test('what happens is sent by jobs, and a slow endpoint holds back no other', async () => {
  const shared = world
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  onTestFinished(async () => {
    await world.close()
    world = shared
    staff = await world.staff()
  })
  staff = await world.staff()
  const slow = await integrator(() => {})
  const quick = await integrator()
  const { id } = await endpointAt(slow.url)
  await endpointAt(quick.url)
  const stopping = new AbortController()
  await world.kit.jobs.work(webhookHandlers(world.kit, stopping.signal))
  for (let nth = 0; nth < 20; nth += 1) await happen()
  await vi.waitFor(() => expect(quick.received).toHaveLength(20), { timeout: 30_000 })
  expect(slow.received.length).toBeLessThanOrEqual(8)

  // Called off, it isn't done: the job is tried again.
  stopping.abort()
  const sends = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from pgboss.job where name = 'webhooks.send' and data ->> 'endpointId' = ${String(id)}
      order by created_on`.execute(world.kit.pool)
    return rows.map(({ state }) => state)
  }
  await vi.waitFor(async () => expect(await sends()).toContain('retry'), { timeout: 30_000 })
})

test('a failed attempt promises the next one for its time', async () => {
  const there = await integrator(500)
  const { id, path } = await endpointAt(there.url)
  await happen()
  await send()
  const [{ next_at }] = await messages(path)
  const { rows } = await sql<{ at: Date }>`
    select start_after as at from pgboss.job where name = 'webhooks.send' and data ->> 'endpointId' = ${String(id)}
    order by start_after desc`.execute(world.kit.pool)
  expect(rows[0]!.at.toISOString()).toBe(next_at)
})

const countJobs = async () => {
  const { rows } = await sql`select id from pgboss.job where name = 'webhooks.spread'`.execute(world.kit.pool)
  return rows.length
}

test('a site that no one listens to has no job', async () => {
  const before = await countJobs()
  await happen()
  expect(await countJobs()).toBe(before)
  await endpointAt((await integrator()).url)
  await happen()
  expect(await countJobs()).toBe(before + 1)
})

test('cards that move promise a job as well, in the transaction that moves them', async () => {
  const steps = deliverySteps(world)
  const { id: orderId } = await steps.approved('digital')
  const ids = (await steps.deliveries(orderId)).map(({ id }) => id)
  await endpointAt((await integrator()).url, ['delivery.cancelled'])
  const cancel = (db: Db) =>
    moveDeliveries(db, staff.siteId, {
      ...{ ids, type: 'digital', from: 'queued', to: 'cancelled' },
      ...{ actor: 'system', at: world.kit.now() },
    })
  const before = await countJobs()

  const failing = inSite(world.kit.pool, staff.siteId, async (db) => {
    expect(await cancel(db)).toHaveLength(2)
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await countJobs()).toBe(before)
  await inSite(world.kit.pool, staff.siteId, cancel)
  expect(await countJobs()).toBe(before + 1)
})

test('what a killed worker had taken is sent again by the next, under the same id', async () => {
  const there = await integrator()
  const { path } = await endpointAt(there.url)
  await happen()
  const dying = { ...world.kit, post: { ...world.kit.post, send: () => Promise.reject(new Error('killed')) } }
  await expect(sendAllDue(dying, staff.siteId)).rejects.toThrow('killed')
  await send()
  expect(there.received).toHaveLength(0)
  await later(61_000)
  await send()
  expect(there.received).toHaveLength(1)
  expect(await messages(path)).toMatchObject([{ status: 'delivered', event_id: there.ids()[0] }])
})

test('an event sent again while it is under way is sent once more, whatever became of the first', async () => {
  const there = await integrator()
  const { path } = await endpointAt(there.url)
  await happen()
  const between = {
    ...world.kit,
    post: {
      ...world.kit.post,
      send: async (...asked: Parameters<typeof world.kit.post.send>) => {
        const sent = await world.kit.post.send(...asked)
        if (there.received.length === 1) {
          const [{ id }] = await messages(path)
          await staff.call('POST', `${path}messages/${id}/send_again/`)
        }
        return sent
      },
    },
  }
  await sendAllDue(between, staff.siteId)
  expect(there.received).toHaveLength(2)
  expect(await messages(path)).toMatchObject([{ status: 'delivered', attempt_count: 2 }])
})

test('staff send one again, and everything since a time, each under the id it had', async () => {
  const there = await integrator()
  await setClock(new Date('2029-03-01T10:00:00Z'))
  const { path } = await endpointAt(there.url)
  await happen('order.approved')
  await later(60_000)
  const since = world.kit.now().toISOString()
  await happen('order.declined')
  await happen('order.paid')
  await send()
  const ids = there.ids()
  const [, first] = await messages(path)
  expect((await staff.call('POST', `${path}messages/${first.id}/send_again/`)).body.status).toBe('waiting')
  await send()
  expect(there.ids()).toEqual([...ids, ids[0]])

  const { body } = await staff.call('POST', `${path}replay/`, { since })
  expect(body).toEqual({ event_count: 1 })
  await send()
  expect(there.ids()).toEqual([...ids, ids[0], ids[1]])
  const future = await staff.call('POST', `${path}replay/`, { since: '2099-01-01T00:00:00Z' })
  expect(future.body.errors[0].field).toBe('since')
})

test('a test event goes to this endpoint alone', async () => {
  const there = await integrator()
  const other = await integrator()
  const { path, secret, version } = await endpointAt(there.url)
  await endpointAt(other.url)
  const { body } = await staff.call('POST', `${path}test/`)
  expect(body).toMatchObject({ type: 'webhook.test', status: 'waiting' })
  await send()
  const [got] = there.received as [Received]
  expect(new Webhook(secret).verify(got.body, got.headers)).toMatchObject({ type: 'webhook.test' })
  expect(other.received).toHaveLength(0)

  await staff.call('PATCH', path, { seen_version: version, enabled: 'false' })
  expect((await staff.call('POST', `${path}test/`)).body.code).toBe('webhook_is_off')
  expect((await staff.call('POST', `${path}replay/`, { since: '2026-01-01T00:00:00Z' })).body.code).toBe(
    'webhook_is_off',
  )
})

test('an endpoint of one site does not exist on another, nor for who may not edit the site', async () => {
  const there = await integrator()
  const { path, version, id } = await endpointAt(there.url)
  await staff.call('POST', `${path}test/`)
  const [message] = await messages(path)
  const stranger = await world.staff('owner', 'acorn')
  const support = await world.staff('support')
  const calls = [
    ['GET', path],
    ['PATCH', path, { seen_version: version, description: 'mine' }],
    ['DELETE', path],
    ['POST', `${path}rotate_secret/`, { seen_version: version }],
    ['POST', `${path}test/`],
    ['POST', `${path}replay/`, { since: '2026-01-01T00:00:00Z' }],
    ['GET', `${path}messages/`],
    ['POST', `${path}messages/${message.id}/send_again/`],
  ] as const
  for (const [method, url, form] of calls) {
    expect([url, (await stranger.call(method, url, form)).body.code]).toEqual([url, 'not_found'])
    expect([url, (await support.call(method, url, form)).body.code]).toEqual([url, 'not_allowed'])
  }
  // Nor is a message found under an endpoint it does not belong to.
  const second = await endpointAt(there.url)
  const crossed = await staff.call('POST', `${second.path}messages/${message.id}/send_again/`)
  expect(crossed.body.code).toBe('not_found')
  expect((await stranger.call('GET', BASE)).body).toEqual([])
  expect((await read(path)).id).toBe(id)
  await happen('order.approved', stranger.siteId)
  await send()
  await sendAllDue(world.kit, stranger.siteId)
  expect(there.types()).toEqual(['webhook.test'])
})

async function program(...scopes: string[]) {
  const form = { name: 'ERP', scopes: JSON.stringify(scopes) }
  const { body } = await staff.call('POST', '/api/v1/office/api_credentials/', form)
  const basic = Buffer.from(`${body.credential.username}:${body.secret}`).toString('base64')
  return (path: string, host = 'localhost') =>
    world.visit(host)('GET', path, undefined, { authorization: `Basic ${basic}` })
}

test('a program with the scope reads the log on and on, and from any point again', async () => {
  const call = await program('events.read')
  const start = (await call('/api/v1/events/?limit=500')).body.next
  for (const type of ['order.approved', 'order.declined', 'order.paid'] as const) await happen(type)
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

test('without the scope, or on another site, a program reads nothing', async () => {
  expect((await (await program('orders.read'))('/api/v1/events/')).body.code).toBe('not_allowed')
  const call = await program('events.read')
  expect((await call('/api/v1/events/', 'acorn.localhost')).body.code).toBe('sign_in_required')
  expect((await call(BASE)).body.code).toBe('not_allowed')
})

test('the log is read in the order of transactions, and not beyond the first that is still open', async () => {
  const call = await program('events.read')
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
    const event = { site_id: staff.siteId, type, data: '{}', at: new Date(), tx: String(tx) }
    await world.kit.pool.insertInto('site_events').values(event).execute()
  }
  await allShown()
  const { body } = await call(`/api/v1/events/?after=${start}`)
  expect(body.events.map((one: { type: string }) => one.type)).toEqual(['order.approved', 'order.declined'])
  await world.kit.pool
    .deleteFrom('site_events')
    .where('tx', '=', String(base + 1_000_000))
    .execute()
})

onPostgres('an event that commits late is skipped by no reader, and by no endpoint', async () => {
  const there = await integrator()
  await endpointAt(there.url)
  const call = await program('events.read')
  const start = (await call('/api/v1/events/?limit=500')).body.next
  const open = Promise.withResolvers<void>()
  const wrote = Promise.withResolvers<void>()
  const slow = inSite(world.kit.pool, staff.siteId, async (db) => {
    await announce(db, staff.siteId, [{ type: 'order.declined', data: { order_id: 1 }, at: new Date() }])
    wrote.resolve()
    await open.promise
  })
  await wrote.promise
  await write('order.approved')
  const before = (await call(`/api/v1/events/?after=${start}`)).body
  expect(before.events).toEqual([])
  await sendAllDue(world.kit, staff.siteId)
  expect(there.received).toHaveLength(0)

  open.resolve()
  await slow
  await allShown()
  const after = (await call(`/api/v1/events/?after=${before.next}`)).body
  expect(after.events.map((one: { type: string }) => one.type)).toEqual(['order.declined', 'order.approved'])
  await send()
  expect(there.types().toSorted()).toEqual(['order.approved', 'order.declined'])
})

test('a log restored from another database is read on, and what happens after comes after', async () => {
  const there = await integrator()
  const { id } = await endpointAt(there.url)
  await happen('order.approved')
  await send()
  await happen('order.declined')
  // The other database had counted on: its numbers are far ahead of this one's.
  const ahead = sql`(tx::text::bigint + 1000000000)::text::xid8`
  await sql`update site_events set tx = ${ahead}`.execute(world.kit.pool)
  await sql`update webhook_endpoints set read_tx = (read_tx::text::bigint + 1000000000)::text::xid8
    where id = ${id}`.execute(world.kit.pool)
  await send()
  expect(there.types()).toEqual(['order.approved'])

  await settleRestoredLog(world.kit.pool)
  await happen('order.approved')
  await send()
  expect(there.types()).toEqual(['order.approved', 'order.declined', 'order.approved'])
  const call = await program('events.read')
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

test('an order tells its way: placed and paid, then approved', async () => {
  const there = await integrator()
  await endpointAt(there.url, ['order.placed', 'order.paid', 'order.approved'])
  const steps = customerSteps(await world.signIn())
  const id = await steps.fillCart('bulk')
  await steps.pay(id)
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted)])
  await steps.verify(id)
  const order = await steps.order(id)
  if (order.status === 'in_review') {
    await staff.call('POST', `/api/v1/office/orders/${id}/approve/`, { seen_status: 'in_review', note: '' })
  }
  await send()
  const told = there.received.map(({ body }) => JSON.parse(body))
  expect(told.map(({ type }) => type).toSorted()).toEqual(['order.approved', 'order.paid', 'order.placed'])
  for (const { data } of told) {
    expect(data).toMatchObject({ order_id: id, number: order.number, total_cents: order.total_cents })
  }
})

test('what was sent long ago is forgotten; the log is not', async () => {
  const there = await integrator()
  const { path } = await endpointAt(there.url)
  await happen()
  await send()
  const count = () => sql<{ n: number }>`select count(*)::int as n from site_events`.execute(world.kit.pool)
  const before = (await count()).rows
  await later(31 * 24 * 3_600_000)
  await forgetMessages(world.kit)
  expect(await messages(path)).toEqual([])
  expect((await count()).rows).toEqual(before)
})

test('an endpoint that is removed leaves nothing behind but the log and the trail', async () => {
  const there = await integrator()
  const { path, id } = await endpointAt(there.url)
  await happen()
  await send()
  expect((await staff.call('DELETE', path)).status).toBe(204)
  expect((await staff.call('GET', path)).status).toBe(404)
  const left = await world.kit.pool.selectFrom('webhook_attempts').select('id').execute()
  expect(left).toEqual([])
  const trail = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'facts'])
    .where('subject', '=', `webhook:${id}`)
    .orderBy('id')
    .execute()
  expect(trail.map(({ event }) => event)).toEqual(['webhook.created', 'webhook.removed'])
  expect(JSON.stringify(trail)).not.toContain('/laurel')
})
