import type { Pool } from '../../database/database.ts'
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
      work(site).catch((cause: unknown) => {
        const message = cause instanceof Error ? cause.message : String(cause)
        failures.push(new Error(`site ${site.slug}: ${message}`, { cause }))
      }),
    )
    await Promise.all(done)
    sites = await listSitesAfter(pool, sites.at(-1)!.id, AT_ONCE)
  }
  if (failures.length === 0) return
  const message = failures.map((failure) => failure.message).join('; ')
  throw new AggregateError(failures, message, { cause: failures[0] })
}
