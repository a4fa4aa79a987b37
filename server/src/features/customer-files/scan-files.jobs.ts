import * as z from 'zod'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { literal } from '../../database/sql.ts'
import { job, makeTurns, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'

/** Files that a visit scans. */
const MOST_AT_A_VISIT = 100

/**
 * Scans new files for viruses. Enqueued with each file, and every minute for those that wait because clamd didn't
 * answer.
 */
export const scanFiles = job({
  name: 'files.scan',
  payload: z.unknown(),
  retries: 0,
  seconds: 900,
  cron: '* * * * *',
  siteBySite: true,
  inTestMode: 'runs',
})

type ScanKit = Pick<Kit, 'pool' | 'files' | 'scan'>

export function scanningFiles(kit: ScanKit): Sweep {
  const inTurns = makeTurns()
  return sweeps(
    scanFiles,
    () =>
      findDueSites(kit.pool, (db) =>
        db.selectFrom('files').select('site_id').distinct().where('scan', '=', literal('waiting')),
      ),
    async (siteId) => {
      if (kit.scan === undefined) return stopWaiting(kit, siteId)
      const waiting = await inSite(kit.pool, siteId, (db) =>
        db
          .selectFrom('files')
          .select('id')
          .where('site_id', '=', siteId)
          .where('scan', '=', literal('waiting'))
          .orderBy('id')
          .limit(MOST_AT_A_VISIT)
          .execute(),
      )
      const ids = waiting.map(({ id }) => id)
      const [failure] = await inTurns(siteId, ids, (id) => scanFile(kit, kit.scan!, siteId, id))
      // While clamd is down, all fail alike.
      if (failure !== undefined) throw failure
    },
  )
}

/** The operator no longer scans files: what waits would wait forever. */
async function stopWaiting({ pool }: ScanKit, siteId: number): Promise<void> {
  await inSite(pool, siteId, (db) =>
    db
      .updateTable('files')
      .set({ scan: 'not_scanned' })
      .where('site_id', '=', siteId)
      .where('scan', '=', literal('waiting'))
      .execute(),
  )
}

async function scanFile(
  { pool, files }: ScanKit,
  scan: NonNullable<ScanKit['scan']>,
  siteId: number,
  id: number,
): Promise<void> {
  const file = await inSite(pool, siteId, (db) =>
    db
      .selectFrom('files')
      .select('key')
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .where('scan', '=', literal('waiting'))
      .executeTakeFirst(),
  )
  if (file === undefined) return
  const found = await scan(await files.open(file.key))
  await inSite(pool, siteId, (db) =>
    db
      .updateTable('files')
      .set({ scan: found })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .where('scan', '=', literal('waiting'))
      .execute(),
  )
  // The row first: a crash in between leaves bytes that can't be downloaded.
  if (found === 'infected') await files.remove(file.key)
}
