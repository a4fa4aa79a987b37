import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlatformWorld, OPERATOR_PASSWORD } from '../../testing/platform-world.ts'
import type { World } from '../../testing/world.ts'
import { mailCode } from '../mail/code-mail.jobs.ts'
import { readOperator, removeOperator } from '../staff/operators.ts'
import { logPlatform } from '../staff/platform-log.ts'
import { backupJob } from '../system/backups.jobs.ts'
import { housekeepingHandler } from '../system/housekeeping.jobs.ts'

let platform: Awaited<ReturnType<typeof makePlatformWorld>>
let world: World
beforeAll(async () => {
  platform = await makePlatformWorld({ BACKUP_PASSPHRASE: 'nine quiet harbors' })
  world = platform.world
})
afterAll(() => world.close())

const ask: typeof platform.ask = (...asked) => platform.ask(...asked)

describe('operators', () => {
  const add = async (email: string) => {
    const { body } = await ask('POST', 'operators/', { name: 'Ann Lee', email })
    return body.password as string
  }
  const find = async (email: string) => {
    const { body } = await ask('GET', 'operators/')
    return body.find((one: { email: string }) => one.email === email)
  }

  test('an invited operator signs in with the password shown, once', async () => {
    const password = await add('ann@operator.example')
    expect(await find('ann@operator.example')).toMatchObject({
      ...{ name: 'Ann Lee', has_authenticator: false, session_count: 0, last_signed_in_at: null },
      password_expires_at: expect.any(String),
    })
    const cookie = await platform.signIn('ann@operator.example', password)
    expect((await ask('GET', 'me/', undefined, { cookie })).body.must_change_password).toBe(true)
    const { body: log } = await ask('GET', 'log/')
    expect(JSON.stringify(log)).not.toContain(password)
  })

  test.each(['ann', 'ines.varga@operator.example'])(
    'the email %s is refused: wrong, or taken',
    async (email) => {
      await add('ines.varga@operator.example')
      const { status, body } = await ask('POST', 'operators/', { name: 'Ann Lee', email })
      expect([status, body.errors[0].field]).toEqual([400, 'email'])
    },
  )

  test('a reset ends sessions, and replaces password and authenticator app', async () => {
    const { id, email } = await platform.open(false)
    const cookie = await platform.signIn(email)
    const { body } = await ask('POST', `operators/${id}/reset/`)
    expect((await ask('GET', 'me/', undefined, { cookie })).status).toBe(401)
    const old = await ask('POST', 'sign_in/', { email, password: OPERATOR_PASSWORD }, {})
    expect(old.status).toBe(400)
    expect((await ask('POST', 'sign_in/', { email, password: body.password }, {})).body.step).toBe('set_up')
  })

  test('a removed operator’s sessions end at once, and the email can be used again', async () => {
    const { id, email } = await platform.open(false)
    const cookie = await platform.signIn(email)
    expect((await ask('GET', 'me/', undefined, { cookie })).status).toBe(200)
    expect((await ask('DELETE', `operators/${id}/`)).status).toBe(204)
    expect((await ask('GET', 'me/', undefined, { cookie })).status).toBe(401)
    expect((await ask('POST', 'sign_in/', { email, password: OPERATOR_PASSWORD }, {})).status).toBe(400)
    expect((await ask('DELETE', `operators/${id}/`)).status).toBe(404)
    expect(await add(email)).toMatch(/^[\w-]{16}$/)
  })

  test('the last operator stays, also if two remove each other', async () => {
    const { pool, staffPools } = world.kit
    const { body: all } = await ask('GET', 'operators/')
    for (const { id } of all) if (id !== platform.me.id) await ask('DELETE', `operators/${id}/`)
    const other = await platform.open(false)
    const read = (id: number) => pool.transaction().execute((db) => readOperator(db, { id }))
    const [mine, others] = [await read(platform.me.id), await read(other.id)]

    const first = await pool.startTransaction().execute()
    await removeOperator(first, staffPools, others, 'test')
    const second = pool.transaction().execute((db) => removeOperator(db, staffPools, mine, 'test'))
    // The second waits for the first, or would have finished by now.
    await Promise.race([second.catch(() => {}), delay(300)])
    await first.commit().execute()
    await expect(second).rejects.toMatchObject({ code: 'last_operator' })

    const { status, body } = await ask('DELETE', `operators/${platform.me.id}/`)
    expect([status, body.code]).toEqual([409, 'last_operator'])
    expect((await ask('GET', 'me/')).status).toBe(200)
  })
})

