import type { Db } from '../../database/database.ts'

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
