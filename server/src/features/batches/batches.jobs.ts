import { inSite } from '../../database/in-site.ts'
import { handles, type JobDefinition, type JobHandler } from '../../jobs/jobs.ts'
import { activateCards } from '../issuing/cards.ts'
import { forEverySite } from '../sites/every-site.ts'
import {
  activateMailed,
  checkAddresses,
  makeBatchFiles,
  sweepBatches,
  trackLetters,
  workOnLabels,
} from './batch-jobs.ts'
import type { BatchKit } from './batch-kit.ts'
import { FILES_KEPT_MS } from './batch-wire.ts'
import { listUnfinishedBatches } from './batches.repo.ts'
import { buyLabelsOf, findLostLabels } from './buy-labels.ts'
import { checkWaiting } from './check-addresses.ts'
import { followLetters } from './follow-letters.ts'
import { makeBatch } from './print/make-batch.ts'
import { resumeVoids, voidUnneeded } from './void-labels.ts'

export const batchJobs: JobDefinition[] = [
  makeBatchFiles,
  workOnLabels,
  activateMailed,
  sweepBatches,
  checkAddresses,
  trackLetters,
]

export function batchHandlers(kit: BatchKit): JobHandler[] {
  return [
    handles(makeBatchFiles, ({ siteId, batchId }) => makeBatch(kit, siteId, batchId)),
    handles(workOnLabels, async ({ siteId, batchId }) => {
      await dropOldFiles(kit, siteId)
      await voidUnneeded(kit, siteId)
      await buyLabelsOf(kit, siteId, batchId)
    }),
    handles(activateMailed, ({ siteId, batchId }) => activateBatch(kit, siteId, batchId)),
    handles(sweepBatches, () => sweep(kit)),
    handles(checkAddresses, (payload) => checkWaiting(kit, payload)),
    handles(trackLetters, () => forEverySite(kit.pool, ({ id: siteId }) => followLetters(kit, siteId))),
  ]
}

/** Resumes what crashed workers left, and asks carriers again whose answers are missing. */
async function sweep(kit: BatchKit): Promise<void> {
  await forEverySite(kit.pool, async ({ id: siteId }) => {
    await findLostLabels(kit, siteId)
    await resumeVoids(kit, siteId)
    await voidUnneeded(kit, siteId)
    await dropOldFiles(kit, siteId)
    const open = await inSite(kit.pool, siteId, (db) => listUnfinishedBatches(db, siteId, kit.now()))
    for (const { id, status, labels_wanted } of open) {
      if (status === 'making') await makeBatch(kit, siteId, id)
      if (labels_wanted) await buyLabelsOf(kit, siteId, id)
    }
  })
}

/** Cards can be spent only once they're shipped; stolen before that, they're worth nothing. */
async function activateBatch(kit: BatchKit, siteId: number, batchId: number): Promise<void> {
  const ids = await inSite(kit.pool, siteId, async (db) => {
    const rows = await db
      .selectFrom('deliveries')
      .select('id')
      .where('site_id', '=', siteId)
      .where('batch_id', '=', batchId)
      .where('status', 'in', ['mailed', 'delivered'])
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  })
  await activateCards(kit, siteId, ids)
}

/** Removes files of batches that were given up, or mailed long ago. */
async function dropOldFiles(kit: BatchKit, siteId: number): Promise<void> {
  const before = new Date(kit.now().getTime() - FILES_KEPT_MS)
  const old = await inSite(kit.pool, siteId, (db) =>
    db
      .deleteFrom('batch_files as f')
      .using('batches as b')
      .where('f.site_id', '=', siteId)
      .whereRef('b.site_id', '=', 'f.site_id')
      .whereRef('b.id', '=', 'f.batch_id')
      .where((eb) => eb.or([eb('b.status', '=', 'cancelled'), eb('b.mailed_at', '<', before)]))
      .returning('f.key')
      .execute(),
  )
  for (const { key } of old) await kit.files.remove(key)
}
