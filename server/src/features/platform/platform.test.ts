import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDueSites } from '../../database/due-sites.ts'
import { accountsWorld, PASSWORD as CUSTOMER_PASSWORD } from '../../testing/accounts-world.ts'
import {
  makePlatformWorld,
  OPERATOR_PASSWORD as PASSWORD,
  PLATFORM_HOST,
} from '../../testing/platform-world.ts'
import type { World } from '../../testing/world.ts'
import { mailCode } from '../mail/code-mail.jobs.ts'
import { carryOutRefunds } from '../refunds/refund-jobs.ts'
import { ensurePools } from '../sites/accounts-pools.ts'
import { checkHost } from './host-check.ts'

let platform: Awaited<ReturnType<typeof makePlatformWorld>>
let world: World
let cookie: string
beforeAll(async () => {
  platform = await makePlatformWorld()
  ;({ world, cookie } = platform)
})
afterAll(() => world.close())

const ask: typeof platform.ask = (...asked) => platform.ask(...asked)
const open = async (isTemporary: boolean) => (await platform.open(isTemporary)).email
const signIn = (email: string) => platform.signIn(email)

const newSite = (changes: Record<string, unknown> = {}) => ({
  organization_id: 1,
  site_name: 'Harbor Gifts',
  host: `${randomUUID()}.example`,
  time_zone: 'America/Chicago',
  owner_name: 'Ann Lee',
  owner_email: 'ann@harbor.example',
  ...changes,
})
const siteOf = async (id: number) => {
  const { body } = await ask('GET', 'organizations/?search=')
  return body.organizations
    .flatMap(({ sites }: { sites: { id: number }[] }) => sites)
    .find((site: { id: number }) => site.id === id)
}

