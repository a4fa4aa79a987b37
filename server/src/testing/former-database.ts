import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Pool } from '../database/database.ts'

/** The secret of {@link fillFormerDatabase}. */
export const FORMER_SECRET = 'the-secret-of-the-upgrade-test-only'

/**
 * Fills a database as the last version before Kysely's Migrator left it: the demo, three customers, a paid order, a
 * cart being paid, and two open ones.
 */
export async function fillFormerDatabase(pool: Pool): Promise<void> {
  const file = new URL('../database/before-kysely-migrator.sql.gz', import.meta.url)
  const dump = gunzipSync(await readFile(file))
  await sql`create role laurel_app nologin`.execute(pool).catch(() => {})
  await pool.transaction().execute(async (tx) => {
    await sql`set local check_function_bodies = off`.execute(tx)
    await sql.raw(dump.toString()).execute(tx)
  })
}
