import { FAILING_FOR_MS } from '@laurel/domain/webhook-retries'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { forgetMessages } from '../../testing/sweeps.ts'
import { integrator, type Received, webhookSteps } from '../../testing/webhook-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { webhookOffHandler } from '../mail/webhook-off.jobs.ts'
import { sendAllDue, webhookHandlers } from './webhooks.jobs.ts'

let world: World
let steps: Awaited<ReturnType<typeof webhookSteps>>
beforeAll(async () => {
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  steps = await webhookSteps(world)
})
afterEach(() => steps.reset())
afterAll(() => world.close())

test('sends subscribed events with a signature that verifies', async () => {
  const there = await integrator()
  const { secret, path } = await steps.endpointAt(there.url)
  await steps.happen('order.approved')
  await steps.happen('order.paid')
  await steps.send()
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

  const [message] = await steps.messages(path)
  expect(message).toMatchObject({
    status: 'delivered',
    event_id: headers['webhook-id'],
    body,
    attempt_count: 1,
  })
  expect(message.attempts).toMatchObject([{ status: 204, problem: '' }])
  expect((await steps.read(path)).delivered_at).not.toBeNull()
})

test('retries a failed message under the same ID, first after seconds, then less and less often', async () => {
  const there = await integrator(500)
  await steps.setClock(new Date('2027-03-01T10:00:00Z'))
  const { path } = await steps.endpointAt(there.url)
  await steps.happen()
  await steps.send()
  await steps.later(4_000)
  await steps.send()
  expect(there.received).toHaveLength(1)
  await steps.later(2_000)
  await steps.send()
  expect(there.received).toHaveLength(2)
  for (let tries = 0; tries < 9; tries += 1) {
    await steps.later(27 * 3_600_000)
    await steps.send()
  }
  expect(there.received.length).toBeGreaterThanOrEqual(6)
  expect(new Set(there.ids()).size).toBe(1)
  const [message] = await steps.messages(path)
  expect(message.attempts[0]).toMatchObject({ status: 500, answer: 'so it goes' })
})

test('fails a message after ten attempts and still sends the next one', async () => {
  const there = await integrator(503)
  await steps.setClock(new Date('2027-03-01T10:00:00Z'))
  const { path } = await steps.endpointAt(there.url)
  await steps.happen()
  for (const hours of [0, 0.01, 0.2, 1, 3, 6, 12, 16, 23, 27]) {
    await steps.later(hours * 3_600_000)
    await steps.send()
  }
  expect(there.received).toHaveLength(10)
  expect(await steps.messages(path)).toMatchObject([{ status: 'failed', attempt_count: 10, next_at: null }])
  expect(await steps.read(path)).toMatchObject({ enabled: true, failed_count: 1, waiting_count: 0 })
  await steps.later(60_000)
  there.become(200)
  await steps.happen()
  await steps.send()
  expect((await steps.read(path)).failing_since).toBeNull()
})

/** Sends the enqueued mails to staff about disabled endpoints, and returns them. */
async function mailsAboutOff() {
  const { rows } = await sql<{ data: never }>`
    delete from pgboss.job where name = 'mail.webhook-off' returning data`.execute(world.kit.pool)
  const sent: Array<{ to: string; subject: string; text: string }> = []
  const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail), close: async () => {} }
  for (const { data } of rows) await webhookOffHandler(world.kit, mailer).run(data)
  return sent
}

test('turns off an endpoint that answers 410 at once and notifies staff', async () => {
  const there = await integrator(410)
  const { path } = await steps.endpointAt(there.url)
  await world.staff('viewer')
  await steps.happen()
  await steps.send()
  expect(await steps.read(path)).toMatchObject({ enabled: false, off_reason: 'gone' })
  const mails = await mailsAboutOff()
  const owners = await world.kit.pool
    .selectFrom('staff_accounts')
    .select('email')
    .where('site_id', '=', steps.staff.siteId)
    .where('role', '=', 'owner')
    .execute()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(owners.map(({ email }) => email).toSorted())
  expect(mails[0]!.subject).toMatch(/^Webhooks to 127\.0\.0\.1:\d+ are turned off$/)
  expect(mails[0]!.text).toContain(`/office/webhooks/`)

  await steps.happen()
  await steps.send()
  expect(there.received).toHaveLength(1)
})

test('turns off an endpoint that fails for five days, and resumes where it stopped once it is on again', async () => {
  const there = await integrator(500)
  await steps.setClock(new Date('2027-03-01T10:00:00Z'))
  const { path } = await steps.endpointAt(there.url)
  const began = world.kit.now().getTime()
  while (world.kit.now().getTime() - began < FAILING_FOR_MS) {
    expect((await steps.read(path)).enabled).toBe(true)
    await steps.happen()
    await steps.send()
    await steps.later(20 * 3_600_000)
  }
  await steps.send()
  const off = await steps.read(path)
  expect(off).toMatchObject({ enabled: false, off_reason: 'failing' })
  expect((await mailsAboutOff()).length).toBeGreaterThan(0)

  there.become(200)
  there.received.length = 0
  await steps.happen('order.declined')
  await steps.send()
  expect(there.received).toHaveLength(0)
  const on = await steps.staff.call('PATCH', path, { seen_version: off.version, enabled: 'true' })
  expect(on.body).toMatchObject({ enabled: true, off_reason: '', failing_since: null })
  await steps.later(30 * 3_600_000)
  await steps.send()
  expect(there.types()).toContain('order.declined')
  expect(there.types().length).toBeGreaterThan(1)
})

