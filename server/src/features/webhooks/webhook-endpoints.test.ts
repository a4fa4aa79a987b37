import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { integrator, type Received, WEBHOOKS, webhookSteps } from '../../testing/webhook-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { makeGuardedRequests } from './guarded-requests.ts'
import { makeWebhookPost } from './webhook-post.ts'
import { sendAllDue } from './webhooks.jobs.ts'

let world: World
let steps: Awaited<ReturnType<typeof webhookSteps>>
beforeAll(async () => {
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  steps = await webhookSteps(world)
})
afterEach(() => steps.reset())
afterAll(() => world.close())

test('shows an endpoint’s secret once and stores it sealed', async () => {
  const { url } = await integrator()
  const { secret, path, id } = await steps.endpointAt(url)
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
  expect(JSON.stringify([await steps.read(path), await steps.read(WEBHOOKS)])).not.toContain(secret)
  const row = await world.kit.pool
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(secret.slice(6))
})

test.each([
  ['http://example.com/', 'must start with https'],
  ['ftp://example.com/', 'must start with https'],
  ['javascript:alert(1)', 'must start with https'],
  ['example.com', 'full URL'],
  ['https://a:b@example.com/', 'user name and password'],
  ['http://127.0.0.1/\r\nx-injected: 1', 'full URL'],
  ['http://127.0.0.1/ HTTP/1.1', 'full URL'],
  ['https:\\\\example.com', 'full URL'],
])('rejects the address %j', async (url, message) => {
  const form = { url, event_types: '["order.approved"]' }
  const { status, body } = await steps.staff.call('POST', WEBHOOKS, form)
  expect([status, body.errors[0].field]).toEqual([400, 'url'])
  expect(body.errors[0].message).toContain(message)
})

test('rejects an address that resolves to a private network when it is entered', async () => {
  const problemWith = vi.spyOn(world.kit.post, 'problemWith')
  onTestFinished(() => problemWith.mockRestore())
  problemWith.mockImplementation(
    makeWebhookPost(
      makeGuardedRequests({
        toPrivateHosts: false,
        resolveHost: async () => [{ address: '10.1.2.3', family: 4 }],
      }),
    ).problemWith,
  )
  const form = { url: 'https://intranet.example/', event_types: '["order.approved"]' }
  const { body } = await steps.staff.call('POST', WEBHOOKS, form)
  expect(body.errors).toEqual([
    { field: 'url', code: 'invalid', message: 'This address is in a private network.' },
  ])
})

test('rejects a subscription to no event or to an unknown one', async () => {
  const { url } = await integrator()
  for (const types of [[], ['order.exploded'], ['webhook.test']]) {
    const { status } = await steps.staff.call('POST', WEBHOOKS, { url, event_types: JSON.stringify(types) })
    expect(status).toBe(400)
  }
})

test('signs with the new and the previous secret for a day', async () => {
  const there = await integrator()
  const { path, secret, version } = await steps.endpointAt(there.url)
  const rotated = await steps.staff.call('POST', `${path}rotate_secret/`, { seen_version: version })
  expect(rotated.body.secret).not.toBe(secret)
  await steps.happen()
  await steps.send()
  const first = there.received[0]!
  for (const one of [secret, rotated.body.secret]) new Webhook(one).verify(first.body, first.headers)

  await steps.later(24 * 3_600_000)
  await steps.happen()
  await steps.send()
  expect(there.received[1]!.headers['webhook-signature']).not.toContain(' ')

  const stale = await steps.staff.call('POST', `${path}rotate_secret/`, { seen_version: version })
  expect([stale.status, stale.body.code]).toEqual([409, 'changed'])
})

test('sends a test event to its endpoint only', async () => {
  const there = await integrator()
  const other = await integrator()
  const { path, secret, version } = await steps.endpointAt(there.url)
  await steps.endpointAt(other.url)
  const { body } = await steps.staff.call('POST', `${path}test/`)
  expect(body).toMatchObject({ type: 'webhook.test', status: 'waiting' })
  await steps.send()
  const [got] = there.received as [Received]
  expect(new Webhook(secret).verify(got.body, got.headers)).toMatchObject({ type: 'webhook.test' })
  expect(other.received).toHaveLength(0)

  await steps.staff.call('PATCH', path, { seen_version: version, enabled: 'false' })
  expect((await steps.staff.call('POST', `${path}test/`)).body.code).toBe('webhook_is_off')
  expect(
    (await steps.staff.call('POST', `${path}replay/`, { since: '2026-01-01T00:00:00Z' })).body.code,
  ).toBe('webhook_is_off')
})

test('hides an endpoint from other sites and from staff who can’t edit the site', async () => {
  const there = await integrator()
  const { path, version, id } = await steps.endpointAt(there.url)
  await steps.staff.call('POST', `${path}test/`)
  const [message] = await steps.messages(path)
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
  const second = await steps.endpointAt(there.url)
  const crossed = await steps.staff.call('POST', `${second.path}messages/${message.id}/send_again/`)
  expect(crossed.body.code).toBe('not_found')
  expect((await stranger.call('GET', WEBHOOKS)).body).toEqual([])
  expect((await steps.read(path)).id).toBe(id)
  await steps.happen('order.approved', stranger.siteId)
  await steps.send()
  await sendAllDue(world.kit, stranger.siteId)
  expect(there.types()).toEqual(['webhook.test'])
})

test('keeps only the log and the audit entries of a removed endpoint', async () => {
  const there = await integrator()
  const { path, id } = await steps.endpointAt(there.url)
  await steps.happen()
  await steps.send()
  expect((await steps.staff.call('DELETE', path)).status).toBe(204)
  expect((await steps.staff.call('GET', path)).status).toBe(404)
  const left = await world.kit.pool.selectFrom('webhook_attempts').select('id').execute()
  expect(left).toEqual([])
  const entries = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'facts'])
    .where('subject', '=', `webhook:${id}`)
    .orderBy('id')
    .execute()
  expect(entries.map(({ event }) => event)).toEqual(['webhook.created', 'webhook.removed'])
  expect(JSON.stringify(entries)).not.toContain('/laurel')
})
