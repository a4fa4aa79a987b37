import type { listOrganizations as listOrganizationsEndpoint } from '@laurel/contract/platform'
import { Refusal } from '@laurel/domain/refusal'
import { siteStateOf } from '@laurel/domain/site-state'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Database, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf, sumOf } from '../../database/sql.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import { findLastBackup, findLastVerified } from '../system/backup-runs.repo.ts'
import { LAUREL_VERSION } from '../system/health.ts'
import { cardsToMail, listQueueRowsBySite } from '../system/queue.repo.ts'
import type { PlatformKit } from './sites.service.ts'

type SiteLine = z.input<typeof listOrganizationsEndpoint.response>['organizations'][number]['sites'][number]

const SHOWN = 50
const DAYS_30_MS = 30 * 86_400_000

const SITE_COLUMNS = [
  'id',
  'organization_id',
  'name',
  'hosts',
  'live_at',
  'suspended_at',
  'accounts',
] as const
type SiteColumns = Pick<Selectable<Database['sites']>, (typeof SITE_COLUMNS)[number]>
type Queues = Awaited<ReturnType<typeof listQueueRowsBySite>>

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
            .where('s.id', '>', 0)
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
    .select(SITE_COLUMNS)
    .where('organization_id', '=', anyOf(ids))
    .where('id', '>', 0)
    .orderBy('name')
    .limit(SHOWN)
    .execute()
  const queues = await listQueueRowsBySite(pool)
  const lines: Array<{ organizationId: number; line: SiteLine }> = []
  for (const site of sites) {
    lines.push({ organizationId: site.organization_id, line: await siteLine(pool, site, queues, now()) })
  }
  const all = await pool.selectFrom('sites').select(['live_at', 'suspended_at']).where('id', '>', 0).execute()
  const site_counts = { setting_up: 0, live: 0, suspended: 0 }
  for (const one of all) site_counts[siteStateOf(one)] += 1
  const [backup, verified] = await Promise.all([findLastBackup(pool), findLastVerified(pool)])
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
    last_backup_at: backup?.started_at.toISOString() ?? null,
    last_verified_at: verified?.verified_at?.toISOString() ?? null,
    version: LAUREL_VERSION,
  }
}

/** A site's state and use; its rows are read in a transaction of that site. */
async function siteLine(
  pool: Pool,
  { accounts, organization_id, live_at, suspended_at, ...site }: SiteColumns,
  queues: Queues,
  now: Date,
): Promise<SiteLine> {
  const { id: siteId } = site
  const since = new Date(now.getTime() - DAYS_30_MS)
  const used = await inSite(pool, siteId, (db) =>
    db
      .selectNoFrom(({ selectFrom }) => {
        const orders = selectFrom('orders').where('site_id', '=', siteId).where('placed_at', 'is not', null)
        const cards = cardsToMail(siteId, now)
        return [
          orders
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('placed_at', '>', since)
            .as('orders'),
          orders.select(({ fn }) => fn.max('placed_at').as('at')).as('last_order_at'),
          selectFrom('files')
            .select(({ ref }) => sumOf(ref('bytes')).as('bytes'))
            .where('site_id', '=', siteId)
            .as('bytes'),
          cards.select(({ fn }) => fn.countAll<number>().as('count')).as('cards'),
          cards.select(({ fn }) => fn.min('d.updated_at').as('at')).as('cards_since'),
        ]
      })
      .executeTakeFirstOrThrow(),
  )
  const { user_pool_id: poolId } = accounts as { user_pool_id: string }
  const own = queues.filter(({ site_id, pool_id }) => site_id === String(siteId) || pool_id === poolId)
  const sum = (rows: Queues, of: 'waiting' | 'failed') => rows.reduce((all, row) => all + row[of], 0)
  const cards = used.cards ?? 0
  const oldest = [used.cards_since, ...own.map((row) => row.oldest_waiting_at)]
    .filter((at) => at !== null)
    .toSorted((a, b) => +a - +b)[0]
  return {
    ...site,
    state: siteStateOf({ live_at, suspended_at }),
    suspended_at: suspended_at?.toISOString() ?? null,
    orders_30_days: used.orders ?? 0,
    last_order_at: used.last_order_at?.toISOString() ?? null,
    storage_bytes: used.bytes ?? 0,
    waiting_jobs: sum(own, 'waiting') + cards,
    failed_jobs: sum(own, 'failed'),
    mails_waiting:
      sum(
        own.filter(({ name }) => name.startsWith('mail.')),
        'waiting',
      ) + cards,
    oldest_waiting_at: oldest?.toISOString() ?? null,
  }
}

/** @throws {Refusal} `not_found` */
export async function readSite({ pool, now, config }: PlatformKit, siteId: number) {
  const site = await pool
    .selectFrom('sites')
    .innerJoin('organizations as o', 'o.id', 'sites.organization_id')
    .select(SITE_COLUMNS.map((column) => `sites.${column}` as const))
    .select(['o.name as organization_name', 'limits'])
    .where('sites.id', '=', siteId)
    .executeTakeFirst()
  if (site === undefined) throw new Refusal('not_found')
  const { organization_name, limits, ...columns } = site
  const line = await siteLine(pool, columns, await listQueueRowsBySite(pool), now())
  const totals = await inSite(pool, siteId, (db) =>
    db
      .selectNoFrom(({ selectFrom }) => {
        const countOf = (table: 'customers' | 'card_recipient_details' | 'staff_accounts') =>
          selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('site_id', '=', siteId)
        return [
          selectFrom('orders')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('site_id', '=', siteId)
            .where('placed_at', 'is not', null)
            .as('orders'),
          selectFrom('deliveries')
            .select(({ ref }) => sumOf(ref('card_count')).as('cards'))
            .where('site_id', '=', siteId)
            .where('status', 'not in', ['cancelled', 'replaced'])
            .as('cards'),
          countOf('customers').where('closed_at', 'is', null).as('customers'),
          countOf('card_recipient_details').as('recipients'),
          countOf('staff_accounts').where('active', '=', true).as('staff'),
        ]
      })
      .executeTakeFirstOrThrow(),
  )
  return {
    ...line,
    organization_name,
    orders: totals.orders ?? 0,
    cards: totals.cards ?? 0,
    customers: totals.customers ?? 0,
    recipients: totals.recipients ?? 0,
    staff: totals.staff ?? 0,
    limits: limits as LimitsRecord,
    requests_per_minute: config.rateLimitPerMinute,
  }
}
