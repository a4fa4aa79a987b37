import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from '../database/database.ts'

/** PGlite has one connection, so nothing waits there. On a cluster, the coordinator doesn't show which session waits. */
export const SEES_LOCK_WAITS = Boolean(process.env.TEST_DATABASE_URL) && !process.env.TEST_CITUS_URL

type Activity = { pg_stat_activity: { datname: string; wait_event_type: string } }

/** Until as many sessions of this database wait for a lock, or `isOver`. */
export async function untilLockWait(
  pool: Pool,
  { sessions = 1, isOver = () => false }: { sessions?: number; isOver?: () => boolean } = {},
): Promise<void> {
  const waiting = pool
    .withTables<Activity>()
    .selectFrom('pg_stat_activity')
    .select('datname')
    .where('wait_event_type', '=', 'Lock')
    .where(({ eb, fn }) => eb('datname', '=', fn<string>('current_database', [])))
  while (!isOver() && (await waiting.execute()).length < sessions) await pause(20)
}
