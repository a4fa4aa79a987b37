import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { accountsWorld, PASSWORD } from '../../testing/accounts-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { findBrokenEntry } from '../audit/audit.service.ts'
import { deliverCode } from '../mail/mail.jobs.ts'
import { hearAccounts } from './account-events.ts'
import { chainEventsHandler } from './chain-account-events.ts'

let world: World
let accounts: ReturnType<typeof accountsWorld>
beforeAll(async () => {
  world = await makeWorld()
  accounts = accountsWorld(world)
}, 60_000)
afterAll(() => world.close())

const eventsOf = async (about: string) => (await accounts.lines(about)).map(({ event }) => event)

test('each account event leaves one audit entry, with who and from where', async () => {
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

test('the event of a staff program names its key and the affected account', async () => {
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  const { audit: hear } = hearAccounts(world.kit)
  const [sub, username, at] = [randomUUID(), `${randomUUID()}@customer.example`, new Date()]
  const event = { poolId, name: 'user_disabled', username, sub, accessKeyId: 'STAFFKEY1', at }
  await world.kit.pool.transaction().execute((tx) => hear(tx, event))
  expect(await accounts.lines(username)).toMatchObject([
    { actor: 'key:STAFFKEY1', subject: `account:${sub}`, facts: { username, access_key: 'STAFFKEY1' } },
  ])
})

test('an event is chained once, even by concurrent and repeated runs', async () => {
  const { email, username } = await accounts.addAccount()
  await accounts.signIn(username)
  await Promise.all([accounts.lines(), accounts.lines(), accounts.lines()])
  expect(await eventsOf(email)).toEqual(['account.signed_in'])
})

test('a rollback leaves no entry and no job', async () => {
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  const { pool } = world.kit
  const email = `${randomUUID()}@customer.example`
  const { audit: hear } = hearAccounts(world.kit)
  const event = {
    poolId,
    name: 'password_changed',
    username: email,
    sub: randomUUID(),
    email,
    at: new Date(),
  }
  const jobs = async () =>
    (await sql`select name from pgboss.job where name = 'mail.account-notice'`.execute(pool)).rows.length
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

test('many concurrent sign-ins don’t wait for each other’s audit log, and the chain holds', async () => {
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

function insertEvent(siteId: number, username: string) {
  const event = { actor: 'visitor', event: 'account.sign_in_failed', subject: '', facts: json({ username }) }
  return inSite(world.kit.pool, siteId, (db) =>
    db
      .insertInto('account_events')
      .values({ ...event, site_id: siteId, at: new Date() })
      .execute(),
  )
}

test('an event is chained automatically, and so is an earlier one whose job died', async () => {
  const { email, username } = await accounts.addAccount()
  const { id } = await accounts.site()
  const chained = async () => {
    const rows = await inSite(world.kit.pool, id, (db) =>
      db.selectFrom('audit_entries').select('facts').where('site_id', '=', id).execute(),
    )
    return rows.filter((row) => JSON.stringify(row).includes(email)).length
  }
  // Its server was killed before it enqueued a job: the next one chains it as well.
  await insertEvent(id, email)
  await accounts.signIn(username)
  await world.kit.jobs.work([chainEventsHandler(world.kit.pool)])
  await vi.waitFor(async () => expect(await chained()).toBe(2), { timeout: 30_000, interval: 50 })
})

test('the events of a moment enqueue one job', async () => {
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  const enqueue = vi.spyOn(world.kit.jobs, 'enqueue')
  const { audit: hear } = hearAccounts(world.kit)
  await world.kit.pool.transaction().execute(async (tx) => {
    for (let n = 0; n < 5; n += 1) await hear(tx, { poolId, name: 'signed_in', at: new Date() })
  })
  await vi.waitFor(() => expect(enqueue).toHaveBeenCalled(), { timeout: 10_000 })
  expect(enqueue).toHaveBeenCalledTimes(1)
  enqueue.mockRestore()
})

test('another site’s audit log doesn’t show it', async () => {
  const { email, username } = await accounts.addAccount()
  await accounts.signIn(username)
  expect(await accountsWorld(world, 'acorn.localhost', 'acorn').lines(email)).toEqual([])
})

test('a sent code is recorded without the code', async () => {
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
