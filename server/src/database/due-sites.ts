import type { Db, Pool } from './database.ts'
import { setLocal } from './sql.ts'

/** A query for the sites on which something is due. */
export type Look = (db: Db) => { execute(): Promise<ReadonlyArray<{ site_id: number }>> }

/**
 * Finds the sites on which something is due, in one query across all of them. The work itself is done as always,
 * in a transaction of its site.
 */
export async function findDueSites(pool: Pool, look: Look): Promise<number[]> {
  const ids = await lookAcrossSites(pool, async (db) => {
    const due = await look(db).execute()
    return due.length === 0 ? [] : withoutSuspended(db, due)
  })
  return [...new Set(ids)].sort((a, b) => a - b)
}

/** The work of a suspended site waits until it resumes. */
async function withoutSuspended(db: Db, due: ReadonlyArray<{ site_id: number }>): Promise<number[]> {
  const rows = await db.selectFrom('sites').select('id').where('suspended_at', 'is not', null).execute()
  const suspended = new Set(rows.map(({ id }) => id))
  return due.map(({ site_id }) => site_id).filter((id) => !suspended.has(id))
}

/**
 * Reads across sites as a role that sees every site, but only the columns that say whether work is due (migration
 * due-work).
 */
export function lookAcrossSites<T>(pool: Pool, look: (db: Db) => Promise<T>): Promise<T> {
  return pool
    .transaction()
    .setAccessMode('read only')
    .execute(async (db) => {
      await setLocal(db, 'role', 'laurel_sweep')
      return look(db)
    })
}
