import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { openTestDatabase } from '../testing/test-database.ts'
import { handles, job, startJobs } from './jobs.ts'

const ring = job({ name: 'test.ring', payload: z.object({ times: z.number() }), retries: 0, seconds: 10 })

/** Less than the workers' own look takes to come. */
const SOON_MS = 25_000

test(
  'what is promised while the workers rest is done long before they would look by themselves',
  async () => {
    const database = await openTestDatabase()
    await sql`create role laurel_app`.execute(database.db).catch(() => undefined)
    const errors: unknown[] = []
    const jobs = await startJobs(database, database.url, [ring], (error) => errors.push(error), true)
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
