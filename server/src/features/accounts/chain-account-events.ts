import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'

/** Longer than any sign-in's transaction takes to end: events of the same moment are chained together. */
const CHAIN_AFTER_MS = 1_000
/** An event that has waited this long has no job: its server was killed, or its transaction took that long. */
const LEFT_AFTER_MS = 30_000
const BATCH = 200

/**
 * Moves account events into the audit log. Each is removed from its table in the transaction that chains it, so
 * none is lost or repeated.
 */
export const chainEvents = job({
  name: 'accounts.chain',
  payload: z.object({ siteId: z.number() }),
  retries: 20,
  longestRetrySeconds: 60,
  seconds: 60,
  atOnce: 2,
  perSite: 1,
})

/** Chains events that were left without a job. */
export const chainLeftEvents = job({
  name: 'accounts.chain-left',
  payload: z.unknown(),
  retries: 1,
  seconds: 60,
  cron: '* * * * *',
})

export function chainingLeft({ pool, now }: Pick<Kit, 'pool' | 'now'>): Sweep {
  const before = () => new Date(now().getTime() - LEFT_AFTER_MS)
  return sweeps(
    chainLeftEvents,
    () =>
      findDueSites(pool, (db) =>
        db.selectFrom('account_events').select('site_id').distinct().where('at', '<', before()),
      ),
    (siteId) => chainAccountEvents(pool, siteId),
  )
}

/**
 * Enqueues one job for all events of a site in a second: a job for each event took the database longer than the event.
 *
 * @returns called when a site has a new event
 */
export function makeChaining({ pool, jobs }: Pick<Kit, 'pool' | 'jobs'>): (siteId: number) => void {
  const outsideRequests = AsyncLocalStorage.snapshot()
  const waiting = new Set<number>()
  const chain = async (siteId: number) => {
    waiting.delete(siteId)
    await pool.transaction().execute((db) => jobs.enqueue(db, chainEvents, { siteId }))
  }
  return (siteId) => {
    if (waiting.has(siteId)) return
    waiting.add(siteId)
    // If it fails, chainingLeft finds the events.
    outsideRequests(() => setTimeout(() => chain(siteId).catch(() => {}), CHAIN_AFTER_MS).unref())
  }
}

export function chainEventsHandler(pool: Pool): JobHandler {
  return handles(chainEvents, ({ siteId }) => chainAccountEvents(pool, siteId))
}

/** Chains the events that wait on one site, in the order they were written. */
export async function chainAccountEvents(pool: Pool, siteId: number): Promise<void> {
  let taken: number
  do {
    taken = await inSite(pool, siteId, async (db) => {
      const rows = await db
        .deleteFrom('account_events')
        .where('site_id', '=', siteId)
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('account_events')
            .select('id')
            .where('site_id', '=', siteId)
            .orderBy('id')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .execute()
      for (const { actor, event, subject, facts, at } of rows.sort((a, b) => a.id - b.id)) {
        record(db, siteId, { actor, event: event as AuditEventName, subject, facts: facts as AuditFacts, at })
      }
      return rows.length
    })
  } while (taken === BATCH)
}
