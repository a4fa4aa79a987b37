import type { FailedJob, Queue } from '@laurel/contract/office-system'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type FailedRow, listFailedRows, listQueueRows, type Owner, retryFailed } from './queue.repo.ts'

type QueueKit = Pick<Kit, 'pool' | 'now'>

const MAX_REASON = 300

export function listQueues({ pool, now }: QueueKit, site: SiteRow): Promise<z.input<typeof Queue>[]> {
  return inSite(pool, site.id, async (db) => {
    const rows = await listQueueRows(db, ownerOf(site), now())
    return rows.map((row) => ({ ...row, oldest_waiting_at: row.oldest_waiting_at?.toISOString() ?? null }))
  })
}

export function listFailedJobs(
  { pool }: QueueKit,
  site: SiteRow,
  asked: { queue?: string | undefined; page_size: number },
): Promise<{ count: number; results: z.input<typeof FailedJob>[] }> {
  return inSite(pool, site.id, async (db) => {
    const { count, rows } = await listFailedRows(db, ownerOf(site), asked.queue, asked.page_size)
    return { count, results: rows.map(wire) }
  })
}

/** Jobs do what they do once, however often they run: running one again is safe. */
export function retryJobs(
  { pool, now }: QueueKit,
  site: SiteRow,
  actor: Staff,
  { queue, ids }: { queue: string; ids: readonly string[] },
): Promise<{ retried: number }> {
  return inSite(pool, site.id, async (db) => {
    const retried = await retryFailed(db, ownerOf(site), queue, ids)
    if (retried.length > 0) {
      record(db, site.id, {
        actor: actor.by,
        event: 'system.retried',
        subject: `queue:${queue}`,
        facts: { jobs: retried.length },
        at: now(),
      })
    }
    return { retried: retried.length }
  })
}

export function ownerOf(site: SiteRow): Owner {
  return { siteId: site.id, poolId: site.accounts.user_pool_id }
}

function wire({ id, name, data, reason, attempts, failed_at }: FailedRow): z.input<typeof FailedJob> {
  return {
    id,
    queue: name,
    about: aboutWords(data),
    reason: (reason ?? '').slice(0, MAX_REASON),
    attempts,
    failed_at: failed_at.toISOString(),
  }
}

/** The payload's numeric references, such as `order:7`. Nothing else is shown, since it may hold a secret. */
function aboutWords(data: Record<string, unknown>): string {
  for (const [key, value] of Object.entries(data)) {
    const [, thing] = /^(\w+?)_?[iI]d$/.exec(key) ?? []
    if (thing !== undefined && thing !== 'site' && typeof value === 'number') return `${thing}:${value}`
  }
  return ''
}
