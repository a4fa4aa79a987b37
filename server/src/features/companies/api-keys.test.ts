import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { companySteps } from '../../testing/company-world.ts'
import { KEYS, keySteps } from '../../testing/key-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { takeOut } from './companies.repo.ts'

let world: World
let programs: ReturnType<typeof keySteps>
let people: ReturnType<typeof companySteps>
beforeAll(async () => {
  world = await makeWorld()
  programs = keySteps(world)
  people = companySteps(world)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const ORDERS = '/api/v1/orders/'
const HOUR = 3_600_000

test('a key works for its company, with its scopes, and nothing else', async () => {
  const [admin, stranger] = [await people.person(), await people.person()]
  const key = await programs.key(admin, { scopes: ['orders.read'] })
  expect(key.secret).toMatch(/^lk_\d+_[\w-]{43}$/)
  expect(key).toMatchObject({ state: 'active', scopes: ['orders.read'], order_email: admin.email })
  expect(await key.call('GET', ORDERS)).toMatchObject({ status: 200, body: { count: 0 } })
  expect((await key.call('GET', '/api/v1/reward_card_templates/')).status).toBe(200)
  // Without the scope, for a person, for staff, with another host, and of another company.
  expect((await key.call('POST', '/api/v1/orders/quote/', {})).body.code).toBe('not_allowed')
  expect((await key.call('GET', '/api/v1/company/people/')).status).toBe(404)
  expect((await key.call('POST', KEYS, { name: 'More', scopes: ['orders.read'] })).status).toBe(404)
  expect((await key.call('GET', '/api/v1/office/orders/')).status).toBe(401)
  expect((await programs.caller('acorn.localhost', key.secret)('GET', ORDERS)).status).toBe(401)
  expect((await stranger.call('DELETE', `${KEYS}${key.id}/`)).status).toBe(404)
  // A person's token can't place an order in one call.
  expect((await admin.call('POST', '/api/v1/orders/quote/', {})).status).toBe(401)
  const { body } = await admin.call('GET', KEYS)
  expect(JSON.stringify(body)).not.toContain(key.secret.slice(5))
  expect(body[0].last_used_at).not.toBeNull()
})

test('only those who may manage keys see them, and the activity says what they did', async () => {
  const admin = await people.person()
  const buyer = await people.colleague(admin, 'buyer')
  const key = await programs.key(admin)
  for (const [method, path] of [
    ['GET', KEYS],
    ['POST', `${KEYS}${key.id}/rotate/`],
    ['DELETE', `${KEYS}${key.id}/`],
  ] as const) {
    expect((await buyer.call(method, path, {})).status).toBe(403)
  }
  await admin.call('PATCH', `${KEYS}${key.id}/`, { name: 'Payroll' })
  await admin.call('POST', `${KEYS}${key.id}/rotate/`, { overlap_hours: 0 })
  await admin.call('DELETE', `${KEYS}${key.id}/`)
  const { results } = (await admin.call('GET', '/api/v1/company/activity/?kind=settings')).body
  expect(results.map(({ does }: { does: string }) => does)).toEqual([
    'revoked the API key “Payroll”',
    'rotated the API key “Payroll”',
    'renamed the API key “HR system” to “Payroll”',
    'created the API key “HR system”',
  ])
  expect((await admin.call('PATCH', `${KEYS}${key.id}/`, { name: 'Again' })).status).toBe(404)
})

test('after a rotation, the secret before it works for the overlap', async () => {
  const admin = await people.person()
  const key = await programs.key(admin)
  const { body } = await admin.call('POST', `${KEYS}${key.id}/rotate/`, { overlap_hours: 24 })
  const renewed = programs.caller(admin.host, body.secret)
  const statuses = async () => [(await key.call('GET', ORDERS)).status, (await renewed('GET', ORDERS)).status]
  expect(await statuses()).toEqual([200, 200])
  world.setClock(new Date(Date.now() + 25 * HOUR))
  expect(await statuses()).toEqual([401, 200])
  world.setClock(undefined)
  await admin.call('POST', `${KEYS}${key.id}/rotate/`, { overlap_hours: 0 })
  expect(await statuses()).toEqual([401, 401])
  expect((await admin.call('POST', `${KEYS}${key.id}/rotate/`, { overlap_hours: 5 })).status).toBe(400)
})

test('a key ends with its day, and works from its addresses only', async () => {
  const admin = await people.person()
  const expires_at = new Date(Date.now() + HOUR).toISOString()
  const key = await programs.key(admin, { expires_at })
  expect((await key.call('GET', ORDERS)).status).toBe(200)
  world.setClock(new Date(Date.now() + 2 * HOUR))
  expect((await key.call('GET', ORDERS)).status).toBe(401)
  expect((await admin.call('GET', KEYS)).body[0].state).toBe('expired')
  world.setClock(undefined)

  const patch = (changed: object) => admin.call('PATCH', `${KEYS}${key.id}/`, { ...changed })
  expect((await patch({ ip_ranges: ['203.0.113.0/24'] })).status).toBe(200)
  const blocked = await key.call('GET', ORDERS)
  expect(blocked).toMatchObject({ status: 403, body: { code: 'key_not_allowed_here' } })
  expect(blocked.body.detail).toContain('127.0.0.1')
  await patch({ ip_ranges: ['203.0.113.0/24', '127.0.0.1'] })
  expect((await key.call('GET', ORDERS)).status).toBe(200)
  const wrong = await patch({ ip_ranges: ['somewhere'] })
  expect(wrong.body.errors).toMatchObject([{ field: 'ip_ranges' }])
  expect((await patch({ expires_at: '2020-01-01T00:00:00Z' })).body.errors).toMatchObject([
    { field: 'expires_at' },
  ])
})

test('a key stays with the company when the person who created it is removed', async () => {
  const admin = await people.person()
  const other = await people.colleague(admin, 'admin')
  const key = await programs.key(other)
  const { body } = await admin.call('GET', '/api/v1/company/people/')
  expect(body.people.map(({ id }: { id: number }) => id).sort()).toEqual([admin.id, other.id].sort())
  await admin.call('DELETE', `/api/v1/company/people/${other.id}/`)
  expect((await key.call('GET', ORDERS)).status).toBe(200)
  expect((await admin.call('GET', KEYS)).body).toMatchObject([{ id: key.id, state: 'active' }])
  await admin.call('DELETE', `${KEYS}${key.id}/`)
  expect((await key.call('GET', ORDERS)).status).toBe(401)
})

test('staff see, disable, enable, and close the customer of a key', async () => {
  const admin = await people.person()
  const key = await programs.key(admin)
  const staff = await world.staff()
  const { customer_id: id } = await world.kit.pool
    .selectFrom('company_api_keys')
    .select('customer_id')
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow()
  const path = `/api/v1/office/customers/${id}/`
  const office = (method: string, url: string, body?: Record<string, unknown>) =>
    staff.call(method, url, body)
  expect((await office('GET', path)).body).toMatchObject({ name: 'API key “HR system”', sign_in: null })
  expect((await office('POST', `${path}disable/`, { reason: 'Leaked' })).status).toBe(200)
  expect((await admin.call('GET', KEYS)).body).toMatchObject([{ name: 'HR system', state: 'disabled' }])
  expect((await key.call('GET', ORDERS)).status).toBe(401)
  expect((await office('POST', `${path}enable/`)).status).toBe(200)
  expect((await key.call('GET', ORDERS)).status).toBe(200)
  const closing = { email: key.order_email, reason: 'Asked for' }
  expect((await office('POST', `${path}close/`, closing)).status).toBe(204)
})

test('keys end with the last person of a company', async () => {
  const admin = await people.person()
  const key = await programs.key(admin)
  const [{ id: companyId }] = (await admin.call('GET', '/api/v1/companies/')).body
  const { siteId } = await world.staff()
  const alone = { customerId: admin.id, heirId: undefined }
  await inSite(world.kit.pool, siteId, (db) => takeOut(db, siteId, companyId, alone))
  expect((await key.call('GET', ORDERS)).status).toBe(401)
})

test('twenty keys work at a time', async () => {
  const admin = await people.person()
  const keys = []
  for (let nth = 0; nth < 20; nth += 1) keys.push(await programs.key(admin, { name: `Key ${nth}` }))
  const scopes = ['orders.read']
  expect((await admin.call('POST', KEYS, { name: 'One more', scopes })).body.code).toBe('limit_exceeded')
  await admin.call('DELETE', `${KEYS}${keys[0]!.id}/`)
  expect((await admin.call('POST', KEYS, { name: 'One more', scopes })).status).toBe(200)
})
