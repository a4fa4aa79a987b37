import { BackupRefused } from '../../backup/backup-refused.ts'
import type { Inspected } from '../../backup/restore-backup.ts'
import { inSite } from '../../database/in-site.ts'
import { assertSecret } from '../../secrets/assert-secret.ts'
import { keysOf } from '../../secrets/keys.ts'
import { findBrokenEntry } from '../audit/audit.service.ts'
import type { FileStore } from '../files/file-store.ts'
import { wrongTerms } from '../ledger/company-terms.ts'
import { unbalancedPostings, wrongBalances } from '../ledger/ledger.repo.ts'
import { listSites } from '../sites/sites.repo.ts'
import { namedKeys } from './named-keys.ts'

/** @param missing files that rows name but the backup lacks: deleted while it was taken, or lost before */
export type Inspection = { sites: number; missing: number }

/**
 * Looks for damage in a restored installation: a wrong secret, a ledger posting that doesn't add up to zero, a
 * company's balance that isn't the sum of its entries, a changed audit log.
 *
 * @throws {BackupRefused} naming what is damaged
 */
export async function inspectRestored({ database, files, root }: Inspected): Promise<Inspection> {
  const pool = database.db
  await assertSecret(pool, keysOf(root), { dataDir: 'of the backup', secret: undefined })
  const sites = await listSites(pool)
  const stored = await keysIn(files)
  let missing = 0
  for (const { id, slug } of sites) {
    const unbalanced = await inSite(pool, id, (db) => unbalancedPostings(db, id).limit(1).executeTakeFirst())
    if (unbalanced !== undefined) {
      const { event, source } = unbalanced
      throw new BackupRefused(`The ledger of ${slug} is damaged: ${event} of ${source} doesn’t come to zero.`)
    }
    const wrong = await inSite(pool, id, (db) => wrongBalances(db, id).limit(1).executeTakeFirst())
    if (wrong !== undefined) {
      throw new BackupRefused(
        `The ledger of ${slug} is damaged: the balance of company ${wrong.company_id} isn’t the sum of its entries.`,
      )
    }
    const owed = await inSite(pool, id, (db) => wrongTerms(db, id).limit(1).executeTakeFirst())
    if (owed !== undefined) {
      throw new BackupRefused(
        `The ledger of ${slug} is damaged: what company ${owed.company_id} owes on invoice isn’t the sum of its entries.`,
      )
    }
    const broken = await inSite(pool, id, (db) => findBrokenEntry(db, id))
    if (broken !== undefined) {
      throw new BackupRefused(`The audit log of ${slug} is damaged: entry ${broken} was changed.`)
    }
    missing += (await namedKeys(pool, id)).filter((key) => !stored.has(key)).length
  }
  return { sites: sites.length, missing }
}

async function keysIn(files: FileStore): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const key of files.list()) keys.add(key)
  return keys
}
