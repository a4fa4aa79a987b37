import type { Db, Pool } from './database.ts'
import { setLocal } from './sql.ts'

/** A query for the sites on which something is due. */
export type Look = (db: Db) => { execute(): Promise<ReadonlyArray<{ site_id: number }>> }

/**
 * Finds the sites on which something is due, in one query across all of them. The work itself is done as always,
 * in a transaction of its site.
 */
export async function findDueSites(pool: Pool, look: Look): Promise<number[]> {
  const rows = await lookAcrossSites(pool, (db) => look(db).execute())
  return [...new Set(rows.map(({ site_id }) => site_id))].sort((a, b) => a - b)
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
