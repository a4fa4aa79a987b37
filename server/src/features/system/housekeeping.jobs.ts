import type { Identity } from '@laurel/identity'
import * as z from 'zod'
import { lookAcrossSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { ago } from '../../database/sql.ts'
import { handles, type JobHandler, job, visitSites } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { deleteOldEntries } from '../staff/platform-log.ts'

/** A key answers again for a day (docs/architecture.md, "How a request is handled"). */
const KEEP_KEYS_MS = 24 * 3_600_000

/**
 * Forgets what has expired: idempotency keys after a day, counts of requests, call budgets that are full again, the operators' log after 400 days, and
 * the accounts service's own leftovers.
 */
export const housekeepingJob = job({
  name: 'housekeeping',
  payload: z.object({}).nullish(),
  retries: 2,
  seconds: 300,
  cron: '17 * * * *',
})

export function housekeepingHandler(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  identity: Identity | undefined,
): JobHandler {
  return handles(housekeepingJob, async () => {
    const before = new Date(now().getTime() - KEEP_KEYS_MS)
    // Of suspended sites, too: they forget, but do nothing else.
    const due = await lookAcrossSites(pool, (db) =>
      db
        .selectFrom('idempotency_keys')
        .select('site_id')
        .distinct()
        .where('created_at', '<', before)
        .orderBy('site_id')
        .execute(),
    )
    const siteIds = due.map(({ site_id }) => site_id)
    const forget = visitSites(siteIds, async (siteId) => {
      await inSite(pool, siteId, (db) =>
        db
          .deleteFrom('idempotency_keys')
          .where('site_id', '=', siteId)
          .where('created_at', '<', before)
          .execute(),
      )
    })
    const windows = pool.deleteFrom('request_counts').where('ends_at', '<', ago('1 minute')).execute()
    // A full budget needs no row.
    const budgets = pool
      .deleteFrom('call_budgets')
      .where('full_at', '<', ago('1 minute'))
      .where('paused_until', '<', ago('1 minute'))
      .execute()
    await Promise.all([forget, windows, budgets, deleteOldEntries(pool), identity?.deleteExpired()])
  })
}
