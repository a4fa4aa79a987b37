import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { readLabelKey } from '../batches/buy-labels.ts'
import { forgetFile, listNamedFiles, type OldFile } from './old-files.repo.ts'
import { count } from './retired-counters.repo.ts'

type FileKit = Pick<Kit, 'pool' | 'files'>

/**
 * The file first: a crash in between leaves a row, which is found again, and never a file that no row names.
 *
 * @param isRetention it counts in the sweep's entry in the audit log
 */
export async function removeFile(
  { pool, files }: FileKit,
  siteId: number,
  file: OldFile,
  isRetention: boolean,
): Promise<void> {
  const key = file.table === 'shipments' ? readLabelKey(file.key)?.key : file.key
  if (key !== undefined) await files.remove(key)
  await inSite(pool, siteId, async (db) => {
    const isRemoved = await forgetFile(db, siteId, file)
    if (isRemoved && isRetention) await count(db, siteId, 'files', 1)
  })
}

/** Removes labels and prints of deliveries whose names are gone. @returns whether there may be more */
export async function removeNamedFiles(
  kit: FileKit,
  siteId: number,
  { limit, isRetention }: { limit: number; isRetention: boolean },
): Promise<boolean> {
  const named = await inSite(kit.pool, siteId, (db) => listNamedFiles(db, siteId, limit))
  for (const file of named) await removeFile(kit, siteId, file, isRetention)
  return named.length === limit
}
