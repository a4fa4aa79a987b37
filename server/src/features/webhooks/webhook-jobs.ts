import { expressionBuilder } from 'kysely'
import * as z from 'zod'
import type { Database, Db, Pool } from '../../database/database.ts'
import { beforeCommit, poolOf } from '../../database/site-transaction.ts'
import { type Jobs, job } from '../../jobs/jobs.ts'

/** Reads on in a site's log, for every endpoint that is behind. */
export const spreadEvents = job({
  name: 'webhooks.spread',
  payload: z.object({ siteId: z.number() }),
  retries: 10,
  seconds: 300,
  inTestMode: 'runs',
})

/** Sends what is due to one endpoint. */
export const sendMessages = job({
  name: 'webhooks.send',
  payload: z.object({ siteId: z.number(), endpointId: z.number() }),
  retries: 10,
  seconds: 300,
  atOnce: 16,
  perSite: 8,
  inTestMode: 'runs',
})

const connected = new WeakMap<Pool, Jobs>()
const enqueued = new WeakSet<Db>()
const { exists, selectFrom } = expressionBuilder<Database>()

/** Connects a server's queue; without one, its log waits for the next start. */
export function connectWebhookJobs(pool: Pool, jobs: Jobs): void {
  connected.set(pool, jobs)
}

/** Whether a site has an active endpoint. */
export function isHeard(siteId: number) {
  return exists(
    selectFrom('webhook_endpoints')
      .where('webhook_endpoints.site_id', '=', siteId)
      .where('webhook_endpoints.enabled', '=', true),
  ).$castTo<boolean>()
}

/** Enqueues reading the log at the end of a transaction that adds to it, if the site has an active endpoint. */
export function enqueueSpread(db: Db, siteId: number): void {
  beforeCommit(db, async () => {
    if (enqueued.has(db)) return
    const { heard } = await db.selectNoFrom(isHeard(siteId).as('heard')).executeTakeFirstOrThrow()
    if (heard) await enqueueSpreadNow(db, siteId)
  })
}

/** Enqueues reading the log, once per transaction. */
export async function enqueueSpreadNow(db: Db, siteId: number): Promise<void> {
  if (enqueued.has(db)) return
  enqueued.add(db)
  await connected.get(poolOf(db))?.enqueue(db, spreadEvents, { siteId })
}
