import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { literal } from '../../database/sql.ts'
import { readLabelKey } from '../batches/buy-labels.ts'

/** The keys of the file store that a site's rows name. A new table that names files belongs here. */
export async function namedKeys(pool: Pool, siteId: number): Promise<string[]> {
  return inSite(pool, siteId, async (db) => {
    const rows = await db
      .selectFrom('files')
      .select('key')
      .where('site_id', '=', siteId)
      // Their bytes were removed.
      .where('scan', '<>', literal('infected'))
      .unionAll(db.selectFrom('file_upload_parts').select('key').where('site_id', '=', siteId))
      .unionAll(db.selectFrom('batch_files').select('key').where('site_id', '=', siteId))
      .unionAll(
        db
          .selectFrom('report_files')
          .select('key')
          .where('site_id', '=', siteId)
          .where('state', '=', 'ready'),
      )
      .unionAll(
        db
          .selectFrom('csv_card_item_imports')
          .select('file_key as key')
          .where('site_id', '=', siteId)
          .where('file_key', '<>', ''),
      )
      .execute()
    const labels = await db
      .selectFrom('shipments')
      .select('label_key')
      .where('site_id', '=', siteId)
      .where('label_key', '<>', '')
      .execute()
    return [
      ...rows.map(({ key }) => key),
      ...labels.flatMap(({ label_key }) => readLabelKey(label_key)?.key ?? []),
    ]
  })
}
