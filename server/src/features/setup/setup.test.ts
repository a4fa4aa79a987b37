import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/test-database.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { makeSetupLink } from './setup-links.ts'

const NOW = new Date('2031-03-04T12:00:00Z')
const MINUTE_MS = 60_000
const ENTERED = {
  organization_name: 'Northwind Holdings',
  time_zone: 'America/Chicago',
  site_name: 'Northwind Rewards',
  host: 'rewards.northwind.example',
  owner_name: 'Ines Varga',
  owner_email: 'ines@northwind.example',
  password: 'seven green lanterns',
}

let world: World
const worlds: World[] = []
beforeEach(async () => {
  world = await makeWorld({ DEMO: '0', PUBLIC_ORIGIN: 'http://203.0.113.7:3000' }, await openTestDatabase())
  world.setClock(NOW)
  worlds.push(world)
})
afterAll(() => Promise.all(worlds.map((one) => one.close())))

async function makeToken(at = NOW): Promise<string> {
  const link = await makeSetupLink(world.kit.pool, 'http://203.0.113.7:3000', at)
  return link!.split('/setup/#')[1]!
}
const create = (token: string, changes: Partial<typeof ENTERED> = {}, host = '203.0.113.7:3000') =>
  world.visit(host)('POST', '/api/v1/setup/', { token, ...ENTERED, ...changes })
const count = async (table: 'organizations' | 'sites' | 'staff_accounts' | 'rewards') =>
  (await world.kit.pool.selectFrom(table).select('id').execute()).length

test('an operator sets up an empty installation, and signs in to the office', async () => {
  const token = await makeToken()
  const link = await world.visit('any.example')('POST', '/api/v1/setup/link/', { token })
  expect(link.body).toEqual({ expires_at: '2031-03-04T13:00:00.000Z' })
  const server = await world.visit('any.example')('POST', '/api/v1/setup/server/', { token })
  expect(server.body).toContainEqual({ name: 'Secret', state: 'ready', means: expect.any(String) })
  expect(server.body.find(({ name }: { name: string }) => name === 'Email').state).toBe('off')
  const { status, body } = await create(token)
  // What the server is connected to is no longer told.
  expect((await world.visit('any.example')('POST', '/api/v1/setup/server/', { token })).status).toBe(409)
  expect([status, body]).toEqual([
    200,
    { host: 'rewards.northwind.example', office_url: 'http://rewards.northwind.example:3000/office/' },
  ])

  const visit = world.visit('rewards.northwind.example')
  const site = await visit('GET', '/api/v1/actual_rewards_site/')
  expect(site.body).toMatchObject({
    name: 'Northwind Rewards',
    slug: 'northwind-rewards',
    organization_name: 'Northwind Holdings',
    support_email: 'ines@northwind.example',
  })
  // Customers wait until staff go live.
  expect((await visit('GET', '/api/v1/landing_components/')).body.code).toBe('site_not_live')
  const started = await visit('POST', '/api/v1/office/sign_in/', {
    email: ENTERED.owner_email,
    password: ENTERED.password,
  })
  expect(started.body.step).toBe('set_up')
  for (const part of [
    'rewards',
    'reward_card_templates',
    'shipping_options',
    'landing_components',
  ] as const) {
    const rows = await world.kit.pool.selectFrom(part).select('id').execute()
    expect(rows.length, part).toBeGreaterThan(0)
  }
  const ways = await world.kit.pool.selectFrom('organization_payment_providers').select('enabled').execute()
  expect(ways.map(({ enabled }) => enabled)).toEqual([false, false, false, false])
})

test('the link works once', async () => {
  const token = await makeToken()
  await create(token)
  const again = await create(token, { host: 'other.example' })
  expect([again.status, again.body.code]).toEqual([409, 'already_set_up'])
  expect(await makeSetupLink(world.kit.pool, 'http://localhost', NOW)).toBeUndefined()
})

test('of two operators at once, one sets up and the other gets an error', async () => {
  const token = await makeToken()
  const answers = await Promise.all([create(token), create(token, { organization_name: 'Another' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect([await count('organizations'), await count('sites'), await count('staff_accounts')]).toEqual([
    1, 1, 1,
  ])
})

test.each<[string, () => Promise<string>]>([
  ['forged', async () => 'A'.repeat(43)],
  ['cut', async () => (await makeToken()).slice(0, 20)],
  ['expired', () => makeToken(new Date(NOW.getTime() - 61 * MINUTE_MS))],
  [
    'ended by a restart',
    async () => {
      const token = await makeToken(new Date(NOW.getTime() - 3 * MINUTE_MS))
      await makeToken()
      return token
    },
  ],
])('a link that is %s opens nothing', async (_, makeOne) => {
  const token = await makeOne()
  const opened = await world.visit('localhost')('POST', '/api/v1/setup/link/', { token })
  expect([opened.status, opened.body.code]).toEqual([403, 'setup_link_over'])
  const created = await create(token, { password: 'short' })
  expect([created.status, created.body.code]).toEqual([403, 'setup_link_over'])
  expect(await count('organizations')).toBe(0)
})

test('several servers that start together print links that all work', async () => {
  const first = await makeToken(new Date(NOW.getTime() - MINUTE_MS))
  await makeToken()
  expect((await create(first)).status).toBe(200)
})

test('too many wrong links end the right one, until the next start', async () => {
  const token = await makeToken()
  const open = (given: string) => world.visit('localhost')('POST', '/api/v1/setup/link/', { token: given })
  for (let tries = 0; tries < 50; tries++) await open(`wrong${tries}`)
  expect((await open(token)).status).toBe(403)
  expect((await open(await makeToken())).status).toBe(200)
})

test.each([
  [{ host: 'rewards' }, 'host', /full name/],
  [{ host: 'rewards.example:80/x' }, 'host', /only the name/],
  [{ owner_email: 'ines' }, 'owner_email', /valid email/],
  [{ password: 'short' }, 'password', /at least 12/],
  [{ password: 'ines@northwind' }, 'password', /easy to guess/],
  [{ time_zone: 'Chicago' }, 'time_zone', /time zone/],
  [{ site_name: '  ' }, 'site_name', /required/],
])('%j is refused at its field, and nothing is saved', async (wrong, field, message) => {
  const { status, body } = await create(await makeToken(), wrong)
  expect(status).toBe(400)
  expect(body.errors).toEqual([expect.objectContaining({ field, message: expect.stringMatching(message) })])
  expect([await count('organizations'), await count('rewards')]).toEqual([0, 0])
})

test('a host beyond ASCII is stored as browsers send it', async () => {
  const { body } = await create(await makeToken(), { host: 'https://Bücher.example/' })
  expect(body.host).toBe('xn--bcher-kva.example')
  expect((await world.visit('xn--bcher-kva.example')('GET', '/api/v1/actual_rewards_site/')).status).toBe(200)
})

test('another site’s page can’t set up', async () => {
  const token = await makeToken()
  const headers = { origin: 'https://evil.example' }
  const answer = await world.visit('localhost')('POST', '/api/v1/setup/', { token, ...ENTERED }, headers)
  expect(answer.status).toBe(403)
})
