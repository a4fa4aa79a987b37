import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { ALL_JOBS } from '../../laurel.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'

const QUEUES = '/api/v1/office/system/queues/'
const FAILED = '/api/v1/office/system/failed_jobs/'

let world: World
let owner: Awaited<ReturnType<World['staff']>>
let theirs: Awaited<ReturnType<World['staff']>>
beforeAll(async () => {
  // Nothing listens at the discard port, whatever else runs on this machine.
  world = await makeWorld({ SANDBOX_PORT: '9', SANDBOX_SMTP_PORT: '9' })
  owner = await world.staff()
  theirs = await world.staff('owner', 'acorn')
})
afterAll(() => world.close())
beforeEach(() => sql`delete from pgboss.job`.execute(world.kit.pool))

const enqueueMail = (siteId: number, orderId: number) =>
  inSite(world.kit.pool, siteId, (db) => world.kit.jobs.enqueue(db, orderMail.placed, { siteId, orderId }))
const fail = (orderId: number) =>
  sql`update pgboss.job set state = 'failed', completed_on = now(), retry_count = 8, retry_limit = 8,
    output = '{"message": "connect ECONNREFUSED", "stack": "at secret-place.ts"}'
    where data ->> 'orderId' = ${String(orderId)}`.execute(world.kit.pool)
const failed = async (who = owner) => (await who.call('GET', FAILED)).body

describe('the queues', () => {
  test('count waiting and failed work of this site only', async () => {
    await enqueueMail(owner.siteId, 1)
    await enqueueMail(owner.siteId, 2)
    await enqueueMail(theirs.siteId, 3)
    await fail(2)
    const { body } = await owner.call('GET', QUEUES)
    expect(body).toMatchObject([{ name: 'mail.order-placed', waiting: 1, running: 0, failed: 1 }])
    expect((await theirs.call('GET', QUEUES)).body).toMatchObject([{ waiting: 1, failed: 0 }])
  })

  test('count an unmailed code for its pool’s site, and hide its content', async () => {
    const { accounts } = await world.kit.sites.readByHost('localhost')
    const data = JSON.stringify({ sealed: 'hush', key: 'k', poolId: accounts.user_pool_id })
    await sql`insert into pgboss.job (name, data, state, output, completed_on)
      values ('mail.code', ${data}::jsonb, 'failed', '{"message": "greeting never came"}', now())`.execute(
      world.kit.pool,
    )
    const { results } = await failed()
    expect(results).toMatchObject([{ queue: 'mail.code', about: '', reason: 'greeting never came' }])
    expect(JSON.stringify(results)).not.toContain('hush')
    expect((await failed(theirs)).count).toBe(0)
  })
})

describe('failed work', () => {
  test('shows its reason and subject, without the place in our code', async () => {
    await enqueueMail(owner.siteId, 7)
    await fail(7)
    const { count, results } = await failed()
    expect(count).toBe(1)
    expect(results[0]).toMatchObject({ about: 'order:7', reason: 'connect ECONNREFUSED', attempts: 9 })
    expect(JSON.stringify(results)).not.toContain('secret-place')
  })

  test('waits again when it is retried, with an audit entry', async () => {
    await enqueueMail(owner.siteId, 7)
    await fail(7)
    const [job] = (await failed()).results
    const answer = await owner.call('POST', `${FAILED}retry/`, { queue: job.queue, ids: [job.id] })
    expect(answer.body).toEqual({ retried: 1 })
    expect((await owner.call('GET', QUEUES)).body).toMatchObject([{ waiting: 1, failed: 0 }])
    const [task] = await sql<{ id: string }>`select id from pgboss.job where state = 'retry'
      and retry_count < retry_limit and start_after <= now()`
      .execute(world.kit.pool)
      .then(({ rows }) => rows)
    expect(task?.id).toBe(job.id)
    const again = await owner.call('POST', `${FAILED}retry/`, { queue: job.queue, ids: [job.id] })
    expect(again.body).toEqual({ retried: 0 })
  })

  test('of another site can’t be retried from here', async () => {
    await enqueueMail(theirs.siteId, 8)
    await fail(8)
    const [job] = (await failed(theirs)).results
    const answer = await owner.call('POST', `${FAILED}retry/`, { queue: job.queue, ids: [job.id] })
    expect(answer.body).toEqual({ retried: 0 })
    expect((await failed(theirs)).count).toBe(1)
  })

  test('is retried only by staff with the permission', async () => {
    const finance = await world.staff('finance')
    expect((await finance.call('GET', QUEUES)).status).toBe(403)
    expect((await finance.call('POST', `${FAILED}retry/`, { queue: 'x', ids: [] })).status).toBe(403)
  })
})

test('a mail that waits for another attempt names the mail server that doesn’t answer', async () => {
  await enqueueMail(owner.siteId, 7)
  await sql`update pgboss.job set state = 'retry', retry_count = 1`.execute(world.kit.pool)
  const waitsFor = async (who: typeof owner) => {
    const todos: { kind: string; count: number }[] = (await who.call('GET', '/api/v1/office/today/')).body
      .todos
    return todos.filter(({ kind }) => kind.startsWith('mail')).map(({ kind, count }) => [kind, count])
  }
  expect(await waitsFor(owner)).toEqual([
    ['mail_down', 1],
    ['mails_to_retry', 0],
  ])
  expect(await waitsFor(theirs)).toEqual([
    ['mail_down', 0],
    ['mails_to_retry', 0],
  ])
})

test('health says what answers, what doesn’t, and what isn’t set up', async () => {
  const healthOf = async (who: typeof owner) => {
    const { status, body } = await who.call('GET', '/api/v1/office/system/health/')
    expect(status).toBe(200)
    const checks: { name: string; state: string }[] = body.checks
    return { body, state: Object.fromEntries(checks.map((one) => [one.name, one.state])) }
  }
  const { body, state } = await healthOf(owner)
  expect(state).toMatchObject({ database: 'up', files: 'up', mail: 'down', ups: 'down', usps: 'down' })
  expect(body.versions.map((one: { name: string }) => one.name)).toContain('PostgreSQL')
  // The second brand has no account with a carrier.
  expect((await healthOf(theirs)).state).toMatchObject({ ups: 'not_set_up', usps: 'not_set_up' })
})

test('the office names only queues that exist', () => {
  const screen = new URL('../../../../web/src/features/office/system/SystemScreen.tsx', import.meta.url)
  const [, list] = /const QUEUES[^{]*\{(.*?)\n\}/s.exec(readFileSync(screen, 'utf8'))!
  const named = [...list!.matchAll(/^ {2}'(.+?)':/gm)].map(([, name]) => name)
  // Cards by mail aren't jobs (queue.repo.ts).
  const queues = ['mail.cards', ...ALL_JOBS.map(({ name }) => name)]
  expect(queues).toEqual(expect.arrayContaining(named))
})