describe('the log', () => {
  test('counts strangers’ failed sign-ins in one entry an hour, without what they typed', async () => {
    for (const n of [1, 2, 3]) {
      await ask('POST', 'sign_in/', { email: `s${n}@stranger.example`, password: 'typed-by-mistake' }, {})
    }
    const { body } = await ask('GET', 'log/')
    const failed = body.entries.filter(({ event }: { event: string }) => event === 'operator.sign_in_failed')
    const strangers = failed.filter(({ actor }: { actor: string }) => actor === 'visitor')
    expect(strangers).toHaveLength(1)
    expect(strangers[0].count).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify(body)).not.toMatch(/stranger\.example|typed-by-mistake/)
  })

  test('has pages, and forgets entries after 400 days', async () => {
    const old = new Date(Date.now() - 401 * 86_400_000)
    for (let n = 0; n < 55; n += 1) {
      await logPlatform(world.kit.pool, { actor: 'command line', event: `old.${n}`, at: old })
    }
    const first = (await ask('GET', 'log/')).body
    expect(first.entries).toHaveLength(50)
    const second = (await ask('GET', `log/?before=${first.older}`)).body
    expect(second.entries[0].id).toBeLessThan(first.entries.at(-1).id)
    await housekeepingHandler(world.kit, undefined).run(undefined as never)
    const left = (await ask('GET', 'log/')).body.entries
    expect(left.filter(({ event }: { event: string }) => event.startsWith('old.'))).toEqual([])
    expect(left.length).toBeGreaterThan(0)
  })
})

test('a site’s jobs and mails are counted for that site alone', async () => {
  const { id, accounts } = await world.kit.sites.readByHost('localhost')
  const add = (state: string, data: object) =>
    sql`insert into pgboss.job (name, data, state, completed_on)
      values (${mailCode.name}, ${JSON.stringify(data)}, ${state}::pgboss.job_state, now())`.execute(
      world.kit.pool,
    )
  await add('failed', { siteId: id })
  await add('created', { poolId: accounts.user_pool_id })
  const { body } = await ask('GET', `sites/${id}/`)
  expect(body).toMatchObject({ failed_jobs: 1, mails_waiting: 1, waiting_jobs: 1 })
  const acorn = await world.kit.sites.readByHost('acorn.localhost')
  const other = (await ask('GET', `sites/${acorn.id}/`)).body
  expect(other).toMatchObject({ failed_jobs: 0, mails_waiting: 0 })
})

describe('backups', () => {
  const read = async () => (await ask('GET', 'backups/')).body
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const run = (id: string, hours: number, more: object = {}) =>
    world.kit.pool
      .insertInto('backup_runs')
      .values({ id, started_at: hoursAgo(hours), finished_at: hoursAgo(hours), address: `/b/${id}`, ...more })
      .execute()

  test('say what to look at', async () => {
    expect((await read()).problems).toEqual(['none', 'off', 'never_verified'])
    await run('verified', 24 * 40, { verified_at: hoursAgo(24 * 36) })
    expect((await read()).problems).toEqual(['off', 'verified_long_ago'])
    await run('killed', 30, { finished_at: null, address: '' })
    await run('failed', 2, { error: 'The disk is full.', address: '' })
    expect(await read()).toMatchObject({
      problems: ['failed', 'off', 'verified_long_ago'],
      is_running: false,
    })
    expect((await read()).runs.map(({ state }: { state: string }) => state)).toEqual([
      'failed',
      'failed',
      'complete',
    ])
  })

  test('one starts on request, and no second one while it runs', async () => {
    for (const _ of [1, 2]) expect((await ask('POST', 'backups/')).status).toBe(204)
    const { rows } = await sql`select data from pgboss.job where name = ${backupJob.name}`.execute(
      world.kit.pool,
    )
    expect(rows).toMatchObject([{ data: { now: true } }])
    expect((await read()).is_running).toBe(true)
  })

  test('without a passphrase, none starts', async () => {
    const { backup } = world.kit.config
    world.kit.config.backup = { ...backup, passphrase: undefined }
    expect((await ask('POST', 'backups/')).status).toBe(403)
    world.kit.config.backup = backup
  })
})

test('versions name the migrations and the processes that run', async () => {
  const { pool } = world.kit
  await pool.insertInto('running_servers').values({ id: 'old', knows: '2020', seen_at: new Date() }).execute()
  await pool
    .insertInto('running_servers')
    .values({ id: 'dead', knows: '2020', seen_at: new Date(Date.now() - 60_000) })
    .execute()
  const { body } = await ask('GET', 'versions/')
  expect(body.migrations).toHaveLength(10)
  expect(body.migration_count).toBeGreaterThan(60)
  const states = new Map(body.servers.map(({ id, state }: { id: string; state: string }) => [id, state]))
  expect([states.get('old'), states.get('dead')]).toEqual(['earlier', 'silent'])
})
