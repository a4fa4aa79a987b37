import * as z from 'zod'
import { findDueSites, type Look } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import {
  handles,
  type JobDefinition,
  type JobHandler,
  job,
  type Sweep,
  sweeps,
  Unfinished,
  visitSites,
} from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { dropOldChanges, oldChanges } from '../card-items/recipient-changes.repo.ts'
import { forgetSources, placedLately } from './imported-people.repo.ts'
import {
  findImportRow,
  listForgotten,
  listLeftFiles,
  listUnfinished,
  lookForFiles,
  lookForUnfinished,
  releaseLeases,
  updateImport,
} from './imports.repo.ts'
import type { ImportKit } from './imports.service.ts'
import { type RunKit, runImport } from './run-import.ts'
import { removeOldCopies } from './workbook-copies.ts'

/** Reads an import until its end: one of a customer after the other, so that no one fills the line. */
const readImportJob = job({
  name: 'imports.read',
  payload: z.object({ siteId: z.number(), importId: z.number() }),
  // A list that's being paid waits until it isn't. How often a fault is tried again, runImport decides.
  retries: 100_000,
  longestRetrySeconds: 10,
  seconds: 14_400,
  heartbeatSeconds: 30,
  // Each holds a thread of its own.
  atOnce: 2,
  perSite: 1,
})

/** Removes abandoned files, expired undo data, and the unused columns of placed orders' files. */
const tidyListsJob = job({
  name: 'tidy-lists',
  payload: z.object({}).nullish(),
  retries: 1,
  seconds: 300,
  cron: '41 * * * *',
})

export const importJobs: JobDefinition[] = [readImportJob, tidyListsJob]

/**
 * People written in one transaction. The embedded database answers no other query during it; PostgreSQL does,
 * and is faster with more.
 */
const BATCH_EMBEDDED = 250
const BATCH = 2_000

/** What imports are read and written with. */
export function importKitOf({ pool, files, config, jobs }: Kit): ImportKit {
  return {
    pool,
    files,
    settings: { dataDir: config.dataDir, filesUrl: config.filesUrl },
    batchRows: config.databaseUrl === undefined ? BATCH_EMBEDDED : BATCH,
    enqueue: (db, { siteId, customerId }, importId, startAfter) =>
      jobs.enqueue(
        db,
        readImportJob,
        { siteId, importId },
        { group: { id: `${siteId}:${customerId}` }, ...(startAfter !== undefined && { startAfter }) },
      ),
  }
}

/** @param stopped stops after the current batches; the job is retried and resumes there */
export function importHandlers(run: RunKit, stopped: AbortSignal): JobHandler[] {
  const kit: RunKit = { ...run, isStopping: () => stopped.aborted }
  return [
    handles(readImportJob, async ({ siteId, importId }) => {
      await runImport(kit, siteId, importId)
      const row = await inSite(kit.pool, siteId, (db) => findImportRow(db, siteId, importId))
      const isOpen = row !== undefined && ['queued', 'reading'].includes(row.state)
      if (isOpen) throw new Unfinished('The import hasn’t been read yet.')
    }),
    tidying(run),
  ]
}

/** Enqueues again what this process's last run left. */
export async function resumeImports(kit: ImportKit, isAlone: boolean): Promise<void> {
  await removeOldCopies()
  const siteIds = await findDueSites(kit.pool, lookForUnfinished)
  await visitSites(siteIds, (siteId) =>
    inSite(kit.pool, siteId, async (db) => {
      // Alone on its database, this process knows that every earlier lease holder is gone.
      if (isAlone) await releaseLeases(db, siteId)
      for (const { id, customer_id: customerId } of await listUnfinished(db, siteId)) {
        await kit.enqueue(db, { siteId, customerId }, id)
      }
    }),
  )
}

/** As {@link tidyListsJob} says. */
export function tidying({ pool, files }: Pick<RunKit, 'pool' | 'files'>): Sweep {
  const look: Look = (db) =>
    lookForFiles(db).union(oldChanges(db).select('site_id')).union(placedLately(db).select('orders.site_id'))
  return sweeps(
    tidyListsJob,
    () => findDueSites(pool, look),
    async (siteId) => {
      const forgotten = await inSite(pool, siteId, (db) => listForgotten(db, siteId))
      for (const { id, file_key } of forgotten) {
        await files.remove(file_key)
        await inSite(pool, siteId, (db) => updateImport(db, siteId, id, { state: 'cancelled', file_key: '' }))
      }
      for (const { id, file_key } of await inSite(pool, siteId, (db) => listLeftFiles(db, siteId))) {
        await files.remove(file_key)
        await inSite(pool, siteId, (db) => updateImport(db, siteId, id, { file_key: '' }))
      }
      await inSite(pool, siteId, (db) => dropOldChanges(db, siteId))
      await inSite(pool, siteId, (db) => forgetSources(db, siteId))
    },
  )
}
