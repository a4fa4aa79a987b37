import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { removeFiles } from './report-files.repo.ts'

/** As many as a transaction removes. */
const BATCH = 100

/**
 * Removes a site's files of reports, also those that are being made.
 *
 * @param expiredAt only files that have expired by then
 */
export async function removeReportFiles(
  kit: Pick<Kit, 'pool' | 'files'>,
  siteId: number,
  expiredAt?: Date,
): Promise<void> {
  for (let left = BATCH; left === BATCH; ) {
    const some = await inSite(kit.pool, siteId, (db) =>
      db
        .selectFrom('report_files')
        .select(['id', 'key'])
        .where('site_id', '=', siteId)
        .$if(expiredAt !== undefined, (query) => query.where('expires_at', '<=', expiredAt!))
        .orderBy('expires_at')
        .limit(BATCH)
        .execute(),
    )
    // The file first: a crash in between leaves a row, which is found again.
    for (const { key } of some) if (key !== '') await kit.files.remove(key)
    const ids = some.map(({ id }) => id)
    if (ids.length > 0) await inSite(kit.pool, siteId, (db) => removeFiles(db, siteId, ids))
    left = some.length
  }
}
