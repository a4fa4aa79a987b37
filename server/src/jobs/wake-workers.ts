import { sql } from 'kysely'
import type { Pool } from '../database/database.ts'

/** How soon a promised job is begun. */
const LOOK_EVERY_MS = 500

/**
 * Looks for all queues at once whether anything is due, and wakes the workers of those where something
 * is: forty workers that each ask for themselves keep a database busy that has nothing to do.
 *
 * @returns ends it
 */
export function wakeWorkers(
  pool: Pool,
  names: readonly string[],
  wake: (name: string) => void,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    const { rows } = await sql<{
      name: string
    }>`select name from unnest(${[...names]}::text[]) as queue (name)
      where exists (select from pgboss.job j where j.name = queue.name and j.state < 'active'
        and not j.blocked and j.start_after <= now())`.execute(pool)
    for (const { name } of rows) if (!isOver) wake(name)
  }
  let looking: Promise<void> = Promise.resolve()
  const lookAndWait = () => {
    looking = look()
      .catch(onError)
      .then(() => {
        if (!isOver) timer = setTimeout(lookAndWait, LOOK_EVERY_MS)
      })
  }
  lookAndWait()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await looking
  }
}
