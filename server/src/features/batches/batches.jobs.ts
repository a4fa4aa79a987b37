import type { Db } from '../../database/database.ts'
import { findDueSites, type Look } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobDefinition, type JobHandler, type Sweep, sweeps } from '../../jobs/jobs.ts'
import { activateCards } from '../issuing/cards.ts'
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
import { listUnfinishedBatches, unfinishedBatches } from './batches.repo.ts'
import { answeredBefore, buyLabelsOf, findLostLabels } from './buy-labels.ts'
import { checkWaiting } from './check-addresses.ts'
import { followLetters, lettersToTrack } from './follow-letters.ts'
import { makeBatch } from './print/make-batch.ts'
import { lookForLabels } from './shipments.repo.ts'
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
    sweeping(kit),
    handles(checkAddresses, (payload) => checkWaiting(kit, payload)),
    sweeps(
      trackLetters,
      () => findDueSites(kit.pool, (db) => lettersToTrack(db, kit.now()).select('site_id').distinct()),
      (siteId) => followLetters(kit, siteId),
    ),
  ]
}

/** Resumes what crashed workers left, and asks carriers again whose answers are missing. */
function sweeping(kit: BatchKit): Sweep {
  const look: Look = (db) => {
    const at = kit.now()
    return lookForLabels(db, answeredBefore(at), at)
      .union(unfinishedBatches(db, at).select('site_id'))
      .union(oldFiles(db, at).select('f.site_id'))
  }
  return sweeps(
    sweepBatches,
    () => findDueSites(kit.pool, look),
    async (siteId) => {
      await findLostLabels(kit, siteId)
      await resumeVoids(kit, siteId)
      await voidUnneeded(kit, siteId)
      await dropOldFiles(kit, siteId)
      const open = await inSite(kit.pool, siteId, (db) => listUnfinishedBatches(db, siteId, kit.now()))
      for (const { id, status, labels_wanted } of open) {
        if (status === 'making') await makeBatch(kit, siteId, id)
        if (labels_wanted) await buyLabelsOf(kit, siteId, id)
      }
    },
  )
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

/** Files of batches that were given up, or mailed long ago. */
function oldFiles(db: Db, at: Date) {
  const before = new Date(at.getTime() - FILES_KEPT_MS)
  return db
    .selectFrom('batch_files as f')
    .innerJoin('batches as b', (join) =>
      join.onRef('b.site_id', '=', 'f.site_id').onRef('b.id', '=', 'f.batch_id'),
    )
    .where((eb) => eb.or([eb('b.status', '=', 'cancelled'), eb('b.mailed_at', '<', before)]))
}

async function dropOldFiles(kit: BatchKit, siteId: number): Promise<void> {
  const old = await inSite(kit.pool, siteId, (db) =>
    db
      .deleteFrom('batch_files')
      .where('site_id', '=', siteId)
      .where('batch_id', 'in', oldFiles(db, kit.now()).select('b.id').where('b.site_id', '=', siteId))
      .returning('key')
      .execute(),
  )
  for (const { key } of old) await kit.files.remove(key)
}
