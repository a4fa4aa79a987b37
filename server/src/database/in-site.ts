import { sql } from 'kysely'
import type { Db, Pool } from './database.ts'

/**
 * Runs work in one transaction that sees one site only: the request's role, and the site's wall
 * (migration 0001). A throw rolls everything back, promised jobs included.
 */
export function inSite<T>(pool: Pool, siteId: number, work: (db: Db) => Promise<T>): Promise<T> {
  return pool.transaction().execute(async (db) => {
    await sql`select set_config('role', 'laurel_app', true), set_config('app.site_id', ${String(siteId)}, true)`.execute(
      db,
    )
    return work(db)
  })
}
