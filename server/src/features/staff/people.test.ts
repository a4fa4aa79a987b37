import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { makeWorld, type World } from '../../testing/world.ts'

type Staff = Awaited<ReturnType<World['staff']>>

let world: World
let owner: Staff
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.kit.pool.deleteFrom('staff_accounts').execute()
  owner = await world.staff()
})

const PEOPLE = '/api/v1/office/staff/'
const CREDENTIALS = '/api/v1/office/api_credentials/'
const invite = (given: Record<string, unknown> = {}) =>
  owner.call('POST', PEOPLE, {
    name: 'Ann Lee',
    email: `${randomUUID()}@staff.example`,
    role: 'support',
    delivery: 'shown',
    ...given,
  })
const signIn = (email: string, password: string) =>
  world.visit('localhost')('POST', '/api/v1/office/sign_in/', { email, password })
const member = async (id: number) =>
  (await owner.call('GET', PEOPLE)).body.find((one: { id: number }) => one.id === id)
const auditEntries = (siteId = owner.siteId) =>
  inSite(world.kit.pool, siteId, (db) =>
    db.selectFrom('audit_entries').selectAll().where('site_id', '=', siteId).orderBy('id', 'desc').execute(),
  )

/** A staff member's row in the accounts service. */
const setAccount = (id: number, values: RawBuilder<unknown>) =>
  sql`update identity.users set ${values}
    where sub = (select identity_subject::uuid from staff_accounts where id = ${id})`.execute(world.kit.pool)

describe('an invitation', () => {
  test('shows the one-time password once, which signs in', async () => {
    const { status, body } = await invite()
    expect(status).toBe(200)
    expect(body.member).toMatchObject({ role: 'support', active: true, must_change_password: true })
    expect((await signIn(body.member.email, body.password)).body.step).toBe('set_up')

    expect(JSON.stringify((await owner.call('GET', PEOPLE)).body)).not.toContain(body.password)
    const entries = await auditEntries()
    expect(entries[0]).toMatchObject({ event: expect.stringMatching(/^staff\./) })
    expect(entries.some(({ event }) => event === 'staff.invited')).toBe(true)
    expect(JSON.stringify(entries)).not.toContain(body.password)
  })

  test('by mail shows the password to no one, not even the queue', async () => {
    const { body } = await invite({ delivery: 'mail' })
    expect(body.password).toBeNull()
    const jobs = await inSite(world.kit.pool, owner.siteId, (db) =>
      db
        // biome-ignore lint/suspicious/noExplicitAny: the queue's own table
        .selectFrom('pgboss.job' as any)
        .select(['data'])
        .where('name', '=', 'mail.staff-invitation')
        .execute(),
    )
    expect(jobs).toHaveLength(1)
    expect(JSON.stringify(jobs)).not.toContain(body.member.email)
  })

  test('expires after seven days', async () => {
    const { body } = await invite()
    world.setClock(new Date(Date.now() + 7 * 86_400_000 + 60_000))
    expect((await signIn(body.member.email, body.password)).body.errors).toMatchObject([
      { field: 'password' },
    ])
    world.setClock(undefined)
  })

  test('is rejected at its field for a taken or impossible address', async () => {
    const email = 'Twice@staff.example'
    expect((await invite({ email })).status).toBe(200)
    expect((await invite({ email: 'twice@staff.example' })).body.errors).toMatchObject([{ field: 'email' }])
    expect((await invite({ email: 'nobody' })).body.errors).toMatchObject([{ field: 'email' }])
    expect((await invite({ role: 'king' })).body.errors).toMatchObject([{ field: 'role' }])
  })

  test('can be sent only by owners', async () => {
    const finance = await world.staff('finance')
    expect((await finance.call('GET', PEOPLE)).status).toBe(403)
    expect((await finance.call('POST', PEOPLE, { name: 'A', email: 'a@b.co', role: 'owner' })).status).toBe(
      403,
    )
  })
})

test('allows nothing else before a password is chosen', async () => {
  await setAccount(owner.id, sql`status = 'FORCE_CHANGE_PASSWORD'`)
  expect((await owner.call('GET', PEOPLE)).body.code).toBe('not_allowed')
  expect((await owner.call('GET', '/api/v1/office/me/')).body.must_change_password).toBe(true)
})

