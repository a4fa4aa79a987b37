import * as z from 'zod'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, job, makeTurns, type Sweep, sweeps, throwAll } from '../../jobs/jobs.ts'
import { filesToSync } from './list-files.repo.ts'
import { type SyncKit, syncFile } from './sync-file.ts'

/** Lists that a visit syncs. */
const MOST_AT_A_VISIT = 100

/** Syncs lists with their files each night, tries again what failed, and continues what a killed server left. */
export const syncListFiles = job({
  name: 'list-files.sync',
  payload: z.unknown(),
  retries: 2,
  seconds: 900,
  cron: '*/5 * * * *',
  siteBySite: true,
})

/** The same for one list at once. */
export const syncListFileNow = job({
  name: 'list-files.sync-now',
  payload: z.object({ siteId: z.number(), fileId: z.number() }),
  retries: 2,
  seconds: 900,
})

export function syncListFileHandler(kit: SyncKit, stopped: AbortSignal): JobHandler {
  return handles(syncListFileNow, ({ siteId, fileId }) => syncFile(kit, siteId, fileId, stopped))
}

export function syncingListFiles(kit: SyncKit, stopped?: AbortSignal): Sweep {
  const inTurns = makeTurns()
  return sweeps(
    syncListFiles,
    () => findDueSites(kit.pool, (db) => filesToSync(db, kit.now()).select('site_id').distinct()),
    async (siteId) => {
      const due = await inSite(kit.pool, siteId, (db) =>
        filesToSync(db, kit.now())
          .select('id')
          .where('site_id', '=', siteId)
          .orderBy('next_sync_at')
          .orderBy('id')
          .limit(MOST_AT_A_VISIT)
          .execute(),
      )
      const ids = due.map(({ id }) => id)
      throwAll((await inTurns(siteId, ids, (id) => syncFile(kit, siteId, id, stopped))) as Error[])
    },
  )
}
