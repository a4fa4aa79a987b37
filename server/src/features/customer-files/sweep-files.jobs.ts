import { KEEP_TRASH_DAYS } from '@laurel/domain/files'
import { expressionBuilder } from 'kysely'
import * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf } from '../../database/sql.ts'
import { job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { isShown } from '../customers/cards-showing.ts'
import { dropInBucket } from './bucket-uploads.ts'

const DAY_MS = 86_400_000
/** Rows of one transaction. */
const BATCH = 200
const VISIT_MS = 10 * 60_000

/** Empties the trash, and removes replaced versions and unfinished uploads. */
export const sweepFiles = job({
  name: 'files.sweep',
  payload: z.unknown(),
  retries: 1,
  seconds: 900,
  cron: '23 * * * *',
  siteBySite: true,
  inTestMode: 'runs',
})

type SweepKit = Pick<Kit, 'pool' | 'files' | 'now'>

export function sweepingFiles(kit: SweepKit): Sweep {
  const look = (db: Db) => {
    const [deleted, replaced] = overSince(kit.now())
    const files = db.selectFrom('files as f').select('f.site_id').where('f.hidden_at', 'is', null)
    return files
      .where(deleted)
      .union(files.where(replaced))
      .union(db.selectFrom('file_uploads').select('site_id').where('expires_at', '<=', kit.now()))
  }
  return sweeps(
    sweepFiles,
    () => findDueSites(kit.pool, look),
    async (siteId) => {
      const until = performance.now() + VISIT_MS
      for (const remove of [removeFiles, removeUploads]) {
        while (performance.now() < until && (await remove(kit, siteId)));
      }
    },
  )
}

/** A file `f` that has been in the trash for its days, or a version that was replaced as long ago. */
function overSince(now: Date) {
  const { eb } = expressionBuilder<Database & { f: Database['files'] }, 'f'>()
  const since = new Date(now.getTime() - KEEP_TRASH_DAYS * DAY_MS)
  return [eb('f.deleted_at', '<=', since), eb('f.replaced_at', '<=', since)] as const
}

/**
 * What a card, a design, or a profile shows is only hidden; it goes when nothing shows it and the site's retention
 * days are over ([0057](docs/decisions/0057-retention-and-erasure.md)).
 *
 * @returns whether there may be more
 */
async function removeFiles({ pool, files, now }: SweepKit, siteId: number): Promise<boolean> {
  const { removed, count } = await inSite(pool, siteId, async (db) => {
    const over = await db
      .selectFrom('files as f')
      .select('f.id')
      .where('f.site_id', '=', siteId)
      .where('f.hidden_at', 'is', null)
      .where(({ or }) => or(overSince(now())))
      .orderBy('f.id')
      .limit(BATCH)
      // Someone may be restoring one.
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = anyOf(over.map(({ id }) => id))
    const gone = await db
      .deleteFrom('files as f')
      .where('f.site_id', '=', siteId)
      .where('f.id', '=', ids)
      .where(({ not }) => not(isShown()))
      .returning('f.key')
      .execute()
    await db
      .updateTable('files')
      .set({ hidden_at: now() })
      .where('site_id', '=', siteId)
      .where('id', '=', ids)
      .execute()
    return { removed: gone.map(({ key }) => key), count: over.length }
  })
  // After the rows: a crash here leaves unreferenced files, never references without files.
  for (const key of removed) await files.remove(key)
  return count === BATCH
}

/** @returns whether there may be more */
async function removeUploads({ pool, files, now }: SweepKit, siteId: number): Promise<boolean> {
  const { uploads, keys } = await inSite(pool, siteId, async (db) => {
    const over = await db
      .selectFrom('file_uploads')
      .select(['id', 'key', 'store_upload', 'file_id'])
      .where('site_id', '=', siteId)
      .where('expires_at', '<=', now())
      .orderBy('id')
      .limit(BATCH)
      // One that is being completed is left for the next sweep.
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = anyOf(over.map(({ id }) => id))
    const parts = await db
      .selectFrom('file_upload_parts')
      .select('key')
      .where('site_id', '=', siteId)
      .where('upload_id', '=', ids)
      .execute()
    await db.deleteFrom('file_uploads').where('site_id', '=', siteId).where('id', '=', ids).execute()
    return { uploads: over, keys: parts.map(({ key }) => key) }
  })
  for (const key of keys) await files.remove(key)
  for (const upload of uploads) if (upload.file_id === null) await dropInBucket(files, upload)
  return uploads.length === BATCH
}