describe('a change of a staff member', () => {
  test('applies a role at once, and records old and new', async () => {
    const colleague = await world.staff('finance')
    const change = { seen_version: 1, role: 'viewer' }
    expect((await owner.call('PATCH', `${PEOPLE}${colleague.id}/`, change)).body.role).toBe('viewer')
    expect((await colleague.call('GET', '/api/v1/office/received_payments/')).status).toBe(403)
    // The refusal after it is in the audit log as well.
    expect((await auditEntries()).find(({ event }) => event === 'staff.changed')).toMatchObject({
      subject: `staff:${colleague.id}`,
      facts: { role_old: 'finance', role_new: 'viewer' },
    })
  })

  test('is rejected if another one was faster', async () => {
    const colleague = await world.staff('finance')
    const path = `${PEOPLE}${colleague.id}/`
    expect((await owner.call('PATCH', path, { seen_version: 1, role: 'viewer' })).status).toBe(200)
    const second = await owner.call('PATCH', path, { seen_version: 1, role: 'support' })
    expect([second.status, second.body.code]).toEqual([409, 'changed'])
    expect((await member(colleague.id)).role).toBe('viewer')
  })

  test('never leaves the site without an owner', async () => {
    const path = `${PEOPLE}${owner.id}/`
    for (const change of [{ role: 'viewer' }, { active: false }]) {
      const answer = await owner.call('PATCH', path, { seen_version: 1, ...change })
      expect([answer.status, answer.body.code]).toEqual([409, 'last_owner'])
    }
    const other = await world.staff('owner')
    expect((await other.call('PATCH', path, { seen_version: 1, active: false })).status).toBe(200)
    const last = await other.call('PATCH', `${PEOPLE}${other.id}/`, { seen_version: 1, role: 'viewer' })
    expect(last.body.code).toBe('last_owner')
  })

  test('that ends their access ends their sessions', async () => {
    const colleague = await world.staff('finance')
    const path = `${PEOPLE}${colleague.id}/`
    expect((await owner.call('PATCH', path, { seen_version: 1, active: false })).body.session_count).toBe(0)
    expect((await colleague.call('GET', '/api/v1/office/me/')).status).toBe(401)
  })

  test('is impossible on another site', async () => {
    const theirs = await world.staff('finance', 'acorn')
    const path = `${PEOPLE}${theirs.id}/`
    expect((await owner.call('PATCH', path, { seen_version: 1, active: false })).status).toBe(404)
    expect((await owner.call('POST', `${path}sign_out/`, {})).status).toBe(404)
    expect((await theirs.call('GET', '/api/v1/office/me/')).status).toBe(200)
  })
})

test('resets a lost phone and a lost password, and ends the sessions with both', async () => {
  for (const action of ['reset_authenticator', 'new_password', 'sign_out']) {
    const colleague = await world.staff('finance')
    await setAccount(colleague.id, sql`totp_secret = 'sealed', mfa_enabled = '["SOFTWARE_TOKEN_MFA"]'`)
    const { status } = await owner.call('POST', `${PEOPLE}${colleague.id}/${action}/`, { delivery: 'shown' })
    expect([action, status]).toEqual([action, 200])
    expect((await colleague.call('GET', '/api/v1/office/me/')).status).toBe(401)
    expect(await member(colleague.id)).toMatchObject({
      has_authenticator: action !== 'reset_authenticator',
      must_change_password: action === 'new_password',
      session_count: 0,
    })
  }
})

describe('a program', () => {
  const basic = (username: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`,
  })
  const letIn = async (scopes: string[]) => {
    const { body } = await owner.call('POST', CREDENTIALS, { name: 'ERP', scopes })
    const headers = basic(body.credential.username, body.secret)
    const ask = (path: string, host = 'localhost') => world.visit(host)('GET', path, undefined, headers)
    return { ...body, ask }
  }

  test('does what its scopes allow, and its secret is in one answer only', async () => {
    const { credential, secret, ask } = await letIn(['orders.read'])
    expect((await ask('/api/v1/office/orders/')).status).toBe(200)
    expect((await ask('/api/v1/office/received_payments/')).body.code).toBe('not_allowed')
    expect((await ask('/api/v1/rewards/')).body.code).toBe('not_allowed')
    expect((await ask(PEOPLE)).body.code).toBe('not_allowed')

    const [listed] = (await owner.call('GET', CREDENTIALS)).body
    expect(listed).toMatchObject({
      id: credential.id,
      scopes: ['orders.read'],
      last_used_at: expect.any(String),
    })
    expect(JSON.stringify([listed, await auditEntries()])).not.toContain(secret)
  })

  test('for the catalog reads the catalog and nothing of the office', async () => {
    const { ask } = await letIn(['catalog'])
    expect((await ask('/api/v1/rewards/')).status).toBe(200)
    expect((await ask('/api/v1/office/orders/')).status).toBe(403)
    expect((await ask('/api/v1/rewards/', 'acorn.localhost')).status).toBe(401)
  })

  test('is rejected as soon as it is revoked', async () => {
    const { credential, ask } = await letIn(['catalog'])
    const revoked = await owner.call('POST', `${CREDENTIALS}${credential.id}/revoke/`, {})
    expect(revoked.body.revoked_at).not.toBeNull()
    expect((await ask('/api/v1/rewards/')).status).toBe(401)
  })

  test('can’t get permissions that only people may have', async () => {
    for (const scopes of [['staff.manage'], ['site.edit'], [], ['everything']]) {
      const { status, body } = await owner.call('POST', CREDENTIALS, { name: 'ERP', scopes })
      expect([scopes, status]).toEqual([scopes, 400])
      expect(body.errors[0].field).toMatch(/^scopes/)
    }
  })
})
