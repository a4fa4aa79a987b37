import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { ago, now } from './sql.ts'

const BEAT_EVERY_MS = 5_000
/** A process that wasn't heard for this long answers no request. */
const SILENT_MS = 15_000
/** Later than that: an upgrade no longer waits for it. */
const GONE_AFTER = '20 seconds'
const LOOK_AGAIN_MS = 500

export type RunningServer = {
  /** @throws {DatabaseUnavailable} once it must stop, or doesn't know whether it must */
  assertRuns(): void
  leave(): Promise<void>
}

/**
 * Tells other processes that this one works on the database.
 *
 * @param about `knows` is the last migration that this version knows
 * @param onStop ends all work: an upgrade waits for that
 */
export async function joinServers(
  pool: Pool,
  { knows, version }: { knows: string; version: string },
  onStop: () => Promise<void>,
): Promise<RunningServer> {
  const id = randomUUID()
  const remove = () => pool.deleteFrom('running_servers').where('id', '=', id).execute()
  let heardAt = performance.now()
  let isStopped = false
  // Those that were killed.
  await pool.deleteFrom('running_servers').where('seen_at', '<', ago('1 day')).execute()
  await pool
    .insertInto('running_servers')
    .values({ id, knows, version, seen_at: now, started_at: now })
    .execute()

  async function beat() {
    const asked = performance.now()
    const row = await pool
      .updateTable('running_servers')
      .set({ seen_at: now })
      .where('id', '=', id)
      .returning('must_stop')
      .executeTakeFirst()
    heardAt = asked
    // An upgrade removes those that were silent.
    if (row !== undefined && !row.must_stop) return
    if (isStopped) return
    isStopped = true
    await onStop()
    clearInterval(timer)
    await remove()
  }
  // Without an answer, it was silent.
  const timer = setInterval(() => beat().catch(() => {}), BEAT_EVERY_MS)
  timer.unref()
  return {
    assertRuns() {
      if (isStopped || performance.now() - heardAt > SILENT_MS) {
        throw new DatabaseUnavailable('This process stopped for an upgrade, or lost its database.')
      }
    },
    async leave() {
      clearInterval(timer)
      await remove().catch(() => {})
    },
  }
}

/** The processes that were heard lately, or that have ended without leaving. */
export function listServers(pool: Pool) {
  return pool
    .selectFrom('running_servers')
    .selectAll()
    .select(({ eb }) => eb('seen_at', '<', ago(GONE_AFTER)).as('is_silent'))
    .orderBy('started_at')
    .orderBy('id')
    .execute()
}

/**
 * Stops the processes that don't know a migration yet, and waits until they have.
 *
 * @param say takes a sentence for the operator
 */
export async function stopEarlierServers(
  pool: Pool,
  knows: string,
  say: (sentence: string) => void,
): Promise<void> {
  // A version from before this table doesn't know it.
  const known = await pool.introspection.getTables()
  if (known.every(({ name }) => name !== 'running_servers')) return
  for (let before = 0; ; await delay(LOOK_AGAIN_MS)) {
    await pool.deleteFrom('running_servers').where('seen_at', '<', ago(GONE_AFTER)).execute()
    const left = await pool
      .updateTable('running_servers')
      .set({ must_stop: true })
      .where('knows', '<', knows)
      .returning('id')
      .execute()
    if (left.length === 0) return
    if (left.length !== before) say(`Waiting for ${left.length} processes of an earlier version to stop.`)
    before = left.length
  }
}
