import type { Db } from '../../database/database.ts'
import { literal, literals } from '../../database/sql.ts'
import { cardsShowing, designsShowing } from '../customers/cards-showing.ts'
import { OVER } from './retire.repo.ts'

/** Print files are found by their key: a batch has several. */
export type OldFile = { table: 'shipments' | 'files' | 'batch_files'; id: number; key: string }

/**
 * Labels whose parcels arrived long ago, pictures that no order since then and no saved design shows, and other files
 * that have expired: using them puts that off.
 */
export async function listOldFiles(
  db: Db,
  siteId: number,
  { since, now }: { since: Date; now: Date },
  limit: number,
): Promise<OldFile[]> {
  const labels = await labelsOf(db, siteId)
    .where('s.updated_at', '<', since)
    .where('d.status', 'in', literals(...OVER))
    .limit(limit)
    .execute()
  const pictures = await db
    .selectFrom('files as f')
    .select(['f.id', 'f.key', literal('files').as('table')])
    .where('f.site_id', '=', siteId)
    .where('f.customer_id', 'is not', null)
    .where(({ and, eb, or }) =>
      or([
        and([eb('f.folder', '=', literal('logos')), eb('f.created_at', '<', since)]),
        eb('f.expires_at', '<', now),
      ]),
    )
    .where(({ exists, not }) =>
      not(
        exists(
          cardsShowing().where(({ or, eb: of }) =>
            or([
              of('o.status', 'not in', literals('fulfilled', 'declined')),
              of('o.updated_at', '>=', since),
            ]),
          ),
        ),
      ),
    )
    .where(({ exists, not }) => not(exists(designsShowing())))
    .limit(limit)
    .execute()
  return [...labels, ...pictures].slice(0, limit)
}

/** Labels of people whose names were removed, and prints of mailed batches with a letter to one of them. */
export async function listNamedFiles(db: Db, siteId: number, limit: number): Promise<OldFile[]> {
  const labels = await labelsOf(db, siteId).where('d.keeps', '=', literal('nothing')).limit(limit).execute()
  const prints = await db
    .selectFrom('batch_files as f')
    .innerJoin('batches as b', (join) =>
      join.onRef('b.site_id', '=', 'f.site_id').onRef('b.id', '=', 'f.batch_id'),
    )
    .select(['f.batch_id as id', 'f.key', literal('batch_files').as('table')])
    .where('f.site_id', '=', siteId)
    .where('b.mailed_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries as d')
          .select('d.id')
          .whereRef('d.site_id', '=', 'f.site_id')
          .whereRef('d.batch_id', '=', 'f.batch_id')
          // A print shows addresses too.
          .where('d.keeps', 'in', literals('name', 'nothing')),
      ),
    )
    .limit(limit)
    .execute()
  return [...labels, ...prints].slice(0, limit)
}

function labelsOf(db: Db, siteId: number) {
  return db
    .selectFrom('shipments as s')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.site_id', '=', 's.site_id').onRef('d.id', '=', 's.delivery_id'),
    )
    .select(['s.id', 's.label_key as key', literal('shipments').as('table')])
    .where('s.site_id', '=', siteId)
    .where('s.label_key', '<>', '')
}

/** @returns false if it was forgotten before */
export async function forgetFile(db: Db, siteId: number, { table, id, key }: OldFile): Promise<boolean> {
  if (table !== 'shipments') {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('site_id', '=', siteId)
      .where('key', '=', key)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const { numUpdatedRows } = await db
    .updateTable('shipments')
    .set({ label_key: '', problem: '', void_reason: '' })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('label_key', '<>', '')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
