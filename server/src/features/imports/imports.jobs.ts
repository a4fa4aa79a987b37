import * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobDefinition, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { dropOldChanges } from '../card-items/recipient-changes.repo.ts'
import { forEverySite } from '../sites/every-site.ts'
import { FairTurns } from './fair-turns.ts'
import {
  findOwner,
  forgetSources,
  listForgotten,
  listLeftFiles,
  listWaiting,
  releaseLeases,
  updateImport,
} from './imports.repo.ts'
import type { ImportKit } from './imports.service.ts'
import { type RunKit, runImport } from './run-import.ts'
import { removeOldCopies } from './workbook-copies.ts'

/** Says that an import waits. The import itself is what is kept: it is read until its end, whoever was told. */
const readListJob = job({
  name: 'read-list',
  payload: z.object({ site_id: z.number(), import_id: z.number() }),
  retries: 3,
  seconds: 60,
})

/** Forgets files nobody went on with, changes nobody took back, and what else stood in the files of placed orders. */
const tidyListsJob = job({
  name: 'tidy-lists',
  payload: z.object({}).nullish(),
  retries: 1,
  seconds: 300,
  cron: '41 * * * *',
})

export const importJobs: JobDefinition[] = [readListJob, tidyListsJob]

/**
 * People written in one transaction. The embedded database answers nobody else meanwhile; PostgreSQL
 * does, and is quicker with more.
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
    promise: (db, site_id, import_id) => jobs.enqueue(db, readListJob, { site_id, import_id }),
  }
}

/** How often this process looks for what a reader that is gone has left. */
const SWEEP_MS = 10_000

/** Lists read at the same time by one process, each of another customer; the others wait in line. */
const AT_ONCE = 2

export type ImportRunner = {
  handlers: JobHandler[]
  /** Takes up what the last run of this process left. */
  start(): Promise<void>
  /** Lets go after the batches being written; another run goes on from there. */
  stop(): Promise<void>
}

/** Reads waiting imports, a few at a time, beside everything else this process does. */
export function makeImportRunner(
  { pool, config }: Pick<Kit, 'pool' | 'config'>,
  run: RunKit,
  onError: (cause: unknown) => void,
): ImportRunner {
  const turns = new FairTurns(AT_ONCE)
  const begun = new Map<string, Promise<void>>()
  let sweeping: NodeJS.Timeout | undefined
  let isStopping = false
  const kit: RunKit = { ...run, isStopping: () => isStopping }

  const add = (siteId: number, id: number, customerId: number) => {
    const key = `${siteId}:${id}`
    if (isStopping || begun.has(key)) return
    const reading: Promise<void> = turns
      .take(`${siteId}:${customerId}`, async () => {
        if (!isStopping) await runImport(kit, siteId, id)
      })
      .catch(onError)
      .finally(() => begun.delete(key))
    begun.set(key, reading)
  }
  const sweep = async () => {
    await forEverySite(pool, async ({ id: siteId }) => {
      const waiting = await inSite(pool, siteId, (db) => listWaiting(db, siteId))
      for (const { id, customer_id } of waiting) add(siteId, id, customer_id)
    })
  }

  return {
    handlers: [
      handles(readListJob, async ({ site_id, import_id }) => {
        const owner = await inSite(pool, site_id, (db) => findOwner(db, site_id, import_id))
        if (owner !== undefined) add(site_id, import_id, owner)
      }),
      handles(tidyListsJob, () => tidyLists(run)),
    ],
    async start() {
      await removeOldCopies().catch(onError)
      // Alone on its database, this process knows that whoever held an import is gone.
      if (config.databaseUrl === undefined) {
        await forEverySite(pool, ({ id }) => inSite(pool, id, (db) => releaseLeases(db, id))).catch(onError)
      }
      await sweep().catch(onError)
      sweeping = setInterval(() => void sweep().catch(onError), SWEEP_MS)
      sweeping.unref()
    },
    async stop() {
      isStopping = true
      clearInterval(sweeping)
      await Promise.all(begun.values())
    },
  }
}

/** As {@link tidyListsJob} says. */
export async function tidyLists({ pool, files }: Pick<RunKit, 'pool' | 'files'>): Promise<void> {
  await forEverySite(pool, async ({ id: siteId }) => {
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
  })
}
