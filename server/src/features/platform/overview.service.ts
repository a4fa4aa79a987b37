import type { listOrganizations as listOrganizationsEndpoint } from '@laurel/contract/platform'
import { siteStateOf } from '@laurel/domain/site-state'
import type * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf, now as databaseNow, sumOf } from '../../database/sql.ts'
import type { Operator } from '../../http/actor.ts'
import type { QueueTables } from '../../jobs/queue-tables.ts'
import { logPlatform } from '../staff/operators.ts'
import { LAUREL_VERSION } from '../system/health.ts'
import { listQueueRows } from '../system/queue.repo.ts'
import type { PlatformKit } from './sites.service.ts'

type SiteLine = z.input<typeof listOrganizationsEndpoint.response>['organizations'][number]['sites'][number]

const SHOWN = 50
const DAYS_30_MS = 30 * 86_400_000
const RETRIED_AT_ONCE = 1_000

/** Organizations whose name, or one of whose sites, matches. */
export async function listOrganizations({ pool, now }: PlatformKit, search: string) {
  const pattern = `%${search.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  const organizations = await pool
    .selectFrom('organizations as o')
    .select(['o.id', 'o.name'])
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('o.name', 'ilike', pattern),
        exists(
          selectFrom('sites as s')
            .select('s.id')
            .whereRef('s.organization_id', '=', 'o.id')
            .where(({ eb, or, fn, val }) =>
              or([
                eb('s.name', 'ilike', pattern),
                eb(fn<string>('array_to_string', ['s.hosts', val(' ')]), 'ilike', pattern),
              ]),
            ),
        ),
      ]),
    )
    .orderBy(({ fn }) => fn('lower', ['o.name']))
    .limit(SHOWN)
    .execute()
  const ids = organizations.map(({ id }) => id)
  const sites = await pool
    .selectFrom('sites')
    .select(['id', 'organization_id', 'name', 'hosts', 'live_at', 'suspended_at', 'accounts'])
    .where('organization_id', '=', anyOf(ids))
    .orderBy('name')
    .limit(SHOWN)
    .execute()
  const lines: Array<{ organizationId: number; line: SiteLine }> = []
  for (const { accounts, organization_id: organizationId, live_at, suspended_at, ...site } of sites) {
    const { user_pool_id: poolId } = accounts as { user_pool_id: string }
    const usage = await usageOf(pool, { siteId: site.id, poolId }, now())
    const line = { ...site, state: siteStateOf({ live_at, suspended_at }), ...usage }
    lines.push({ organizationId, line })
  }
  const all = await pool.selectFrom('sites').select(['live_at', 'suspended_at']).execute()
  const site_counts = { setting_up: 0, live: 0, suspended: 0 }
  for (const one of all) site_counts[siteStateOf(one)] += 1
  const { count } = await pool
    .selectFrom('organizations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    organizations: organizations.map((one) => ({
      ...one,
      sites: lines.filter(({ organizationId }) => organizationId === one.id).map(({ line }) => line),
    })),
    organization_count: count,
    site_counts,
    version: LAUREL_VERSION,
  }
}

/** A site's orders, storage, and jobs, read in a transaction of that site. */
function usageOf(pool: Pool, owner: { siteId: number; poolId: string }, now: Date) {
  const { siteId } = owner
  const since = new Date(now.getTime() - DAYS_30_MS)
  return inSite(pool, siteId, async (db) => {
    const orders = await db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('site_id', '=', siteId)
      .where('placed_at', '>', since)
      .executeTakeFirstOrThrow()
    const files = await db
      .selectFrom('files')
      .select(({ ref }) => sumOf(ref('bytes')).as('bytes'))
      .where('site_id', '=', siteId)
      .executeTakeFirstOrThrow()
    const queues = await listQueueRows(db, owner, now)
    const oldest = queues.flatMap(({ oldest_waiting_at: at }) => (at === null ? [] : [at.getTime()]))
    return {
      orders_30_days: orders.count,
      storage_bytes: files.bytes,
      waiting_jobs: queues.reduce((sum, { waiting }) => sum + waiting, 0),
      oldest_waiting_at: oldest.length === 0 ? null : new Date(Math.min(...oldest)).toISOString(),
    }
  })
}

export async function listQueues({ pool }: PlatformKit) {
  const rows = await pool
    .withTables<QueueTables>()
    .selectFrom('pgboss.job')
    .select(({ fn }) => {
      const count = () => fn.countAll<number>()
      return [
        'name',
        count().filterWhere('state', 'in', ['created', 'retry']).as('waiting'),
        count().filterWhere('state', '=', 'active').as('running'),
        count().filterWhere('state', '=', 'failed').as('failed'),
        fn
          .min<Date | null>('created_on')
          .filterWhere('state', 'in', ['created', 'retry'])
          .filterWhere('start_after', '<=', databaseNow)
          .as('oldest_waiting_at'),
      ]
    })
    .where('state', 'in', ['created', 'retry', 'active', 'failed'])
    .groupBy('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, oldest_waiting_at: row.oldest_waiting_at?.toISOString() ?? null }))
}

/** Jobs are idempotent, so retrying them is safe. */
export function retryQueue(
  { pool, now }: PlatformKit,
  { by }: Operator,
  queue: string,
): Promise<{ retried: number }> {
  return pool.transaction().execute(async (db) => {
    const jobs = db.withTables<QueueTables>()
    const { numUpdatedRows } = await jobs
      .updateTable('pgboss.job')
      .set(({ eb }) => ({
        state: 'retry',
        retry_limit: eb('retry_limit', '+', 1),
        completed_on: null,
        start_after: databaseNow,
      }))
      .where('name', '=', queue)
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('pgboss.job')
          .select('id')
          .where('name', '=', queue)
          .where('state', '=', 'failed')
          // The queue takes one visit of a site at a time, and the next sweep repeats those that failed.
          .where('policy', 'is distinct from', 'exclusive')
          .limit(RETRIED_AT_ONCE),
      )
      .where('state', '=', 'failed')
      .executeTakeFirst()
    const retried = Number(numUpdatedRows)
    await logPlatform(db, { actor: by, event: 'jobs.retried', facts: { queue, retried }, at: now() })
    return { retried }
  })
}

const LOG_LENGTH = 200

export async function listLog({ pool }: PlatformKit) {
  const rows = await pool
    .selectFrom('platform_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(LOG_LENGTH)
    .execute()
  return rows.map(({ at, facts, ...row }) => ({
    ...row,
    at: at.toISOString(),
    facts: facts as Record<string, string | number | boolean>,
  }))
}
