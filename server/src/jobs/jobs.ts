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
 * Ten at a time, each with its own outcome. Twenty a second of one kind are enough for every mail, and
 * few enough that a rush of them does not slow those who are still ordering. Workers are woken when
 * something is due; their own look is for a day on which that goes wrong.
 */
const POLLING = { pollingIntervalSeconds: 30, batchSize: 10, perJobResults: true } as const

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
  for (const { name, retries, seconds } of definitions) {
    await boss.createQueue(name, {
      retryLimit: retries,
      retryBackoff: true,
      retryDelay: 2,
      expireInSeconds: seconds,
    })
    // Makes the queue known now. The first send would look it up on a connection of its own, and in
    // a transaction on PGlite that connection is the transaction's: it would wait for itself.
    await boss.getJobById(name, randomUUID())
  }
  await letRequestsEnqueue(database.db)
  let stopWaking = async () => {}

  return {
    async enqueue(db, definition, payload, options = {}) {
      await boss.send(definition.name, payload as object, { ...options, db: fromKysely(db) })
    },
    async work(handlers) {
      const workers = new Map<string, string>()
      for (const handler of handlers) {
        const { job: definition, run } = handler
        const worker = await boss.work(definition.name, POLLING, (tasks: Job<unknown>[]) =>
          Promise.all(
            tasks.map(({ id, data }) =>
              settle(
                id,
                async () => run(definition.payload.parse(data) as never),
                (cause) => onError(new Error(`job ${definition.name} failed`, { cause })),
              ),
            ),
          ),
        )
        workers.set(definition.name, worker)
        if (definition.cron !== undefined) await boss.schedule(definition.name, definition.cron)
      }
      const wake = (name: string) => boss.notifyWorker(workers.get(name)!)
      stopWaking = wakeWorkers(database.db, [...workers.keys()], wake, onError)
    },
    async stop() {
      await stopWaking()
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** Requests promise jobs under their own role, so it may write the queue's tables. */
async function letRequestsEnqueue(pool: Pool) {
  await sql`grant usage on schema pgboss to laurel_app`.execute(pool)
  await sql`grant select, insert, update, delete on all tables in schema pgboss to laurel_app`.execute(pool)
  await sql`grant execute on all functions in schema pgboss to laurel_app`.execute(pool)
}
