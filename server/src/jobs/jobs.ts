import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { fromKysely, type Job, type JobResult, PgBoss, type SendOptions } from 'pg-boss'
import * as z from 'zod'
import { catalogOf, isCitus } from '../database/citus-catalog.ts'
import type { Db, Pool } from '../database/database.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { currentOrigin, type Origin, runFrom } from '../observability/origin.ts'
import { jobEnded } from '../observability/signals.ts'
import { isTestSite } from '../test-site.ts'
import { type Waking, wakeWorkers } from './wake-workers.ts'

/** A connection of the settings, by its name there. */
export type Connection = 'mail' | 'sms'

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
  /** A connection that the job needs: until it's set, the job waits in its queue. */
  needs?: Connection
  /** A sweep that waits for networks: enqueues a job for each site, so that a slow site delays no other. */
  siteBySite?: boolean
  /** At most one of a site waits. What would be another one's work is done by it. */
  isOnce?: boolean
  /**
   * What happens to it for test orders (docs/decisions/0092): it runs, or another job takes its place. Without this, it
   * isn't enqueued: whatever reaches people, carriers, or payment providers is left out, also in jobs to come.
   */
  inTestMode?: 'runs' | JobDefinition<typeof OfSite>
}

const OfSite = z.object({ siteId: z.number() })

