import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { readLabelKey } from '../batches/buy-labels.ts'
import { forgetFile, listNamedFiles, type OldFile } from './retire.repo.ts'

type FileKit = Pick<Kit, 'pool' | 'files'>

/** The file first: a crash in between leaves a row, which is found again, and never a file that no row names. */
export async function removeFile({ pool, files }: FileKit, siteId: number, file: OldFile): Promise<void> {
  const key = file.table === 'shipments' ? readLabelKey(file.key)?.key : file.key
  if (key !== undefined) await files.remove(key)
  await inSite(pool, siteId, (db) => forgetFile(db, siteId, file))
}

/** Removes labels and prints of deliveries whose names are gone. */
export async function removeNamedFiles(
  kit: FileKit,
  siteId: number,
  limit: number,
): Promise<{ removed: number; isMore: boolean }> {
  const named = await inSite(kit.pool, siteId, (db) => listNamedFiles(db, siteId, limit))
  for (const file of named) await removeFile(kit, siteId, file)
  return { removed: named.length, isMore: named.length === limit }
}
