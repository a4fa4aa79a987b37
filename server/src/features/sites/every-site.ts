import type { Pool } from '../../database/database.ts'
import { listSites, type SiteRow } from './sites.repo.ts'

/**
 * Runs work for each site, one after the other. A site that fails doesn't stop the others.
 *
 * @throws {AggregateError} after the last site, naming those that failed: the job that called is logged and retried
 */
export async function forEverySite(pool: Pool, work: (site: SiteRow) => Promise<void>): Promise<void> {
  const failures: Error[] = []
  for (const site of await listSites(pool)) {
    await work(site).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause)
      failures.push(new Error(`site ${site.slug}: ${message}`, { cause }))
    })
  }
  if (failures.length === 0) return
  const message = failures.map((failure) => failure.message).join('; ')
  throw new AggregateError(failures, message, { cause: failures[0] })
}
