import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/**
 * Counts a use by name, in the database, so that it survives restarts and all servers share it. The count
 * starts over after its period.
 *
 * @returns whether it is still within its limit
 */
export async function countUse(
  db: Db,
  siteId: number,
  key: string,
  limit: { uses: number; withinMs: number },
  at: Date,
): Promise<boolean> {
  const moment = sql`${at.toISOString()}::timestamptz`
  const over = sql`${new Date(at.getTime() - limit.withinMs).toISOString()}::timestamptz`
  const { rows } = await sql<{ uses: number }>`
    insert into use_counters as c (site_id, key, uses, began_at) values (${siteId}, ${key}, 1, ${moment})
    on conflict (site_id, key) do update set
      uses = case when c.began_at <= ${over} then 1 else c.uses + 1 end,
      began_at = case when c.began_at <= ${over} then ${moment} else c.began_at end
    returning uses`.execute(db)
  return rows[0]!.uses <= limit.uses
}
