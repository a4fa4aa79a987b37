import type { Pool } from '../../database/database.ts'
import { findSiteOfPool, type SiteRow } from '../sites/sites.repo.ts'

/** The site whose accounts a pool of the accounts service holds. */
export async function readSiteOfPool(pool: Pool, poolId: string): Promise<SiteRow> {
  const site = await findSiteOfPool(pool, poolId)
  if (site === undefined) throw new Error(`no site has the pool ${poolId}`)
  return site
}

/** The site's own address: its host, with the protocol and port of the installation. */
export function siteOrigin(publicOrigin: string, site: SiteRow): string {
  const url = new URL(publicOrigin)
  if (!site.hosts.includes(url.hostname)) url.hostname = site.hosts[0] ?? url.hostname
  return url.origin
}
