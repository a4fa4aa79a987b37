import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool } from '../database/database.ts'
import { literals, now, tableOf } from '../database/sql.ts'
import type { QueueTables } from './queue-tables.ts'

/** How soon a job starts that another process enqueued, or whose time has come. */
const LOOK_EVERY_MS = 1_000
/** The same for a job of this process, and for the next one if there are more. */
const LOOK_AGAIN_MS = 200
/** A job is enqueued before its transaction commits; most commit within this time. */
const COMMITS_WITHIN_MS = 2_000
/** More workers than any queue has. */
const COUNT_UP_TO = 50

export type Waking = {
  /** This process enqueued a job: looks sooner for a while. */
  expectJob(): void
  stop(): Promise<void>
}

/**
 * Checks all queues at once for due jobs and wakes as many workers: a hundred polling workers would keep an
 * idle database busy. pg-boss's own notifications report new jobs only, not those whose time has come, and need
 * a connection that PgBouncer doesn't keep.
 */
export function wakeWorkers(
  pool: Pool,
  names: readonly string[],
  wake: (name: string, due: number) => void,
  onError: (error: unknown) => void,
): Waking {
  const queues = names.map((name) => ({ name }))
  const [active] = literals('active')
  // A request that enqueues a job sets the timer, but its transaction isn't this one's.
  const outsideRequests = AsyncLocalStorage.snapshot()
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  // Compiled once, because it runs as often as five times a second.
  const findDue = pool
    .withTables<QueueTables>()
    .selectFrom(tableOf('queue', queues, { name: 'text' }))
    .innerJoinLateral(
      ({ selectFrom, lit }) =>
        selectFrom('pgboss.job as j')
          .select(lit(1).as('due'))
          .whereRef('j.name', '=', 'queue.name')
          .where('j.state', '<', active!)
          .where('j.blocked', '=', lit(false))
          .where('j.start_after', '<=', now)
          .limit(COUNT_UP_TO)
          .as('j'),
      (join) => join.onTrue(),
    )
    .select(({ fn }) => ['queue.name', fn.countAll<number>().as('due')])
    .groupBy('queue.name')
    .compile()
  const look = async (): Promise<boolean> => {
    const { rows } = await pool.executeQuery(findDue)
    for (const { name, due } of rows) if (!isOver) wake(name, due)
    return rows.length > 0
  }
  let looking: Promise<void> = Promise.resolve()
  let isSoon = true
  let expectedUntil = 0
  const lookAfter = (ms: number) => {
    isSoon = ms <= LOOK_AGAIN_MS
    clearTimeout(timer)
    timer = setTimeout(() => outsideRequests(lookAndWait), ms)
  }
  const lookAndWait = () => {
    isSoon = true
    looking = look()
      .catch((cause) => {
        onError(cause)
        return false
      })
      .then((isBusy) => {
        const isNext = isBusy || performance.now() < expectedUntil
        if (!isOver) lookAfter(isNext ? LOOK_AGAIN_MS : LOOK_EVERY_MS)
      })
  }
  lookAndWait()
  return {
    expectJob() {
      expectedUntil = performance.now() + COMMITS_WITHIN_MS
      if (!isSoon && !isOver) lookAfter(LOOK_AGAIN_MS)
    },
    async stop() {
      isOver = true
      clearTimeout(timer)
      await looking
    },
  }
}
