import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { fromKysely, type Job, type JobResult, PgBoss, type SendOptions } from 'pg-boss'
import type * as z from 'zod'
import type { Db, Pool } from '../database/database.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { wakeWorkers } from './wake-workers.ts'

/** Work to do after the transaction: its name, and its payload's schema. */
export type JobDefinition<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  retries: number
  /** The timeout of an attempt in seconds, after which another worker may retry. */
  seconds: number
  /** Cron, for recurring jobs. */
  cron?: string
  /** How many jobs of this kind one process runs at once, and how many of them for one site. */
  atOnce?: number
  perSite?: number
  /** The longest wait between attempts; without it, the wait keeps doubling. */
  longestRetrySeconds?: number
  /** For long jobs: after this many seconds without a heartbeat, another worker retries. */
  heartbeatSeconds?: number
}

/** A job that stopped early without a fault: it's retried and not logged. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished'
}

/** Declares a job, in the lowest feature that enqueues it (docs/decisions/0037). {@link handles} runs it. */
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

/** Handlers of several jobs: leaving one out doesn't compile. */
export function handleEach<Definitions extends Record<string, JobDefinition>>(
  definitions: Definitions,
  runs: { [Name in keyof Definitions]: (payload: z.output<Definitions[Name]['payload']>) => Promise<void> },
): JobHandler[] {
  const runOf: Readonly<Record<string, JobHandler['run']>> = runs
  return Object.entries(definitions).map(([name, definition]) => ({ job: definition, run: runOf[name]! }))
}

export type Jobs = {
  /** Enqueues a job in the caller's transaction: a rollback removes it. */
  enqueue<P extends z.ZodType>(
    db: Db,
    job: JobDefinition<P>,
    payload: z.input<P>,
    options?: SendOptions,
  ): Promise<void>
  /** @throws {Error} if a job has no handler */
  work(handlers: JobHandler[]): Promise<void>
  stop(): Promise<void>
}

/**
 * Fair shares: a site gets at most its part of a queue's workers, so a thousand mails of one site don't delay
 * another site's one. The limit also keeps a rush of jobs from slowing down requests.
 */
const AT_ONCE = 6
const PER_SITE = 4
/** Workers are woken when a job is due; their own polling is the fallback. */
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

/** Creates the queue's tables and every job's queue. Workers start with {@link Jobs.work}. */
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
    // Registers the queue now. The first send would look it up on a separate connection, and in a transaction
    // on PGlite that would deadlock.
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
      const unhandled = definitions.filter(({ name }) => handlers.every(({ job }) => job.name !== name))
      if (unhandled.length > 0)
        throw new Error(`no handler for ${unhandled.map(({ name }) => name).join(', ')}`)
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
      // Idle workers first. A busy one checks again as soon as it's done.
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

/** The site whose share of the workers a job uses, from its payload: a pool belongs to one site. */
function siteOf(payload: unknown): { group?: { id: string } } {
  const { siteId, site_id, poolId } = (payload ?? {}) as Record<string, unknown>
  const id = siteId ?? site_id ?? poolId
  return id === undefined ? {} : { group: { id: String(id) } }
}

/** Requests enqueue jobs under their own role, so it may write the queue's tables. */
async function letRequestsEnqueue(pool: Pool) {
  for (const right of [
    'usage on schema',
    'select, insert, update, delete on all tables in schema',
    'execute on all functions in schema',
  ]) {
    await pool.executeQuery(CompiledQuery.raw(`grant ${right} pgboss to laurel_app`))
  }
}
