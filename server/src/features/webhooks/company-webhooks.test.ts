import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { keySteps, PLACE, person } from '../../testing/key-world.ts'
import { integrator, webhookSteps } from '../../testing/webhook-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { takeOut } from '../companies/companies.repo.ts'
import { webhookOffHandler } from '../mail/webhook-off.jobs.ts'

const HOOKS = '/api/v1/company/webhooks/'
const MIN = 60_000

let world: World
let steps: Awaited<ReturnType<typeof webhookSteps>>
let people: ReturnType<typeof companySteps>
let programs: ReturnType<typeof keySteps>
beforeAll(async () => {
  world = await makeWorld({ WEBHOOKS_TO_PRIVATE_HOSTS: '1' })
  steps = await webhookSteps(world)
  people = companySteps(world)
  programs = keySteps(world)
})
afterEach(() => steps.reset())
afterAll(() => world.close())

const ALL = ['order.placed', 'order.paid', 'balance.changed', 'budget.changed', 'company.person_joined']

async function endpoint(admin: Person, url: string, event_types: readonly string[] = ALL) {
  const { status, body } = await admin.call('POST', HOOKS, { url, event_types })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...body.endpoint, secret: body.secret as string, path: `${HOOKS}${body.endpoint.id}/` }
}

async function companyIdOf(admin: Person): Promise<number> {
  return (await admin.call('GET', '/api/v1/companies/')).body[0].id
}

test('a company gets its own events alone, signed, with what its program calls the order', async () => {
  const [admin, stranger] = [await people.person(), await people.person()]
  const [here, there, office] = [await integrator(), await integrator(), await integrator()]
  const own = await endpoint(admin, here.url)
  await endpoint(stranger, there.url)
  await steps.endpointAt(office.url, ['order.placed'])
  await programs.topUp(admin, 100_000)
  const key = await programs.key(admin)
  const order = await programs.order(admin, [person(1)])
  const { body: placed } = await key.call('POST', PLACE, { ...order, external_id: 'HR-1' })
  await steps.send()

  const verified = here.received.map(({ body, headers }) => new Webhook(own.secret).verify(body, headers))
  expect(verified).toMatchObject([
    { type: 'balance.changed', data: { order_id: placed.id, external_id: 'HR-1' } },
    {
      type: 'order.placed',
      data: { order_id: placed.id, external_id: 'HR-1', company_id: expect.any(Number) },
    },
    { type: 'order.paid', data: { order_id: placed.id, external_id: 'HR-1' } },
  ])
  expect(there.types()).toEqual([])
  expect(office.types()).toEqual(['order.placed'])
  // The site's message is as it was written.
  expect(JSON.parse(office.received[0]!.body).data).toEqual((verified[1] as { data: object }).data)
  // What its people are told is what was sent.
  const { results } = (await admin.call('GET', `${own.path}messages/`)).body
  expect(results.map(({ body }: { body: string }) => body).sort()).toEqual(
    here.received.map(({ body }) => body).sort(),
  )
})

test('of a refund, a company gets no number of the office', async () => {
  const admin = await people.person()
  const here = await integrator()
  await endpoint(admin, here.url, ['refund.done', 'order.declined'])
  await programs.topUp(admin, 100_000)
  const key = await programs.key(admin)
  const order = await programs.order(admin, [person(1)])
  const { body: placed } = await key.call('POST', PLACE, { ...order, external_id: 'HR-2' })
  await key.call('POST', `/api/v1/orders/${placed.id}/cancel/`)
  await steps.send()
  const told = here.received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'refund.done')
  expect(told.data).toEqual({
    order_id: placed.id,
    number: placed.number,
    amount_cents: placed.total_cents,
    refund_state: 'full',
    external_id: 'HR-2',
  })
})

test('only those who may manage keys of the company see its endpoints', async () => {
  const admin = await people.person()
  const buyer = await people.colleague(admin, 'buyer')
  const stranger = await people.person()
  const key = await programs.key(admin)
  const own = await endpoint(admin, (await integrator()).url)
  const office = await steps.endpointAt((await integrator()).url)
  const { body: message } = await admin.call('POST', `${own.path}test/`)
  const calls = [
    ['GET', own.path],
    ['PATCH', own.path, { seen_version: own.version, description: 'mine' }],
    ['DELETE', own.path],
    ['POST', `${own.path}rotate_secret/`, { seen_version: own.version }],
    ['POST', `${own.path}test/`],
    ['POST', `${own.path}replay/`, { since: '2026-01-01T00:00:00Z' }],
    ['GET', `${own.path}messages/`],
    ['POST', `${own.path}messages/${message.id}/send_again/`],
  ] as const
  for (const [method, url, form] of calls) {
    expect([url, (await buyer.call(method, url, form)).status]).toEqual([url, 403])
    expect([url, (await stranger.call(method, url, form)).status]).toEqual([url, 404])
    expect([url, (await key.call(method, url, form)).status]).toEqual([url, 404])
    // Nor do a company and the site see each other's.
    const crossed = url.replace(HOOKS, '/api/v1/office/webhooks/')
    expect([crossed, (await steps.staff.call(method, crossed, form)).status]).toEqual([crossed, 404])
  }
  expect((await admin.call('GET', `${HOOKS}${office.id}/`)).status).toBe(404)
  expect((await steps.read('/api/v1/office/webhooks/')).map(({ id }: { id: number }) => id)).toEqual([
    office.id,
  ])
  expect((await stranger.call('GET', HOOKS)).body).toEqual([])
  const { body } = await admin.call('GET', HOOKS)
  expect(body).toMatchObject([{ id: own.id, enabled: true }])
  expect(JSON.stringify(body)).not.toMatch(/whsec_|created_by/)
})

