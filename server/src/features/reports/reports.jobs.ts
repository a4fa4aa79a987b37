import { nextReport } from '@laurel/domain/report-schedules'
import * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import { findDueSites, type Look } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobDefinition, type JobHandler, job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import type { Mailer } from '../mail/mailer.ts'
import { findSite } from '../sites/sites.repo.ts'
import { enqueueFile } from './enqueue-file.ts'
import { type MakeKit, makeFile } from './make-file.ts'
import { zoneOf } from './readers.ts'
import { removeReportFiles } from './remove-report-files.ts'
import { makeReport } from './report-jobs.ts'
import { mailReport, readersOf, reportMailHandler } from './report-mail.jobs.ts'
import { savedReports } from './saved-reports.service.ts'

/** Once a minute: makes files of saved reports that are due, and removes files that expired. */
const walkReports = job({
  name: 'reports.walk',
  payload: z.unknown(),
  retries: 1,
  seconds: 300,
  cron: '* * * * *',
})

export const reportJobs: JobDefinition[] = [makeReport, walkReports, mailReport]

/** @param stopped ends a file's attempt; the job is tried again */
export function reportHandlers(
  kit: MakeKit & Pick<Kit, 'config'>,
  mailer: Mailer,
  stopped: AbortSignal,
): JobHandler[] {
  return [
    handles(makeReport, ({ siteId, fileId }) => makeFile(kit, siteId, fileId, stopped)),
    walkingReports(kit),
    reportMailHandler(kit, mailer),
  ]
}

/** As many as a visit does. */
const BATCH = 100

type WalkKit = Pick<MakeKit, 'pool' | 'files' | 'jobs' | 'now'>

export function walkingReports(kit: WalkKit): Sweep {
  const look: Look = (db) =>
    db
      .selectFrom('report_files')
      .select('site_id')
      .where('expires_at', '<=', kit.now())
      .union(db.selectFrom('saved_reports').select('site_id').where('next_at', '<=', kit.now()))
  return sweeps(
    walkReports,
    () => findDueSites(kit.pool, look),
    async (siteId) => {
      await makeDue(kit, siteId)
      await removeReportFiles(kit, siteId, kit.now())
    },
  )
}

/**
 * Enqueues a file for each saved report that is due, in the transaction that says when it's due next: each period has
 * one, and after an outage, only the latest.
 */
async function makeDue(kit: WalkKit, siteId: number): Promise<void> {
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) return
  const due = await inSite(kit.pool, siteId, (db) =>
    savedReports(db, siteId).where('s.next_at', '<=', kit.now()).orderBy('s.next_at').limit(BATCH).execute(),
  )
  for (const { id } of due) {
    await inSite(kit.pool, siteId, async (db) => {
      const at = kit.now()
      const saved = await savedReports(db, siteId)
        .where('s.id', '=', id)
        .where('s.next_at', '<=', at)
        .forUpdate()
        .executeTakeFirst()
      if (saved?.next_at == null || saved.every === null) return
      const { settings, format, name, every, day, time } = saved
      const owner = { siteId, companyId: saved.company_id }
      // Without anyone left to read it, it isn't made.
      if ((await readersOf(db, owner, id)).length > 0) {
        await enqueueFile(db, kit, site, {
          owner,
          settings,
          format,
          saved: { id, name, dueAt: saved.next_at },
        })
      }
      const timeZone = await zoneOf(db, site, owner)
      await db
        .updateTable('saved_reports')
        .set({ next_at: nextReport({ every, day, time }, at, timeZone) })
        .where('site_id', '=', siteId)
        .where('id', '=', id)
        .execute()
    })
    crashPoint('report.due_made')
  }
}
