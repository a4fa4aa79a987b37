import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Runs queries on the accounts service's tables as a part of a site's transaction. The request's role
 * can't reach them; both commit together or not at all.
 */
export async function asOwner<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`select current_setting('role') as role`.execute(db)
  const { role } = rows[0]!
  await sql`set local role none`.execute(db)
  try {
    return await work()
  } finally {
    // A failed transaction resets the role automatically.
    await sql`set local role ${sql.ref(role)}`.execute(db).catch(() => {})
  }
}
