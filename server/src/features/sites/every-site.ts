import type { Pool } from '../../database/database.ts'
import { siteFailure, throwAll } from '../../jobs/jobs.ts'
import { listSitesAfter, type SiteRow } from './sites.repo.ts'

/** Many sites have to be gone through soon and without holding all of them in memory. */
const AT_ONCE = 10

/**
 * Runs work for each site: at a start. A site that fails doesn't stop the others.
 *
 * @throws {AggregateError} after the last site, naming those that failed
 */
export async function forEverySite(pool: Pool, work: (site: SiteRow) => Promise<void>): Promise<void> {
  const failures: Error[] = []
  for (let sites = await listSitesAfter(pool, 0, AT_ONCE); sites.length > 0; ) {
    const done = sites.map((site) =>
      work(site).catch((cause: unknown) => failures.push(siteFailure(site.slug, cause))),
    )
    await Promise.all(done)
    sites = await listSitesAfter(pool, sites.at(-1)!.id, AT_ONCE)
  }
  throwAll(failures)
}
