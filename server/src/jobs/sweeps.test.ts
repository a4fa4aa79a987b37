import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Jobs, job, startJobs, sweeps } from './jobs.ts'

const sweep = job({
  name: 'test.sweep',
  payload: z.unknown(),
  retries: 0,
  seconds: 60,
  cron: '0 0 1 1 *',
  siteBySite: true,
})

let database: TestDatabase
const errors: string[] = []
const servers: Jobs[] = []
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  for (const jobs of servers) await jobs.stop()
  await database.close()
})

/** A server that has the sweep's worker. */
async function startServer(due: () => Promise<number[]>, visit: (siteId: number) => Promise<void>) {
  const onError = (error: unknown) => errors.push(String((error as Error).cause))
  const jobs = await startJobs(database, [sweep], onError, true)
  await jobs.work([sweeps(sweep, due, visit)])
  servers.push(jobs)
  return () => database.db.transaction().execute((db) => jobs.enqueue(db, sweep, {}))
}

test('a slow or failing site delays no other, and no second server visits it at the same time', async () => {
  const visits = new Map<number, number>()
  const slow = Promise.withResolvers<void>()
  const visit = async (siteId: number) => {
    visits.set(siteId, (visits.get(siteId) ?? 0) + 1)
    if (siteId === 1) await slow.promise
    if (siteId === 2) throw new Error('its data is broken')
  }
  let due = [1, 2, 3]
  const runOnOne = await startServer(async () => due, visit)
  const runOnOther = await startServer(async () => due, visit)

  await runOnOne()
  await expect
    .poll(() => [...visits].sort(), WITHIN)
    .toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ])
  await expect.poll(() => errors, WITHIN).toEqual(['AggregateError: site 2: its data is broken'])

  // The first site's visit is still going on.
  due = [1, 3]
  await runOnOther()
  await expect.poll(() => visits.get(3), WITHIN).toBe(2)
  due = [1, 4]
  await runOnOne()
  await expect.poll(() => visits.get(4), WITHIN).toBe(1)
  expect(visits.get(1)).toBe(1)

  slow.resolve()
  due = [1]
  await expect
    .poll(async () => {
      await runOnOther()
      return visits.get(1)
    }, WITHIN)
    .toBeGreaterThan(1)
}, 30_000)

const WITHIN = { timeout: 10_000, interval: 200 }