/** What a job of a test site is in test mode; undefined if there's none, and for jobs of other sites. */
function testJobOf({ inTestMode }: JobDefinition, payload: unknown): 'live' | JobDefinition | undefined {
  const siteId = siteIn(payload)
  if (siteId === undefined || !isTestSite(siteId) || inTestMode === 'runs') return 'live'
  return inTestMode
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

/** @throws {Error} if a job has no handler: it would never run, and nothing would say so */
export function allHandled(definitions: readonly JobDefinition[], handlers: JobHandler[]): JobHandler[] {
  const unhandled = definitions.filter(({ name }) => handlers.every(({ job }) => job.name !== name))
  if (unhandled.length > 0) throw new Error(`no handler for ${unhandled.map(({ name }) => name).join(', ')}`)
  return handlers
}

export type Sweep = {
  job: JobDefinition
  due(): Promise<number[]>
  visit(siteId: number): Promise<void>
  /** Visits all due sites in turn. */
  run(): Promise<void>
}

/** Handles a recurring job that visits the sites on which something is due (docs/decisions/0043). */
export function sweeps(
  definition: JobDefinition,
  due: () => Promise<number[]>,
  visit: (siteId: number) => Promise<void>,
): Sweep {
  return { job: definition, due, visit, run: async () => visitSites(await due(), visit) }
}

/**
 * Visits sites one after the other. One that fails doesn't stop the others.
 *
 * @throws {AggregateError} after the last site, naming those that failed
 */
export async function visitSites(
  siteIds: readonly number[],
  visit: (siteId: number) => Promise<void>,
): Promise<void> {
  const failures: Error[] = []
  for (const siteId of siteIds) {
    await visit(siteId).catch((cause: unknown) => failures.push(siteFailure(siteId, cause)))
  }
  throwAll(failures)
}

/** What failed for a site, by its number or name. */
export function siteFailure(site: number | string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Error(`site ${site}: ${message}`, { cause })
}

/** @throws {AggregateError} if there are any, with all their messages */
export function throwAll(failures: readonly Error[]): void {
  if (failures.length === 0) return
  const message = failures.map((failure) => failure.message).join('; ')
  throw new AggregateError(failures, message, { cause: failures[0] })
}

/** How long a visit works on what is due on its site. */
const VISIT_MS = 30_000

/**
 * Works through what is due on a site for as long as a visit lasts. The next visit begins with what this one didn't
 * reach, so that what takes long and stays due doesn't keep the others waiting.
 *
 * @returns a function that returns the failures; one doesn't stop the others
 */
export function makeTurns() {
  const reached = new Map<number, Set<number>>()
  return async (siteId: number, due: readonly number[], work: (id: number) => Promise<void>) => {
    const before = reached.get(siteId)
    const first = due.filter((id) => !before?.has(id))
    const later = due.filter((id) => before?.has(id))
    const done: number[] = []
    const failures: unknown[] = []
    const until = performance.now() + VISIT_MS
    for (const id of [...first, ...later]) {
      if (performance.now() > until) break
      done.push(id)
      await work(id).catch((cause: unknown) => failures.push(cause))
    }
    if (done.length === due.length) reached.delete(siteId)
    // Once all others had their turn, the next round has begun.
    else
      reached.set(
        siteId,
        new Set(done.length < first.length ? [...later, ...done] : done.slice(first.length)),
      )
    return failures
  }
}

/** Not named `siteId`: a site's office lists its failed jobs, and this one is repeated by the next sweep. */
const Visit = z.object({ visit: z.number() })

/** A site's part of a sweep. The queue takes no second one while the first waits or runs, on any server. */
function visitJob({ name, seconds, inTestMode }: JobDefinition): JobDefinition<typeof Visit> {
  const visit = { name: `${name}.site`, payload: Visit, retries: 0, seconds, heartbeatSeconds: HEARTBEAT_S }
  return inTestMode === 'runs' ? { ...visit, inTestMode } : visit
}

export type Jobs = {
  /** Enqueues a job in the caller's transaction: a rollback removes it. */
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
 * Fair shares: a site gets at most its part of a queue's workers, so a thousand mails of one site don't delay
 * another site's one. The limit also keeps a rush of jobs from slowing down requests.
 */
const AT_ONCE = 6
const PER_SITE = 4
/** A killed worker's visit ends after this long without a heartbeat, and the next sweep repeats it. */
const HEARTBEAT_S = 30
/** Failed visits are logged and repeated: the queue needn't keep them for long. */
const VISITS_KEPT = { policy: 'exclusive', deleteAfterSeconds: 3_600 } as const
/** How long a job waits for what it needs; the queue would drop others after two weeks. */
const WAITS_AT_MOST_S = 365 * 86_400
/** Workers are woken when a job is due; their own polling is the fallback. */
const POLLING = { pollingIntervalSeconds: 600, batchSize: 1, perJobResults: true } as const

/** Stored in the payload, next to its own fields; `parse` leaves it out. */
const ORIGIN = '_origin'
const Enqueued = z.object({ [ORIGIN]: z.object({ request: z.string(), trace: z.string() }).partial() })

function withOrigin(payload: object): object {
  const origin = currentOrigin()
  return origin === undefined ? payload : { ...payload, [ORIGIN]: origin }
}

/** A job, and the request that it came from, for the log. */
export type AboutJob = { job: string; jobId: string } & Origin

/** Runs a job as part of what enqueued it. */
async function settle(
  { id, name, data }: Job<unknown>,
  run: () => Promise<void>,
  onError: OnError,
): Promise<JobResult> {
  const origin: Origin = Enqueued.safeParse(data).data?.[ORIGIN] ?? {}
  const began = performance.now()
  const end = (outcome: 'completed' | 'unfinished' | 'failed') =>
    jobEnded.publish({ name, outcome, seconds: (performance.now() - began) / 1_000 })
  try {
    await runFrom(name, origin, run)
    end('completed')
    return { id, status: 'completed' }
  } catch (cause) {
    end(cause instanceof Unfinished ? 'unfinished' : 'failed')
    if (!(cause instanceof Unfinished)) {
      onError(new Error(`job ${name} failed`, { cause }), { job: name, jobId: id, ...origin })
    }
    const { message, stack } = cause instanceof Error ? cause : new Error(String(cause))
    return { id, status: 'failed', output: { message, stack } }
  }
}

type OnError = (error: unknown, about?: AboutJob) => void

/** Creates the queue's tables and every job's queue. Workers start with {@link Jobs.work}. */
export async function startJobs(
  database: OpenDatabase,
  definitions: JobDefinition[],
  onError: OnError,
  withWorker: boolean,
): Promise<Jobs> {
  const upkeep = {
    supervise: withWorker,
    schedule: withWorker,
    persistWarnings: false,
    monitorVacuum: false,
    // No job of ours waits for another one.
    flowIntervalSeconds: 600,
  }
  const boss = database.jobsDb
    ? new PgBoss({ db: database.jobsDb, backend: 'pglite', ...upkeep })
    : new PgBoss({ ...database.jobsConnection, max: 4, ...upkeep, ...(await onCoordinator(database.db)) })
  let isStopping = false
  boss.on('error', (error) => {
    // A worker that looked for its next job after the queue was closed. It has taken none.
    if (isStopping && error.message.startsWith('Database connection is not opened')) return
    // Errors of workers come as plain objects, which a log can't tell apart.
    onError(error instanceof Error ? error : Object.assign(new Error(), error))
  })
  await boss.start()
  const visits: JobDefinition[] = definitions.filter(({ siteBySite }) => siteBySite).map(visitJob)
  for (const definition of [...definitions, ...visits]) {
    const { name, retries, seconds, longestRetrySeconds, heartbeatSeconds, isOnce } = definition
    const queue = {
      ...(visits.includes(definition) && VISITS_KEPT),
      ...(isOnce && { policy: 'short' as const }),
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
  let waking: Waking | undefined
  /** A sweep as two handlers: one enqueues a visit for each site, the other makes it. */
  const bySite = (handler: Sweep) => {
    const visit = visitJob(handler.job)
    const enqueueVisits = async () => {
      const siteIds = (await handler.due()).map(String)
      if (siteIds.length === 0) return
      await boss.insert(
        visit.name,
        siteIds.map((id) => ({ data: { visit: Number(id) }, singletonKey: id, group: { id } })),
      )
      waking?.expectJob()
    }
    return [
      handles(handler.job, enqueueVisits),
      handles(visit, (of) => visitSites([of.visit], handler.visit)),
    ]
  }

  return {
    async enqueue(db, asked, given, options = {}) {
      const instead = testJobOf(asked, given)
      if (instead === undefined) return
      const definition = instead === 'live' ? asked : instead
      const payload = instead === 'live' ? given : { siteId: siteIn(given) }
      const once = definition.isOnce && { singletonKey: String(siteIn(payload)) }
      const kept = definition.needs !== undefined && { retentionSeconds: WAITS_AT_MOST_S }
      const told = { ...siteOf(payload), ...once, ...kept, ...options, db: fromKysely(db) }
      await boss.send(definition.name, withOrigin(payload as object), told)
      if (options.startAfter === undefined) waking?.expectJob()
    },
    async work(given) {
      const handlers = given.flatMap((handler) =>
        handler.job.siteBySite && isSweep(handler) ? bySite(handler) : [handler],
      )
      for (const handler of handlers) {
        const { job: definition, run } = handler
        const { name, cron, atOnce = cron === undefined ? AT_ONCE : 1, perSite = PER_SITE } = definition
        const shares = { localConcurrency: atOnce, localGroupConcurrency: Math.min(perSite, atOnce) }
        await boss.work(name, { ...POLLING, ...shares }, (tasks: Job<unknown>[]) =>
          Promise.all(
            tasks.map((task) => settle(task, async () => runTask(definition, run, task.data), onError)),
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
      waking = wakeWorkers(database.db, names, wake, onError)
    },
    async stop() {
      isStopping = true
      await waking?.stop()
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** @throws {Error} for one that must not run in test mode: it can't have been enqueued */
async function runTask(definition: JobDefinition, run: JobHandler['run'], data: unknown): Promise<void> {
  if (testJobOf(definition, data) !== 'live') throw new Error(`${definition.name} doesn’t run in test mode`)
  await run(definition.payload.parse(data) as never)
}

function isSweep(handler: JobHandler): handler is Sweep {
  return 'visit' in handler
}

/** The site that a job's payload names. */
function siteIn(payload: unknown): number | undefined {
  const { siteId, site_id, visit } = (payload ?? {}) as Record<string, unknown>
  const id = siteId ?? site_id ?? visit
  return typeof id === 'number' ? id : undefined
}

/** The site whose share of the workers a job uses, from its payload: a pool belongs to one site. */
function siteOf(payload: unknown): { group?: { id: string } } {
  const { siteId, site_id, poolId } = (payload ?? {}) as Record<string, unknown>
  const id = siteId ?? site_id ?? poolId
  return id === undefined ? {} : { group: { id: String(id) } }
}

/** On Citus, the queue's tables stay on the coordinator, and its nodes needn't know of them. */
export async function onCoordinator(pool: Pool): Promise<{ backend?: 'citus'; options?: string }> {
  if (!(await isCitus(catalogOf(pool)))) return {}
  return { backend: 'citus', options: '-c citus.enable_ddl_propagation=off' }
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
