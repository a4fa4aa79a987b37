import * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { beforeCommit, poolOf } from '../../database/site-transaction.ts'
import { type Jobs, job } from '../../jobs/jobs.ts'

/** Reads on in a site's log, for every endpoint that is behind. */
export const spreadEvents = job({
  name: 'webhooks.spread',
  payload: z.object({ siteId: z.number() }),
  retries: 10,
  seconds: 300,
})

/** Sends what is due to one endpoint. */
export const sendMessages = job({
  name: 'webhooks.send',
  payload: z.object({ siteId: z.number(), endpointId: z.number() }),
  retries: 10,
  seconds: 300,
  atOnce: 16,
  perSite: 8,
})

const connected = new WeakMap<Pool, Jobs>()
const promised = new WeakSet<Db>()

/** Connects a server's queue; without one, its log waits for the next start. */
export function connectWebhookJobs(pool: Pool, jobs: Jobs): void {
  connected.set(pool, jobs)
}

/** Enqueues reading the log, once per transaction that adds to it, if the site has an active endpoint. */
export function enqueueSpread(db: Db, siteId: number): void {
  const jobs = connected.get(poolOf(db))
  if (jobs === undefined || promised.has(db)) return
  promised.add(db)
  beforeCommit(db, async () => {
    const endpoint = await db
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('site_id', '=', siteId)
      .where('enabled', '=', true)
      .limit(1)
      .executeTakeFirst()
    if (endpoint !== undefined) await jobs.enqueue(db, spreadEvents, { siteId })
  })
}
