import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { findBrokenEntry, record } from '../audit/audit.service.ts'

const ACTIVITY = '/api/v1/company/activity/'
const EXPORT = `${ACTIVITY}export/`
const BUDGETS = '/api/v1/company/budgets/'

let world: World
let steps: ReturnType<typeof companySteps>
let admin: Person
beforeAll(async () => {
  world = await makeWorld()
  steps = companySteps(world)
}, 60_000)
beforeEach(async () => {
  admin = await steps.person()
})
afterAll(() => world.close())

type Line = { by: string; does: string; kind: string; person_id: number | null; order: { id: number } | null }
const read = async (one: SignedIn, query = '') => {
  const { status, body } = await one.call('GET', `${ACTIVITY}?${query}`)
  expect(status).toBe(200)
  return body as { results: (Line & { id: number; at: string })[]; older: string | null }
}
const doesOf = async (one: SignedIn, query = '') => (await read(one, query)).results.map(({ does }) => does)

async function placeOrder(one: SignedIn): Promise<{ id: number; number: string }> {
  const ordering = customerSteps(one)
  const id = await ordering.fillCart('digital')
  const paid = await ordering.pay(id, 'self_hosted_check')
  expect(paid.status).toBe(200)
  return { id, number: (await one.call('GET', `/api/v1/orders/${id}/`)).body.number }
}

const siteOf = () => world.kit.sites.readByHost('northwind.localhost')
const isWhole = async () => {
  const { id } = await siteOf()
  return (await inSite(world.kit.pool, id, (db) => findBrokenEntry(db, id))) === undefined
}

test('people, budgets, and settings read as sentences, newest first, and the chain stays whole', async () => {
  const buyer = await steps.colleague(admin)
  const budget = { name: 'Marketing', period: 'month', amount_cents: 400_000 }
  const { body } = await admin.call('POST', BUDGETS, budget)
  await admin.call('PATCH', `${BUDGETS}${body.id}/`, { amount_cents: 500_000 })
  await admin.call('PATCH', `/api/v1/company/people/${buyer.id}/`, { role: 'viewer' })
  await admin.call('PATCH', '/api/v1/company/', { name: 'Halden' })
  const { results } = await read(admin)
  expect(results.map(({ does }) => does)).toEqual([
    'renamed the company to “Halden”',
    'changed the role of Dana Whitlock from Buyer to Viewer',
    'raised the budget “Marketing” from $4,000.00 to $5,000.00',
    'added the budget “Marketing” of $4,000.00 a month',
    'joined the company as Buyer',
    `invited ${buyer.email} as Buyer`,
  ])
  expect(results.map(({ kind }) => kind)).toEqual([
    ...['settings', 'people', 'budgets', 'budgets', 'people', 'people'],
  ])
  expect(results[4]).toMatchObject({ person_id: buyer.id, by: 'Dana Whitlock', order: null })
  expect(await isWhole()).toBe(true)
})

test('the page and the export are in the reader’s language', async () => {
  await admin.call('POST', BUDGETS, { name: 'Marketing', period: 'month', amount_cents: 400_000 })
  await placeOrder(admin)
  const spanish = { 'accept-language': 'es' }
  const { body } = await admin.call('GET', ACTIVITY, undefined, spanish)
  const does = (body as { results: Line[] }).results.map((line) => line.does)
  expect(does).toContainEqual(expect.stringMatching(/^hizo el pedido \d+$/))
  expect(does).toContain('agregó el presupuesto “Marketing” de $4,000.00 al mes')
  const exported = String((await admin.call('GET', EXPORT, undefined, spanish)).body)
  expect(exported).toContain('Movimiento,Cuándo (America/Chicago),Quién,Qué,Tema,Pedido,Hash')
  expect(exported).toContain('agregó el presupuesto “Marketing”')
})

test('an order is shown with its number, and staff by the site’s name alone', async () => {
  const order = await placeOrder(admin)
  const owner = await world.staff('owner')
  const note = { text: 'Watch this one' }
  expect((await owner.call('POST', `/api/v1/office/orders/${order.id}/notes/`, note)).status).toBe(200)
  const declined = await owner.call('POST', `/api/v1/office/orders/${order.id}/decline/`, {
    seen_status: 'pending_payment',
    reason: 'Not possible',
  })
  expect(declined.status).toBe(200)

  const { results } = await read(admin)
  expect(results.map(({ by, does }) => [by, does])).toEqual([
    ['Northwind Rewards staff', `declined order ${order.number}`],
    ['Dana Whitlock', `placed order ${order.number}`],
  ])
  expect(results[0]).toMatchObject({ order: { id: order.id }, person_id: null })
  const exported = await admin.call('GET', EXPORT)
  expect(JSON.stringify(results) + exported.body).not.toMatch(/Robin|Watch|note/)
  expect(await isWhole()).toBe(true)
})

test('an entry that is taken from its company breaks the chain', async () => {
  await steps.colleague(admin)
  const [entry] = (await read(admin)).results
  const rows = () => world.kit.pool.updateTable('audit_entries').where('id', '=', entry!.id)
  const { company_id: companyId } = await world.kit.pool
    .selectFrom('audit_entries')
    .select('company_id')
    .where('id', '=', entry!.id)
    .executeTakeFirstOrThrow()
  for (const taken of [null, companyId! + 1]) {
    await rows().set({ company_id: taken }).execute()
    expect(await isWhole()).toBe(false)
  }
  await rows().set({ company_id: companyId }).execute()
  expect(await isWhole()).toBe(true)
})

