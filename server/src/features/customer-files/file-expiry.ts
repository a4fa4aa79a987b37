import type { FileFolderName } from '@laurel/domain/files'
import type { Db } from '../../database/database.ts'
import { liveSiteOf } from '../../test-site.ts'
import type { RetentionRecord } from '../sites/site-records.ts'

const DAY_MS = 86_400_000

/** When a file in a folder expires: lists and own files after the site's retention days, pictures by their use. */
export async function expiryIn(
  db: Db,
  { siteId }: { siteId: number },
  folder: FileFolderName,
  now: Date,
): Promise<Date | null> {
  if (folder === 'logos') return null
  const { retention } = await db
    .selectFrom('sites')
    .select('retention')
    .where('id', '=', liveSiteOf(siteId))
    .$narrowType<{ retention: RetentionRecord }>()
    .executeTakeFirstOrThrow()
  return retention.file_days === 0 ? null : new Date(now.getTime() + retention.file_days * DAY_MS)
}
