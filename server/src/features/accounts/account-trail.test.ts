import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { accountsWorld, PASSWORD } from '../../testing/accounts-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { findBrokenEntry } from '../audit/audit.service.ts'
import { deliverCode } from '../mail/mail.jobs.ts'
import { hearAccounts } from './account-events.ts'
import { makeAccountTrail } from './account-trail.ts'

let world: World
let accounts: ReturnType<typeof accountsWorld>
beforeAll(async () => {
  world = await makeWorld()
  accounts = accountsWorld(world)
}, 60_000)
afterAll(() => world.close())

const eventsOf = async (about: string) => (await accounts.lines(about)).map(({ event }) => event)

test('each thing that happens to an account leaves one line, with who and from where', async () => {
  const { email, sub, username } = await accounts.addAccount()
  await accounts.signIn(username, 'not-the-password')
  const { tokens } = await accounts.signIn(username)
  const { AccessToken } = tokens
  await accounts.ask('ChangePassword', {
    AccessToken,
    PreviousPassword: PASSWORD,
    ProposedPassword: `${PASSWORD}-2`,
  })
  await accounts.ask('ForgotPassword', { Username: username })
  await accounts.ask('GlobalSignOut', { AccessToken })

  const lines = await accounts.lines(email)
  expect(lines.map(({ event }) => event)).toEqual([
    'account.sign_in_failed',
    'account.signed_in',
    'account.password_changed',
    'account.code_sent:reset-password',
    'account.signed_out_everywhere',
  ])
  expect(lines[0]).toMatchObject({ actor: 'visitor', facts: { username, ip: '127.0.0.1' } })
  expect(lines[1]).toMatchObject({
    actor: `account:${sub}`,
    subject: `account:${sub}`,
    facts: { username, ip: '127.0.0.1' },
  })
  const text = JSON.stringify(lines)
  for (const secret of [PASSWORD, 'not-the-password', AccessToken]) expect(text).not.toContain(secret)
})

test('what a program of staff did says whose key it had, and to whom it was done', async () => {
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  const hear = hearAccounts(world.kit, { ring: () => {} })
  const [sub, username, at] = [randomUUID(), `${randomUUID()}@customer.example`, new Date()]
  const event = { poolId, name: 'user_disabled', username, sub, accessKeyId: 'STAFFKEY1', at }
  await world.kit.pool.transaction().execute((tx) => hear(tx, event))
  expect(await accounts.lines(username)).toMatchObject([
    { actor: 'key:STAFFKEY1', subject: `account:${sub}`, facts: { username, access_key: 'STAFFKEY1' } },
  ])
})

test('a line is chained once, whoever chains and however often', async () => {
  const { email, username } = await accounts.addAccount()
  await accounts.signIn(username)
  await Promise.all([accounts.lines(), accounts.lines(), accounts.lines()])
  expect(await eventsOf(email)).toEqual(['account.signed_in'])
})

test('what was rolled back leaves no line and no promise', async () => {
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  const { pool } = world.kit
  const email = `${randomUUID()}@customer.example`
  const hear = hearAccounts(world.kit, { ring: () => {} })
  const event = {
    poolId,
    name: 'password_changed',
    username: email,
    sub: randomUUID(),
    email,
    at: new Date(),
  }
  const jobs = async () =>
    (await sql`select id from pgboss.job where name = 'mail.account-notice'`.execute(pool)).rows.length
  const before = await jobs()

  const failing = pool.transaction().execute(async (tx) => {
    await hear(tx, event)
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await eventsOf(email)).toEqual([])
  expect(await jobs()).toBe(before)

  await pool.transaction().execute((tx) => hear(tx, event))
  expect(await eventsOf(email)).toEqual(['account.password_changed'])
  expect(await jobs()).toBe(before + 1)
})

test('many sign-ins at once do not wait for each other’s trail, and the chain holds', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => accounts.addAccount()))
  const answers = await Promise.all(people.map(({ username }) => accounts.signIn(username)))
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))

  const lines = await accounts.lines()
  for (const { email } of people) {
    expect(lines.filter((line) => JSON.stringify(line).includes(email))).toHaveLength(1)
  }
  const { id } = await accounts.site()
  expect(await inSite(world.kit.pool, id, (db) => findBrokenEntry(db, id))).toBeUndefined()
})

test('a line is there within seconds by itself, and what a kill left behind after the next start', async () => {
  const { email, username } = await accounts.addAccount()
  await accounts.signIn(username)
  const chained = async () => {
    const { id } = await accounts.site()
    const rows = await inSite(world.kit.pool, id, (db) =>
      db.selectFrom('audit_entries').select('facts').where('site_id', '=', id).execute(),
    )
    return rows.filter((row) => JSON.stringify(row).includes(email)).length
  }
  for (let tries = 0; tries < 200 && (await chained()) === 0; tries++) await sleep(50)
  expect(await chained()).toBe(1)

  // As after a kill: written, and nobody was told.
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  const silent = hearAccounts(world.kit, { ring: () => {} })
  await world.kit.pool
    .transaction()
    .execute((tx) => silent(tx, { poolId, name: 'signed_out', username: email, at: new Date() }))
  const trail = makeAccountTrail(world.kit.pool, (cause) => expect.fail(String(cause)))
  await trail.start()
  await trail.stop()
  expect(await chained()).toBe(2)
})

test('another site’s trail tells nothing of it', async () => {
  const { email, username } = await accounts.addAccount()
  await accounts.signIn(username)
  expect(await accountsWorld(world, 'acorn.localhost', 'acorn').lines(email)).toEqual([])
})

test('a code that is sent is told without the code', async () => {
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  await world.kit.pool.transaction().execute((tx) =>
    deliverCode(world.kit)(tx, {
      ...{ poolId, purpose: 'sign-in', medium: 'SMS', destination: '+15550100111', code: '730914' },
      username: 'x',
      expiresAt: new Date(Date.now() + 180_000),
    }),
  )
  const { rows } = await sql`select * from pgboss.job where name = 'sms.code'`.execute(world.kit.pool)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/730914|5550100111/)
})