test('filters by kind, person, and time, and turns pages', async () => {
  const buyer = await steps.colleague(admin)
  const { number } = await placeOrder(buyer)
  await admin.call('PATCH', '/api/v1/company/', { name: 'Halden' })
  expect(await doesOf(admin, 'kind=orders')).toEqual([`placed order ${number}`])
  expect(await doesOf(admin, `person=${buyer.id}`)).toEqual([
    `placed order ${number}`,
    'joined the company as Buyer',
  ])
  expect(await doesOf(admin, 'person=site')).toEqual([])
  const all = await read(admin)
  const [, second] = all.results
  expect(await doesOf(admin, `until=${second!.at}`)).toEqual(all.results.slice(2).map(({ does }) => does))

  const seen: string[] = []
  for (let query = 'page_size=1'; ; ) {
    const page = await read(admin, query)
    seen.push(...page.results.map(({ does }) => does))
    if (page.older === null) break
    query = `page_size=1&before=${page.older}`
  }
  expect(seen).toEqual(all.results.map(({ does }) => does))
  for (const query of ['before=nonsense', 'kind=notes', 'person=nobody', 'from=yesterday']) {
    expect((await admin.call('GET', `${ACTIVITY}?${query}`)).status, query).toBe(400)
  }
})

test('the export says what the page says, without formulas, and is itself activity', async () => {
  await admin.call('PATCH', '/api/v1/company/', { name: '=cmd()' })
  await admin.call('POST', '/api/v1/company/teams/', { name: 'West "1", and 2' })
  const { status, body, headers } = await admin.call('GET', EXPORT)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="?activity/)
  const { results } = await read(admin)
  expect(results[0]!.does).toBe('exported the activity')
  const cells = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = body.trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(results.length)
  for (const [nth, { id, by, does }] of results.entries()) {
    const said = /[",]/.test(does) ? cells(does) : does
    expect(lines[nth]).toMatch(new RegExp(`^${id},\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d,`))
    expect(lines[nth]).toContain(`,${by},${said},`)
  }
  const { body: settings } = await admin.call('GET', `${EXPORT}?kind=people`)
  expect(settings).toContain('added the team')
  expect(settings).not.toContain('renamed')
})

describe('who sees it', () => {
  test.each([
    ['finance', 200],
    ['buyer', 403],
    ['approver', 403],
    ['viewer', 403],
  ])('%s gets %i', async (role, status) => {
    const one = await steps.colleague(admin, role)
    expect((await one.call('GET', ACTIVITY)).status).toBe(status)
    expect((await one.call('GET', EXPORT)).status).toBe(status)
  })

  test('another company sees nothing of it, on this site and on others', async () => {
    await placeOrder(admin)
    for (const other of [await steps.person(), await steps.person('acorn')]) {
      expect(await doesOf(other)).toEqual([])
      expect(await doesOf(other, `person=${admin.id}`)).toEqual([])
      const { body } = await other.call('GET', EXPORT)
      expect(body.trim().split('\r\n')).toHaveLength(2)
      expect(body).not.toContain('placed')
    }
  })

  test('what a cart’s owner does before it is placed stays theirs', async () => {
    const ordering = customerSteps(admin)
    const id = await ordering.fillCart('digital')
    expect((await ordering.pay(id)).status).toBe(200)
    expect(await doesOf(admin)).toEqual([])
  })
})

test('a person who was erased has a number, and the details are gone', async () => {
  const { id: siteId } = await siteOf()
  const buyer = await steps.colleague(admin)
  await world.kit.pool
    .updateTable('customers')
    .set({ first_name: '', last_name: '' })
    .where('id', '=', buyer.id)
    .execute()
  await world.kit.pool
    .updateTable('audit_entries')
    .set({ facts: '{}', facts_salt: '' })
    .where('site_id', '=', siteId)
    .where('event', '=', 'company.person_invited')
    .execute()
  const { results } = await read(admin)
  expect(results.map(({ by, does }) => [by, does])).toEqual([
    [`Customer ${buyer.id}`, 'joined the company as Buyer'],
    ['Dana Whitlock', 'invited a person'],
  ])
  expect(await isWhole()).toBe(true)
})

test('an order of another company isn’t named, whatever an entry says', async () => {
  const other = await steps.person()
  const order = await placeOrder(other)
  await admin.call('PATCH', '/api/v1/company/', { name: 'Halden' })
  const { id: siteId } = await siteOf()
  const { body } = await admin.call('GET', '/api/v1/companies/')
  await inSite(world.kit.pool, siteId, async (db) =>
    record(db, siteId, {
      actor: `customer:${admin.id}`,
      event: 'company.left',
      subject: `company:${body[0].id}`,
      facts: { order: order.id },
      at: world.kit.now(),
    }),
  )
  const [line] = (await read(admin)).results
  expect(line).toMatchObject({ does: 'left the company', order: null })
})
