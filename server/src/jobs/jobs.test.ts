import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { inSite, SharedTransaction } from '../database/in-site.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { allHandled, handles, job, startJobs } from './jobs.ts'
import { wakeWorkers } from './wake-workers.ts'

const ring = job({ name: 'test.ring', payload: z.object({ times: z.number() }), retries: 0, seconds: 10 })

/** Shorter than the workers' own polling interval. */
const SOON_MS = 25_000

test('a job that nothing handles is refused', () => {
  expect(() => allHandled([ring], [])).toThrow('no handler for test.ring')
})

test(
  'a job enqueued while the workers rest is done long before their next poll',
  async () => {
    const database = await openTestDatabase()
    await sql`create role laurel_app`.execute(database.db).catch(() => undefined)
    const errors: unknown[] = []
    const jobs = await startJobs(database, [ring], (error) => errors.push(error), true)
    let done = Promise.withResolvers<number>()
    await jobs.work([handles(ring, async ({ times }) => done.resolve(times))])

    await database.db.transaction().execute((db) => jobs.enqueue(db, ring, { times: 1 }))
    expect(await done.promise).toBe(1)
    done = Promise.withResolvers<number>()
    await database.db.transaction().execute((db) => jobs.enqueue(db, ring, { times: 2 }))
    expect(await done.promise).toBe(2)

    await jobs.stop()
    await database.close()
    expect(errors).toEqual([])
  },
  SOON_MS,
)

test('jobs are looked for outside the transaction of the request that enqueued one', async () => {
  const database = await openTestDatabase()
  await sql`create role laurel_app`.execute(database.db).catch(() => undefined)
  const errors: unknown[] = []
  const jobs = await startJobs(database, [ring], (error) => errors.push(error), false)
  const waking = wakeWorkers(
    database.db,
    [ring.name],
    () => {},
    (error) => errors.push(error),
  )
  await wait(500)
  const nothing = async () => {}
  const request = new SharedTransaction(database.db, 1, {
    begin: nothing,
    saveProgress: nothing,
    progress: undefined,
  })
  await request.share(async () => {
    await inSite(database.db, 1, nothing)
    waking.expectJob()
    await wait(700)
  })
  await request.rollback(new Error('refused'))
  await waking.stop()
  await jobs.stop()
  await database.close()
  expect(errors).toEqual([])
})

test('a worker of an earlier version leaves the jobs it doesn’t know to the later one', async () => {
  const database = await openTestDatabase()
  const errors: unknown[] = []
  const start = (definitions: Parameters<typeof startJobs>[1], withWorker: boolean) =>
    startJobs(database, definitions, (error) => errors.push(error), withWorker)
  const sing = job({ name: 'test.sing', payload: z.object({}), retries: 0, seconds: 10 })
  const louder = { ...ring, payload: ring.payload.extend({ loud: z.boolean().optional() }) }
  const later = await start([louder, sing], false)
  const earlier = await start([ring], true)
  const rang = Promise.withResolvers<number>()
  await earlier.work([handles(ring, async ({ times }) => rang.resolve(times))])

  await database.db.transaction().execute(async (db) => {
    await later.enqueue(db, sing, {})
    await later.enqueue(db, louder, { times: 3, loud: true })
  })
  expect(await rang.promise).toBe(3)
  await earlier.stop()

  const sang = Promise.withResolvers<string>()
  await later.work([handles(sing, async () => sang.resolve('la'))])
  expect(await sang.promise).toBe('la')
  await later.stop()
  await database.close()
  expect(errors).toEqual([])
})

test('the waiting jobs of one site leave room for another’s, and each runs once', async () => {
  const database = await openTestDatabase()
  const send = job({
    name: 'test.send',
    payload: z.object({ siteId: z.number(), nth: z.number() }),
    retries: 0,
    seconds: 60,
    atOnce: 3,
    perSite: 2,
  })
  const errors: unknown[] = []
  const jobs = await startJobs(database, [send], (error) => errors.push(error), true)
  await database.db.transaction().execute(async (db) => {
    for (let nth = 0; nth < 30; nth += 1) await jobs.enqueue(db, send, { siteId: 1, nth })
    await jobs.enqueue(db, send, { siteId: 2, nth: 0 })
  })

  const room = Promise.withResolvers<void>()
  const other = Promise.withResolvers<void>()
  const all = Promise.withResolvers<void>()
  const begun: number[] = []
  let atOnce = 0
  let most = 0
  await jobs.work([
    handles(send, async ({ siteId, nth }) => {
      if (siteId === 2) return other.resolve()
      begun.push(nth)
      most = Math.max(most, ++atOnce)
      await room.promise
      atOnce -= 1
      if (begun.length === 30 && atOnce === 0) all.resolve()
    }),
  ])
  // The first site's jobs don't end before the second site's has.
  await other.promise
  expect(begun.length).toBeLessThanOrEqual(2)
  room.resolve()
  await all.promise
  expect(begun.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, nth) => nth))
  expect(most).toBe(2)

  await jobs.stop()
  await database.close()
  expect(errors).toEqual([])
})

test('of a test site, only jobs run that say so, and one of them at a time waits', async () => {
  const database = await openTestDatabase()
  const errors: Error[] = []
  const payload = z.object({ siteId: z.number() })
  const made = { payload, retries: 0, seconds: 10 }
  const simulate = job({ ...made, name: 'test.simulate', inTestMode: 'runs', isOnce: true })
  const mail = job({ ...made, name: 'test.mail' })
  const send = job({ ...made, name: 'test.send', inTestMode: simulate })
  const jobs = await startJobs(database, [simulate, mail, send], (error) => errors.push(error as Error), true)
  const waiting = () =>
    database.db
      .withTables<{ 'pgboss.job': { name: string; data: { siteId: number }; state: string } }>()
      .selectFrom('pgboss.job')
      .select(['name', 'data', 'state'])
      .where('name', 'like', 'test.%')
      .orderBy('name')
      .execute()
  await database.db.transaction().execute(async (db) => {
    for (const siteId of [7, -7]) {
      await jobs.enqueue(db, mail, { siteId })
      await jobs.enqueue(db, send, { siteId })
    }
    await jobs.enqueue(db, simulate, { siteId: -7 })
  })
  expect((await waiting()).map(({ name, data }) => [name, data.siteId])).toEqual([
    ['test.mail', 7],
    ['test.send', 7],
    ['test.simulate', -7],
  ])

  // One that is there all the same, such as from a version before its definition changed.
  await sql`update pgboss.job set data = '{"siteId": -7}' where name = 'test.mail'`.execute(database.db)
  const ran: string[] = []
  const runs = (name: string) => async () => {
    ran.push(name)
  }
  await jobs.work([
    handles(simulate, runs('simulate')),
    handles(mail, runs('mail')),
    handles(send, runs('send')),
  ])
  await vi.waitFor(async () =>
    expect((await waiting()).map(({ state }) => state)).toEqual(['failed', 'completed', 'completed']),
  )
  expect(ran.sort()).toEqual(['send', 'simulate'])
  expect(errors.map(({ cause }) => (cause as Error).message)).toEqual(['test.mail doesn’t run in test mode'])
  await jobs.stop()
  await database.close()
})
