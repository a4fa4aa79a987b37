import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import { record } from '../audit/audit.service.ts'

/** Longer than any sign-in's transaction takes to end: events of the same moment are chained together. */
export const CHAIN_AFTER_S = 1
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