test('up to five endpoints, no event of the site, and no address in a private network', async () => {
  const admin = await people.person()
  const { url } = await integrator()
  const refused = await admin.call('POST', HOOKS, { url, event_types: ['company.created'] })
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'event_types.0'])
  const inside = await admin.call('POST', HOOKS, { url: 'ftp://example.com/', event_types: ALL })
  expect([inside.status, inside.body.errors[0].field]).toEqual([400, 'url'])
  for (let nth = 0; nth < 5; nth++) await endpoint(admin, url)
  const sixth = await admin.call('POST', HOOKS, { url, event_types: ALL })
  expect([sixth.status, sixth.body.code]).toEqual([409, 'limit_exceeded'])
})

test('an endpoint is changed, tested, replayed, and removed, and the activity says who did', async () => {
  const admin = await people.person()
  const here = await integrator()
  const own = await endpoint(admin, here.url, ['budget.changed'])
  await admin.call('POST', '/api/v1/company/budgets/', { name: 'Gifts', amount_cents: 500, period: 'year' })
  await steps.send()
  const [budget] = here.ids()
  await admin.call('POST', `${own.path}test/`)
  const since = new Date(Date.now() - MIN).toISOString()
  expect((await admin.call('POST', `${own.path}replay/`, { since })).body).toEqual({ event_count: 1 })
  await steps.send()
  expect(here.ids().filter((id) => id === budget)).toHaveLength(2)
  expect(here.types()).toContain('webhook.test')
  await admin.call('PATCH', own.path, { seen_version: own.version, enabled: false })
  await admin.call('DELETE', own.path)
  const { results } = (await admin.call('GET', '/api/v1/company/activity/?kind=settings')).body
  const host = new URL(here.url).host
  expect(results.slice(0, 4).map(({ does }: { does: string }) => does)).toEqual([
    `removed the webhook to ${host}`,
    `turned off the webhook to ${host}`,
    `replayed events to the webhook to ${host}`,
    `added the webhook to ${host}`,
  ])
})

test('a person who was removed can’t change it, and it keeps working without them', async () => {
  const admin = await people.person()
  const other = await people.colleague(admin, 'admin')
  const here = await integrator()
  const own = await endpoint(other, here.url, ['company.person_removed'])
  await admin.call('DELETE', `/api/v1/company/people/${other.id}/`)
  const late = await other.call('PATCH', own.path, { seen_version: own.version, enabled: false })
  expect([403, 404]).toContain(late.status)
  await steps.send()
  expect(here.types()).toEqual(['company.person_removed'])
})

test('without anyone left in the company, its endpoints end', async () => {
  const admin = await people.person()
  await endpoint(admin, (await integrator()).url)
  const { siteId } = await world.staff()
  const companyId = await companyIdOf(admin)
  await inSite(world.kit.pool, siteId, (db) =>
    takeOut(db, siteId, companyId, { customerId: admin.id, heirId: undefined }),
  )
  const left = await world.kit.pool
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('company_id', '=', companyId)
    .execute()
  expect(left).toEqual([])
})

test('after a merge, an endpoint gets the events of the company that has it now, from then on', async () => {
  const [admin, kept] = [await people.person(), await people.person()]
  const here = await integrator()
  const [from, into] = [await companyIdOf(admin), await companyIdOf(kept)]
  const own = await endpoint(admin, here.url, ['budget.changed'])
  const budget = (name: string) =>
    kept.call('POST', '/api/v1/company/budgets/', { name, amount_cents: 500, period: 'year' })
  await budget('Before')
  await steps.send()
  const merging = `/api/v1/office/companies/${from}/merge`
  const finance = await world.staff('owner')
  const { version } = (await finance.call('GET', `${merging}/?into=${into}`)).body
  expect((await finance.call('POST', `${merging}/`, { into, version })).status).toBe(200)
  await budget('After')
  await steps.send()
  expect(here.received.map(({ body }) => JSON.parse(body).data.company_id)).toEqual([into])
  expect((await kept.call('GET', own.path)).status).toBe(200)
})

test('one that is gone is turned off, and those who manage it get a mail', async () => {
  const admin = await people.person()
  await people.colleague(admin, 'buyer')
  const own = await endpoint(admin, (await integrator(410)).url)
  await admin.call('POST', `${own.path}test/`)
  await steps.send()
  expect((await admin.call('GET', own.path)).body).toMatchObject({ enabled: false, off_reason: 'gone' })
  const { rows } = await sql<{ data: never }>`
    delete from pgboss.job where name = 'mail.webhook-off' returning data`.execute(world.kit.pool)
  const sent: { to: string; text: string }[] = []
  const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail), close: async () => {} }
  for (const { data } of rows) await webhookOffHandler(world.kit, mailer).run(data)
  expect(sent.map(({ to }) => to)).toEqual([admin.email])
  expect(sent[0]!.text).toContain(`/company/webhooks/${own.id}`)
  expect(sent[0]!.text).not.toContain('office')
})
