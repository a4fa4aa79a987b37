import type { Db } from '../../database/database.ts'
import type { SiteRow } from './sites.repo.ts'

/**
 * Whether a site has ever been live, as its audit log says. Its orders may then be of customers, also of those who
 * paid on the provider's page while it was taken offline: none is deleted, and it no longer has preview orders.
 *
 * @see docs/decisions/0055-a-site-goes-live.md
 */
export async function wasLive(db: Db, siteId: number): Promise<boolean> {
  const entry = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('site_id', '=', siteId)
    .where('event', 'in', ['site.live', 'site.offline'])
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

/**
 * Locks a site that isn't live, so that it doesn't go live before the transaction ends: what is placed until then is
 * deleted with the preview. A live site costs no query.
 *
 * @returns the site as it is now
 */
export async function lockPreview(db: Db, site: SiteRow): Promise<SiteRow> {
  if (site.live_at !== null) return site
  const { live_at } = await db
    .selectFrom('sites')
    .select('live_at')
    .where('id', '=', site.id)
    .forShare()
    .executeTakeFirstOrThrow()
  return { ...site, live_at }
}
