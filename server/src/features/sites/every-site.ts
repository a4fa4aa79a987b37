import type { Pool } from '../../database/database.ts'
import { siteFailure, throwAll } from '../../jobs/jobs.ts'
import { listSitesAfter, type SiteAtStart } from './sites.repo.ts'

/** Enough that ten thousand sites take few queries, and few enough to hold in memory. */
const LOOKED_AT_ONCE = 500

/**
 * Goes through all sites at a start, and works on those that need it. A site that fails doesn't stop the others.
 *
 * @param needing picks those of many sites, by as few queries as for one
 * @throws {AggregateError} after the last site, naming those that failed
 */
export async function forEverySite(
  pool: Pool,
  needing: (sites: SiteAtStart[]) => Promise<SiteAtStart[]>,
  work: (site: SiteAtStart) => Promise<void>,
): Promise<void> {
  const failures: Error[] = []
  for (let sites = await listSitesAfter(pool, 0, LOOKED_AT_ONCE); sites.length > 0; ) {
    for (const site of await needing(sites)) {
      await work(site).catch((cause: unknown) => failures.push(siteFailure(site.slug, cause)))
    }
    sites = await listSitesAfter(pool, sites.at(-1)!.id, LOOKED_AT_ONCE)
  }
  throwAll(failures)
}
