import type { Db, Pool } from '../../database/database.ts'
import { findDueSites, type Look } from '../../database/due-sites.ts'
import { setLocal } from '../../database/sql.ts'
import { visitSites } from '../../jobs/jobs.ts'

/** Before every transaction a database ever had since it was made. */
const RESTORED_TX = '1'

/**
 * A restored dump keeps its transaction numbers, but the new database counts from the start: old events would
 * stay unsettled for years, and new ones would precede them. So old events are moved to the beginning, in ID
 * order, and each endpoint resumes at its first unread event, perhaps repeating a few. Runs before anything is
 * sent or read.
 */
export async function settleRestoredLog(pool: Pool): Promise<void> {
  const siteIds = await findDueSites(pool, lookForRestored)
  await visitSites(siteIds, (siteId) => pool.transaction().execute((tx) => settleSite(tx, siteId)))
}

/** The sites with a number that this database hasn't reached yet. */
const lookForRestored: Look = (db) =>
  db
    .selectFrom('sites as s')
    .select('s.id as site_id')
    .where(({ exists, fn, or, selectFrom }) => {
      const current = fn<string>('pg_current_xact_id')
      return or([
        exists(selectFrom('site_events as e').whereRef('e.site_id', '=', 's.id').where('e.tx', '>', current)),
        exists(
          selectFrom('webhook_endpoints as w')
            .whereRef('w.site_id', '=', 's.id')
            .where('w.read_tx', '>', current),
        ),
      ])
    })

async function settleSite(db: Db, siteId: number): Promise<void> {
  // As the owner, who can change the log; row-level security still needs the site.
  await setLocal(db, 'app.site_id', String(siteId))
  const events = db.selectFrom('site_events as e').where('e.site_id', '=', siteId)
  const endpoints = db.selectFrom('webhook_endpoints as w').where('w.site_id', '=', siteId)
  const { is_restored } = await db
    .selectNoFrom(({ eb, fn, val }) => {
      const lastEvent = events.select((of) => of.fn.max('e.tx').as('tx'))
      const lastRead = endpoints.select((of) => of.fn.max('w.read_tx').as('tx'))
      const last = fn<string>('greatest', [lastEvent, lastRead, val(RESTORED_TX)])
      return eb(last, '>', fn<string>('pg_current_xact_id')).as('is_restored')
    })
    .executeTakeFirstOrThrow()
  if (!is_restored) return
  await db
    .updateTable('webhook_endpoints as w')
    .set(({ fn, lit, selectFrom }) => {
      const unread = selectFrom('site_events as e')
        .select((of) => of(of.fn.min('e.id'), '-', 1).as('id'))
        .whereRef('e.site_id', '=', 'w.site_id')
        .where((of) => of(of.refTuple('e.tx', 'e.id'), '>', of.refTuple('w.read_tx', 'w.read_id')))
      const newest = events.select((of) => of.fn.max('e.id').as('id'))
      const readId = fn.coalesce(unread.$asScalar(), newest.$asScalar(), lit(0))
      return { read_tx: RESTORED_TX, read_id: readId }
    })
    .where('w.site_id', '=', siteId)
    .execute()
  await db.updateTable('site_events').set({ tx: RESTORED_TX }).where('site_id', '=', siteId).execute()
}
