import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { lastMigration } from '../../database/migrate.ts'
import { RETRY_AFTER_SECONDS } from '../../http/problem-answer.ts'
import type { Kit } from '../../kit.ts'
import { check, writeAndRead } from './health.ts'
import { oldestDueSeconds } from './queue.repo.ts'

type HealthKit = Pick<Kit, 'pool' | 'config' | 'files' | 'unconnectedQueues'>
type State = 'up' | 'down' | 'late'

/** A check costs a file and a few queries, and requests aren't limited, so results are kept this long. */
const KEEP_MS = 1_000
/** The file store may be in another building. */
const FILES_KEPT_MS = 10_000
/** Enough that a full disk surely refuses it. */
const PROBE_BYTES = 64 * 1024
/** Below this, uploads and the embedded database fail soon. */
const FREE_BYTES = 64 * 1024 * 1024
const LATE_AFTER_S = 15 * 60

/** Answers also while an upgrade waits for this process to stop, so that it isn't restarted. */
export const LIVE = '/health/live'

/**
 * For load balancers and monitors, on any host:
 * - `/health/live`: the process answers.
 * - `/health/ready`: 503 while the server can't do its work. Late jobs are only reported: without servers, they'd be
 *   even later.
 * - `/health`: the same for database and disk alone.
 */
export function healthRoutes(app: FastifyInstance, kit: HealthKit) {
  const database = kept(KEEP_MS, () => stateOf(() => select1(kit)))
  const folder = keepFolder(kit.config)
  app.addHook('onReady', () => folder.assertSame().catch(() => {}))
  app.addHook('onClose', () => folder.close())
  const disk = kept(KEEP_MS, () => stateOf(() => folder.assertSame().then(() => writeProbe(kit.config))))
  const ready = {
    database,
    migrations: kept(KEEP_MS, () => stateOf(() => assertMigrated(kit))),
    jobs: kept(KEEP_MS, () => queueState(kit)),
    disk: kept(KEEP_MS, () =>
      stateOf(() =>
        assertSpace(kit.config)
          .then(() => disk())
          .then(assertUp),
      ),
    ),
    files: kept(FILES_KEPT_MS, () => stateOf(() => writeAndRead(kit))),
  }
  app.get(LIVE, (_request, reply) => answer(reply, {}))
  app.get('/health/ready', (_request, reply) => answer(reply, ready))
  app.get('/health', (_request, reply) => answer(reply, { database, files: disk }))
}

async function answer(reply: FastifyReply, looks: Readonly<Record<string, () => Promise<State>>>) {
  const entries = Object.entries(looks).map(async ([name, look]) => [name, await look()] as const)
  const states = await Promise.all(entries)
  const ok = states.every(([, state]) => state !== 'down')
  reply.header('cache-control', 'no-store')
  if (!ok) reply.code(503).header('retry-after', RETRY_AFTER_SECONDS)
  return { ok, ...Object.fromEntries(states) }
}

function kept<T>(keepMs: number, look: () => Promise<T>): () => Promise<T> {
  let last: { found: Promise<T>; until: number } | undefined
  return () => {
    if (last === undefined || last.until <= Date.now()) last = { found: look(), until: Date.now() + keepMs }
    return last.found
  }
}

/** Without the reason, because anyone may ask. The office's System screen shows it. */
async function stateOf(ask: () => Promise<unknown>): Promise<State> {
  const { state } = await check('database', async () => {
    await ask()
    return ''
  })
  return state === 'up' ? 'up' : 'down'
}

function select1({ pool }: HealthKit) {
  return pool.selectNoFrom(({ lit }) => lit(1).as('answer')).execute()
}

async function writeProbe({ dataDir }: HealthKit['config']) {
  const path = join(dataDir, `.health-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(path, randomBytes(PROBE_BYTES), { flush: true })
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * The data folder as it was at the start. One that was deleted or unmounted is made anew by the next upload, without
 * the files in it. Held open, so that a new folder can't have its inode.
 */
function keepFolder({ dataDir }: HealthKit['config']) {
  let held: FileHandle | undefined
  return {
    assertSame: async () => {
      held ??= await open(dataDir)
      const [then, now] = await Promise.all([held.stat(), stat(dataDir)])
      if (then.dev !== now.dev || then.ino !== now.ino) throw new Error('The data folder was replaced.')
    },
    close: async () => {
      await held?.close()
      held = undefined
    },
  }
}

async function assertSpace({ dataDir }: HealthKit['config']) {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < FREE_BYTES) throw new Error('The disk is full.')
}

function assertUp(state: State) {
  if (state !== 'up') throw new Error('It is down.')
}

/** An older backup may have been restored under a running server. */
async function assertMigrated({ pool }: HealthKit) {
  const last = await lastMigration()
  const row = await pool
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .where('name', '=', last)
    .executeTakeFirst()
  if (row === undefined) throw new Error(`${last} is missing.`)
}

async function queueState(kit: HealthKit): Promise<State> {
  let oldest = 0
  const asked = await stateOf(async () => {
    oldest = await oldestDueSeconds(kit)
  })
  return asked === 'up' && oldest > LATE_AFTER_S ? 'late' : asked
}
