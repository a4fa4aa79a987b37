import { sql } from 'kysely'
import type { Pool } from '../../database/database.ts'
import { listSites } from '../sites/sites.repo.ts'

/** Before every transaction a database ever had since it was made. */
const RESTORED_TX = '1'

/**
 * A restored dump keeps its transaction numbers, but the new database counts from the start: old events would
 * stay unsettled for years, and new ones would precede them. So old events are moved to the beginning, in ID
 * order, and each endpoint resumes at its first unread event, perhaps repeating a few. Runs before anything is
 * sent or read.
 */
export async function settleRestoredLog(pool: Pool): Promise<void> {
  for (const { id: siteId } of await listSites(pool)) {
    await pool.transaction().execute(async (tx) => {
      // As the owner, who can change the log; row-level security needs the site all the same.
      await sql`select set_config('app.site_id', ${String(siteId)}, true)`.execute(tx)
      const { rows } = await sql<{ is_restored: boolean }>`
        select greatest(
          (select max(tx) from site_events where site_id = ${siteId}),
          (select max(read_tx) from webhook_endpoints where site_id = ${siteId}), ${RESTORED_TX}::xid8)
          > pg_current_xact_id() as is_restored`.execute(tx)
      if (!rows[0]!.is_restored) return
      await sql`update webhook_endpoints w set read_tx = ${RESTORED_TX}::xid8, read_id = coalesce(
          (select min(e.id) - 1 from site_events e
            where e.site_id = w.site_id and (e.tx, e.id) > (w.read_tx, w.read_id)),
          (select max(e.id) from site_events e where e.site_id = w.site_id), 0)
        where w.site_id = ${siteId}`.execute(tx)
      await sql`update site_events set tx = ${RESTORED_TX}::xid8 where site_id = ${siteId}`.execute(tx)
    })
  }
}
