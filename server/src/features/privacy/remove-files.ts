import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { readLabelKey } from '../batches/buy-labels.ts'
import { forgetFile, listNamedLabels, type OldFile } from './retire.repo.ts'

type FileKit = Pick<Kit, 'pool' | 'files'>

/** The file first: a crash in between leaves a row, which is found again, and never a file that no row names. */
export async function removeFile({ pool, files }: FileKit, siteId: number, file: OldFile): Promise<void> {
  const key = file.table === 'files' ? file.key : readLabelKey(file.key)?.key
  if (key !== undefined) await files.remove(key)
  await inSite(pool, siteId, (db) => forgetFile(db, siteId, file))
}

/** Removes labels of deliveries whose names are gone. */
export async function removeNamedLabels(
  kit: FileKit,
  siteId: number,
  limit: number,
): Promise<{ removed: number; isMore: boolean }> {
  const labels = await inSite(kit.pool, siteId, (db) => listNamedLabels(db, siteId, limit))
  for (const label of labels) await removeFile(kit, siteId, label)
  return { removed: labels.length, isMore: labels.length === limit }
}
