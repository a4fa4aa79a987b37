import * as z from 'zod'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobDefinition, type JobHandler, job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import { type MakeKit, makeFile } from './make-file.ts'
import { removeFiles } from './report-files.repo.ts'
import { makeReport } from './report-jobs.ts'

/** Once a minute: removes files of reports that expired. */
const walkReports = job({
  name: 'reports.walk',
  payload: z.unknown(),
  retries: 1,
  seconds: 300,
  cron: '* * * * *',
})

export const reportJobs: JobDefinition[] = [makeReport, walkReports]

/** @param stopped ends a file's attempt; the job is tried again */
export function reportHandlers(kit: MakeKit, stopped: AbortSignal): JobHandler[] {
  return [
    handles(makeReport, ({ siteId, fileId }) => makeFile(kit, siteId, fileId, stopped)),
    walkingReports(kit),
  ]
}

/** As many as a transaction removes. */
const BATCH = 100

export function walkingReports(kit: Pick<MakeKit, 'pool' | 'files' | 'now'>): Sweep {
  return sweeps(
    walkReports,
    () =>
      findDueSites(kit.pool, (db) =>
        db.selectFrom('report_files').select('site_id').distinct().where('expires_at', '<=', kit.now()),
      ),
    async (siteId) => {
      for (let left = BATCH; left === BATCH; ) {
        const due = await inSite(kit.pool, siteId, (db) =>
          db
            .selectFrom('report_files')
            .select(['id', 'key'])
            .where('site_id', '=', siteId)
            .where('expires_at', '<=', kit.now())
            .orderBy('expires_at')
            .limit(BATCH)
            .execute(),
        )
        // The file first: a crash in between leaves a row, which is found again.
        for (const { key } of due) if (key !== '') await kit.files.remove(key)
        const ids = due.map(({ id }) => id)
        if (ids.length > 0) await inSite(kit.pool, siteId, (db) => removeFiles(db, siteId, ids))
        left = due.length
      }
    },
  )
}