describe('access', () => {
  test('an operator signs in with password and code, and sees the organizations', async () => {
    expect(cookie).toMatch(/^platformid=/)
    expect((await ask('GET', 'me/')).body.name).toBe('Ines Varga')
    const { body } = await ask('GET', 'organizations/?search=')
    expect(body.organizations.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Acorn & Co.', 'Northwind Rewards']),
    )
    const found = await ask('GET', 'organizations/?search=acorn.local')
    expect(found.body.organizations.map(({ name }: { name: string }) => name)).toEqual(['Acorn & Co.'])
    expect((await ask('GET', 'organizations/?search=%00')).body.code).toBe('validation_failed')
  })

  test('a call without a session, or with half a sign-in, is refused', async () => {
    expect((await ask('GET', 'organizations/', undefined, {})).status).toBe(401)
    const { body } = await ask('POST', 'sign_in/', { email: await open(false), password: PASSWORD }, {})
    for (const name of ['platformid', 'sessionid']) {
      const headers = { cookie: `${name}=${body.ticket}` }
      expect((await ask('GET', 'organizations/', undefined, headers)).status).toBe(401)
    }
  })

  test('a wrong password and an unknown email get the same answer', async () => {
    const email = await open(false)
    const wrong = await ask('POST', 'sign_in/', { email, password: 'not this one' }, {})
    const unknown = await ask(
      'POST',
      'sign_in/',
      { email: 'nobody@operator.example', password: PASSWORD },
      {},
    )
    expect([wrong.status, wrong.body.errors]).toEqual([unknown.status, unknown.body.errors])
    expect(wrong.status).toBe(400)
  })

  test('office sessions don’t work here, and platform sessions don’t work in the office', async () => {
    const staff = await world.staff('owner')
    for (const name of ['platformid', 'sessionid']) {
      const headers = { cookie: `${name}=${staff.token}` }
      expect((await ask('GET', 'organizations/', undefined, headers)).status).toBe(401)
    }
    const token = cookie.split('=')[1]!
    for (const name of ['platformid', 'sessionid']) {
      const answer = await world.visit('localhost')('GET', '/api/v1/office/me/', undefined, {
        cookie: `${name}=${token}`,
      })
      expect(answer.status).toBe(401)
    }
  })

  test('a sign-in ends the session that its browser had', async () => {
    const former = { cookie: await signIn(await open(false)) }
    const renewed = { cookie: await platform.signIn(await open(false), PASSWORD, former) }
    expect((await ask('GET', 'me/', undefined, former)).status).toBe(401)
    expect((await ask('GET', 'me/', undefined, renewed)).status).toBe(200)
  })

  test('the area answers on the installation’s own host only', async () => {
    for (const host of ['localhost', 'stranger.example']) {
      const answer = await world.visit(host)('GET', '/api/v1/platform/organizations/', undefined, { cookie })
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
  })

  test('staff can’t take the area’s host for their site, but keep one that an operator gave it', async () => {
    const site = '/api/v1/office/site/'
    const setHosts = (id: number, hosts: string[]) => ask('PUT', `sites/${id}/hosts/`, { hosts })
    const first = await world.staff('owner')
    const { hosts: firstHosts } = (await first.call('GET', site)).body
    await setHosts(
      first.siteId,
      firstHosts.filter((host: string) => host !== PLATFORM_HOST),
    )
    const staff = await world.staff('owner', 'acorn')
    const { hosts, version } = (await staff.call('GET', site)).body
    const both = [...hosts, PLATFORM_HOST]
    const taken = await staff.call('PATCH', site, { seen_version: version, hosts: both })
    expect([taken.status, taken.body.errors?.[0]?.field]).toEqual([400, 'hosts'])
    expect((await setHosts(staff.siteId, both)).status).toBe(200)
    const more = [...both, 'cards.acorn.example']
    const kept = await staff.call('PATCH', site, { seen_version: version + 1, hosts: more })
    expect(kept.body.hosts).toEqual(more)
    await setHosts(staff.siteId, hosts)
    await setHosts(first.siteId, firstHosts)
  })

  test('a temporary password only allows changing it', async () => {
    const headers = { cookie: await signIn(await open(true)) }
    expect((await ask('GET', 'me/', undefined, headers)).body.must_change_password).toBe(true)
    expect((await ask('GET', 'organizations/', undefined, headers)).status).toBe(403)
    const change = { current_password: PASSWORD, new_password: 'eleven quiet harbors' }
    expect((await ask('POST', 'password/', change, headers)).status).toBe(204)
    expect((await ask('GET', 'organizations/', undefined, headers)).status).toBe(200)
  })

  test('another site’s page can’t act for an operator', async () => {
    const headers = { cookie, origin: 'https://evil.example' }
    expect((await ask('POST', 'organizations/', { name: 'Evil' }, headers)).status).toBe(403)
  })
})

describe('sites', () => {
  test('a new site has a catalog, and an owner who signs in with the password shown', async () => {
    const given = newSite({ host: 'harbor.example' })
    const { status, body } = await ask('POST', 'sites/', given)
    expect(status).toBe(200)
    expect(body.office_url).toBe('http://harbor.example:3000/office/')
    const signed = await world.visit('harbor.example')('POST', '/api/v1/office/sign_in/', {
      email: given.owner_email,
      password: body.owner_password,
    })
    expect(signed.body.step).toBe('set_up')
    expect(await siteOf(body.id)).toMatchObject({ hosts: ['harbor.example'], orders_30_days: 0 })
    expect((await ask('GET', `sites/${body.id}/`)).body).toMatchObject({
      ...{
        organization_name: 'Northwind Rewards',
        orders: 0,
        cards: 0,
        customers: 0,
        recipients: 0,
        staff: 1,
      },
      ...{ failed_jobs: 0, mails_waiting: 0, last_order_at: null, requests_per_minute: 1_000_000 },
    })
    expect((await ask('GET', 'sites/999999/')).status).toBe(404)
    const { body: log } = await ask('GET', 'log/')
    expect(log.entries[0]).toMatchObject({
      event: 'site.created',
      subject: `site:${body.id}`,
      facts: { host: 'harbor.example' },
    })
    expect(JSON.stringify(log)).not.toContain(body.owner_password)
  })

  test('of two operators who create the same site, one succeeds', async () => {
    const given = newSite()
    const answers = await Promise.all([ask('POST', 'sites/', given), ask('POST', 'sites/', given)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const refused = answers.find(({ status }) => status === 400)!
    expect(refused.body.errors[0]).toMatchObject({
      field: 'host',
      message: /is already an address of Harbor Gifts/,
    })
    const rows = await world.kit.pool.selectFrom('sites').select('hosts').execute()
    expect(rows.filter(({ hosts }) => hosts.includes(given.host))).toHaveLength(1)
  })

  test.each([
    [{ host: 'localhost' }, 400],
    [{ host: 'no host' }, 400],
    [{ owner_email: 'ann' }, 400],
    [{ time_zone: 'Chicago' }, 400],
    [{ organization_id: 999_999 }, 404],
  ])('%j is refused', async (changes, status) => {
    expect((await ask('POST', 'sites/', newSite(changes))).status).toBe(status)
  })

  test('hosts are added and removed, but never one of another site', async () => {
    const { body: made } = await ask('POST', 'sites/', newSite())
    const put = (hosts: string[]) => ask('PUT', `sites/${made.id}/hosts/`, { hosts })
    expect((await put(['one.example', 'Two.Example'])).body).toEqual({
      hosts: ['one.example', 'two.example'],
    })
    expect((await world.visit('two.example')('GET', '/api/v1/actual_rewards_site/')).status).toBe(200)
    const taken = await put(['one.example', 'localhost'])
    expect([taken.status, taken.body.errors[0].message]).toEqual([
      400,
      'localhost is already an address of Northwind Rewards. Remove it there first.',
    ])
    await put(['one.example'])
    expect((await world.visit('two.example')('GET', '/api/v1/actual_rewards_site/')).status).toBe(404)
  })

  test.each([
    ['here.example', ['203.0.113.7'], 'here'],
    ['there.example', ['198.51.100.9'], 'elsewhere'],
    ['nowhere.example', [], 'nowhere'],
  ])('%s points %s', async (host, addresses, points) => {
    const resolve = async (name: string) =>
      (name === PLATFORM_HOST ? ['203.0.113.7'] : addresses).map((address) => ({ address, family: 4 }))
    const kit = { ...world.kit, identity: world.identity }
    expect(await checkHost(kit, host, resolve)).toEqual({ host, points, addresses, site_name: null })
  })

  test.each([
    ['EAI_AGAIN', 'slow.example', 'unknown'],
    ['EAI_AGAIN', PLATFORM_HOST, 'unknown'],
    ['ENOTFOUND', 'slow.example', 'nowhere'],
  ])('%s for %s means %s', async (code, silent, points) => {
    const resolve = async (name: string) => {
      if (name === silent) throw Object.assign(new Error(code), { code })
      return [{ address: '203.0.113.7', family: 4 }]
    }
    const kit = { ...world.kit, identity: world.identity }
    expect(await checkHost(kit, 'slow.example', resolve)).toMatchObject({ points })
  })
})

describe('a suspended site', () => {
  test('is closed to customers and programs, readable for staff, and open again when resumed', async () => {
    const staff = await world.staff('owner', 'acorn')
    const customer = await world.signIn({ site: 'acorn' })
    const read = () => customer.call('GET', '/api/v1/actual_user/')
    const rewards = () => world.visit('acorn.localhost')('GET', '/api/v1/predefined_amounts/')
    const change = () => staff.call('POST', '/api/v1/office/received_payments/', {})
    const key = { name: 'ERP', scopes: JSON.stringify(['orders.read']) }
    const { body: made } = await staff.call('POST', '/api/v1/office/api_credentials/', key)
    const basic = Buffer.from(`${made.credential.username}:${made.secret}`).toString('base64')
    const headers = { authorization: `Basic ${basic}` }
    const program = () => world.visit('acorn.localhost')('GET', '/api/v1/office/orders/', undefined, headers)
    expect([(await read()).status, (await program()).status]).toEqual([200, 200])
    const accounts = accountsWorld(world, 'acorn.localhost', 'acorn')
    const { username } = await accounts.addAccount()
    const { tokens } = await accounts.signIn(username)
    const signUp = (email: string) =>
      accounts.ask('SignUp', {
        Username: `${email}#acorn`,
        Password: CUSTOMER_PASSWORD,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'custom:rewards_site_id', Value: 'acorn' },
        ],
      })
    const identityCalls = async () => [
      await signUp(`${randomUUID()}@customer.example`),
      await accounts.signIn(username),
      await accounts.ask('InitiateAuth', {
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken },
      }),
      await accounts.ask('GetUser', { AccessToken: tokens.AccessToken }),
    ]

    await ask('POST', `sites/${staff.siteId}/suspend/`, { reason: 'Unpaid' })
    expect(await siteOf(staff.siteId)).toMatchObject({ state: 'suspended' })
    for (const answer of [await read(), await rewards(), await change(), await program()]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'site_suspended'])
    }
    expect((await staff.call('GET', '/api/v1/office/me/')).status).toBe(200)
    expect((await world.visit('acorn.localhost')('GET', '/api/v1/actual_rewards_site/')).status).toBe(200)
    // The other site isn't affected.
    expect((await world.visit('localhost')('GET', '/api/v1/actual_rewards_site/')).status).toBe(200)

    // Customers can't sign up or in, and their sessions are refused: also after a server starts.
    await ensurePools(world.kit.pool, world.identity)
    const refused = await identityCalls()
    expect(refused.map(({ body }) => body.__type)).toEqual([
      ...Array(3).fill('ResourceNotFoundException'),
      'NotAuthorizedException',
    ])

    // Its recurring work waits.
    const due = () => findDueSites(world.kit.pool, (db) => db.selectFrom('sites').select('id as site_id'))
    expect(await due()).not.toContain(staff.siteId)

    await ask('POST', `sites/${staff.siteId}/resume/`)
    expect(await due()).toContain(staff.siteId)
    expect((await read()).status).toBe(200)
    expect((await identityCalls()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body: log } = await ask('GET', 'log/')
    expect(log.entries.slice(0, 2).map(({ event }: { event: string }) => event)).toEqual([
      'site.resumed',
      'site.suspended',
    ])
  })
})

describe('failed jobs', () => {
  const add = (name: string, policy: string | null) =>
    sql`insert into pgboss.job (name, data, state, policy, singleton_key, completed_on)
      values (${name}, '{"visit": 1}', 'failed', ${policy}, '1', now())`.execute(world.kit.pool)
  const retry = async (queue: string) => (await ask('POST', 'queues/retry/', { queue })).body

  test('are tried again, but not visits of one site, of which the queue takes one', async () => {
    for (const _ of [1, 2]) {
      await add(mailCode.name, null)
      await add(`${carryOutRefunds.name}.site`, 'exclusive')
    }
    expect(await retry(mailCode.name)).toEqual({ retried: 2 })
    expect(await retry(`${carryOutRefunds.name}.site`)).toEqual({ retried: 0 })
  })
})