test('skips missed events if staff turn an endpoint on from now', async () => {
  const there = await integrator()
  const { path, version } = await steps.endpointAt(there.url)
  await steps.staff.call('PATCH', path, { seen_version: version, enabled: 'false' })
  await steps.happen()
  const { version: seen_version } = await steps.read(path)
  await steps.staff.call('PATCH', path, { seen_version, enabled: 'true', skip_missed: 'true' })
  await steps.happen('order.declined')
  await steps.send()
  expect(there.types()).toEqual(['order.declined'])
})

test('sends events by jobs, and a slow endpoint delays no other', async () => {
  const world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  onTestFinished(world.close)
  const steps = await webhookSteps(world)
  const slow = await integrator(() => {})
  const quick = await integrator()
  const { id } = await steps.endpointAt(slow.url)
  await steps.endpointAt(quick.url)
  const stopping = new AbortController()
  await world.kit.jobs.work(webhookHandlers(world.kit, stopping.signal))
  for (let nth = 0; nth < 20; nth += 1) await steps.happen()
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

test('enqueues the next attempt for its time after a failed one', async () => {
  const there = await integrator(500)
  const { id, path } = await steps.endpointAt(there.url)
  await steps.happen()
  await steps.send()
  const [{ next_at }] = await steps.messages(path)
  const { rows } = await sql<{ at: Date }>`
    select start_after as at from pgboss.job where name = 'webhooks.send' and data ->> 'endpointId' = ${String(id)}
    order by start_after desc`.execute(world.kit.pool)
  expect(rows[0]!.at.toISOString()).toBe(next_at)
})

test('sends a killed worker’s messages again under the same ID', async () => {
  const there = await integrator()
  const { path } = await steps.endpointAt(there.url)
  await steps.happen()
  const dying = { ...world.kit, post: { ...world.kit.post, send: () => Promise.reject(new Error('killed')) } }
  await expect(sendAllDue(dying, steps.staff.siteId)).rejects.toThrow('killed')
  await steps.send()
  expect(there.received).toHaveLength(0)
  await steps.later(61_000)
  await steps.send()
  expect(there.received).toHaveLength(1)
  expect(await steps.messages(path)).toMatchObject([{ status: 'delivered', event_id: there.ids()[0] }])
})

test('sends an event once more if staff resend it while it is being sent', async () => {
  const there = await integrator()
  const { path } = await steps.endpointAt(there.url)
  await steps.happen()
  const between = {
    ...world.kit,
    post: {
      ...world.kit.post,
      send: async (...asked: Parameters<typeof world.kit.post.send>) => {
        const sent = await world.kit.post.send(...asked)
        if (there.received.length === 1) {
          const [{ id }] = await steps.messages(path)
          await steps.staff.call('POST', `${path}messages/${id}/send_again/`)
        }
        return sent
      },
    },
  }
  await sendAllDue(between, steps.staff.siteId)
  expect(there.received).toHaveLength(2)
  expect(await steps.messages(path)).toMatchObject([{ status: 'delivered', attempt_count: 2 }])
})

test('lets staff resend one message, or all since a time, under the same IDs', async () => {
  const there = await integrator()
  await steps.setClock(new Date('2029-03-01T10:00:00Z'))
  const { path } = await steps.endpointAt(there.url)
  await steps.happen('order.approved')
  await steps.later(60_000)
  const since = world.kit.now().toISOString()
  await steps.happen('order.declined')
  await steps.happen('order.paid')
  await steps.send()
  const ids = there.ids()
  const [, first] = await steps.messages(path)
  expect((await steps.staff.call('POST', `${path}messages/${first.id}/send_again/`)).body.status).toBe(
    'waiting',
  )
  await steps.send()
  expect(there.ids()).toEqual([...ids, ids[0]])

  const { body } = await steps.staff.call('POST', `${path}replay/`, { since })
  expect(body).toEqual({ event_count: 1 })
  await steps.send()
  expect(there.ids()).toEqual([...ids, ids[0], ids[1]])
  const future = await steps.staff.call('POST', `${path}replay/`, { since: '2099-01-01T00:00:00Z' })
  expect(future.body.errors[0].field).toBe('since')
})

test('deletes old messages but not the log', async () => {
  const there = await integrator()
  const { path } = await steps.endpointAt(there.url)
  await steps.happen()
  await steps.send()
  const count = () => sql<{ n: number }>`select count(*)::int as n from site_events`.execute(world.kit.pool)
  const before = (await count()).rows
  await steps.later(31 * 24 * 3_600_000)
  await forgetMessages(world.kit)
  expect(await steps.messages(path)).toEqual([])
  expect((await count()).rows).toEqual(before)
})
