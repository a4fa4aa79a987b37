import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fromKysely, type Job, type JobResult, PgBoss, type SendOptions } from 'pg-boss'
import type * as z from 'zod'
import type { Db, Pool } from '../database/database.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { wakeWorkers } from './wake-workers.ts'

/** A promise to do something after the transaction: its name, and what its payload looks like. */
export type JobDefinition<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  retries: number
  /** Seconds an attempt may take before another worker may try again. */
  seconds: number
  /** Cron, for jobs that recur by themselves. */
  cron?: string
  /** Jobs of this kind that one process runs side by side, and those among them of one site. */
  atOnce?: number
  perSite?: number
  /** Longest wait before another attempt; without it, it doubles without end. */
  longestRetrySeconds?: number
  /** For jobs that take long: after so many seconds without a sign of life, another worker tries again. */
  heartbeatSeconds?: number
}

/** A job that stopped before its end, without a fault: it's tried again, and not logged. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished'
}

/** Declares a job; its handler stands in the same file. */
export function job<Payload extends z.ZodType>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition
}

export type JobHandler = { job: JobDefinition; run: (payload: never) => Promise<void> }

export function handles<P extends z.ZodType>(
  definition: JobDefinition<P>,
  run: (payload: z.output<P>) => Promise<void>,
): JobHandler {
  return { job: definition, run }
}

export type Jobs = {
  /** Promises a job in the caller's transaction: a rollback takes it back. */
  enqueue<P extends z.ZodType>(
    db: Db,
    job: JobDefinition<P>,
    payload: z.input<P>,
    options?: SendOptions,
  ): Promise<void>
  work(handlers: JobHandler[]): Promise<void>
  stop(): Promise<void>
}

/**
 * Fair shares: a site gets at most its part of a queue's workers, so its thousand mails leave room for
 * another site's one. Few enough that a rush doesn't slow down those who are still ordering.
 */
const AT_ONCE = 6
const PER_SITE = 4
/** Workers are woken when something is due; their own polling is a fallback. */
const POLLING = { pollingIntervalSeconds: 120, batchSize: 1, perJobResults: true } as const

async function settle(
  id: string,
  run: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<JobResult> {
  try {
    await run()
    return { id, status: 'completed' }
  } catch (cause) {
    onError(cause)
    const { message, stack } = cause instanceof Error ? cause : new Error(String(cause))
    return { id, status: 'failed', output: { message, stack } }
  }
}

/** Starts the queue's tables and, for every job, its queue. Workers start with {@link Jobs.work}. */
export async function startJobs(
  database: OpenDatabase,
  databaseUrl: string | undefined,
  definitions: JobDefinition[],
  onError: (error: unknown) => void,
  withWorker: boolean,
): Promise<Jobs> {
  const upkeep = { supervise: withWorker, schedule: withWorker, persistWarnings: false, monitorVacuum: false }
  const boss = database.jobsDb
    ? new PgBoss({ db: database.jobsDb, backend: 'pglite', ...upkeep })
    : new PgBoss({ connectionString: databaseUrl!, max: 4, ...upkeep })
  boss.on('error', onError)
  await boss.start()
  for (const { name, retries, seconds, longestRetrySeconds, heartbeatSeconds } of definitions) {
    const queue = {
      retryLimit: retries,
      retryBackoff: true,
      retryDelay: 2,
      expireInSeconds: seconds,
      ...(longestRetrySeconds !== undefined && { retryDelayMax: longestRetrySeconds }),
      ...(heartbeatSeconds !== undefined && { heartbeatSeconds }),
    }
    await boss.createQueue(name, queue)
    // Makes the queue known now. The first send would look it up on a connection of its own, and in
    // a transaction on PGlite that connection is the transaction's: it would wait for itself.
    await boss.getJobById(name, randomUUID())
  }
  await letRequestsEnqueue(database.db)
  let stopWaking = async () => {}

  return {
    async enqueue(db, definition, payload, options = {}) {
      const group = siteOf(payload)
      await boss.send(definition.name, payload as object, { ...group, ...options, db: fromKysely(db) })
    },
    async work(handlers) {
      for (const handler of handlers) {
        const { job: definition, run } = handler
        const { name, cron, atOnce = cron === undefined ? AT_ONCE : 1, perSite = PER_SITE } = definition
        const shares = { localConcurrency: atOnce, localGroupConcurrency: Math.min(perSite, atOnce) }
        const onFailure = (cause: unknown) => {
          if (!(cause instanceof Unfinished)) onError(new Error(`job ${name} failed`, { cause }))
        }
        await boss.work(name, { ...POLLING, ...shares }, (tasks: Job<unknown>[]) =>
          Promise.all(
            tasks.map(({ id, data }) =>
              settle(id, async () => run(definition.payload.parse(data) as never), onFailure),
            ),
          ),
        )
        if (cron !== undefined) await boss.schedule(name, cron)
      }
      const names = handlers.map(({ job: { name } }) => name)
      // Those at rest first. A busy one looks again as soon as it is done.
      const wake = (name: string, due: number) => {
        const workers = boss.getWipData().filter((worker) => worker.name === name)
        for (const { id } of workers.sort((a, b) => a.count - b.count).slice(0, due)) boss.notifyWorker(id)
      }
      stopWaking = wakeWorkers(database.db, names, wake, onError)
    },
    async stop() {
      await stopWaking()
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** Whose share of the workers a job counts to, as its payload says: a pool belongs to one site. */
function siteOf(payload: unknown): { group?: { id: string } } {
  const { siteId, site_id, poolId } = (payload ?? {}) as Record<string, unknown>
  const id = siteId ?? site_id ?? poolId
  return id === undefined ? {} : { group: { id: String(id) } }
}

/** Requests promise jobs under their own role, so it may write the queue's tables. */
async function letRequestsEnqueue(pool: Pool) {
  await sql`grant usage on schema pgboss to laurel_app`.execute(pool)
  await sql`grant select, insert, update, delete on all tables in schema pgboss to laurel_app`.execute(pool)
  await sql`grant execute on all functions in schema pgboss to laurel_app`.execute(pool)
}
