import {
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, type KyselyConfig } from 'kysely'
import pg from 'pg'
import { fromPglite, type Db as JobsDb } from 'pg-boss'
import { currentTracer } from '../observability/origin.ts'
import { DataDirInUse, type FolderCalls, lockDataDir } from './data-dir-lock.ts'
import type { Database, Pool } from './database.ts'
import { DatabaseHosts } from './database-hosts.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { pipelinedPostgresDialect } from './pipelined-postgres-dialect.ts'
import { serialPGliteDialect, Turns } from './serial-pglite-dialect.ts'

export type OpenDatabase = {
  db: Pool
  /** PGlite, on disk or in memory for tests; otherwise a PostgreSQL server. */
  embedded: boolean
  /** The job queue's access to the same database: PGlite itself, or how to connect to PostgreSQL. */
  jobsDb: JobsDb | undefined
  jobsConnection: pg.PoolConfig
  /** A replica of the same database, read only. */
  replicaDb: Pool | undefined
  /** Calls that commands may make while this process has the data folder open. */
  calls?: FolderCalls
  /** How many connections are idle and used, and how many requests wait for one; none on PGlite. */
  connections(): Array<{ name: string; idle: number; used: number; waiting: number }>
  close(): Promise<void>
}

/** In the data folder while a backup is being restored into it. */
export const RESTORE_FOLDER = '.restoring'
/** The same during an upgrade: the new database, and for a moment the one before. */
export const UPGRADE_FOLDER = '.upgrading'

/** How long a request waits for the database, or for a free connection. */
const CONNECT_WITHIN_MS = 10_000
/** The same for a replica, and how long it may take for a query; the primary is asked then. */
const REPLICA_MS = { connect: 1_000, query: 3_000 }

/** Queries join the trace of their request, without the values of their parameters. */
function traced(): Pick<KyselyConfig, 'log'> {
  const tracer = currentTracer()
  if (tracer === undefined) return {}
  return { log: ({ query, queryDurationMillis }) => tracer.query(query.sql, queryDurationMillis) }
}

/** Counts and sums are int8; all of ours fit a JavaScript integer. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens the database: PostgreSQL when a URL is given, else PGlite in the data folder.
 *
 * @throws {DataDirInUse} when another process has the folder open
 */
export async function openDatabase(settings: {
  databaseUrl?: string | undefined
  databaseReplicaUrl?: string | undefined
  databasePool?: number
  namesQueries?: boolean | undefined
  dataDir: string
}): Promise<OpenDatabase> {
  const { databaseUrl, databaseReplicaUrl, databasePool: max = 20, namesQueries } = settings
  if (databaseUrl !== undefined) {
    const hosts = new DatabaseHosts(databaseUrl)
    const toPrimary = { max, connectionTimeoutMillis: CONNECT_WITHIN_MS }
    const pools: Record<string, pg.Pool> = {}
    const keepAs = (name: string) => (pool: pg.Pool) => {
      pools[name] = pool
    }
    const db = new Kysely<Database>({
      dialect: pipelinedPostgresDialect(toPrimary, namesQueries, hosts, keepAs('primary')),
      ...traced(),
    })
    const toReplica = {
      connectionString: databaseReplicaUrl,
      max,
      connectionTimeoutMillis: REPLICA_MS.connect,
      query_timeout: REPLICA_MS.query,
    }
    const replicaDb =
      databaseReplicaUrl === undefined
        ? undefined
        : new Kysely<Database>({
            dialect: pipelinedPostgresDialect(toReplica, namesQueries, undefined, keepAs('replica')),
            ...traced(),
          })
    const connections = () =>
      Object.entries(pools).map(([name, pool]) => ({
        name,
        idle: pool.idleCount,
        used: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      }))
    const close = async () => {
      await Promise.all([db.destroy(), replicaDb?.destroy()])
    }
    return {
      db,
      embedded: false,
      jobsDb: undefined,
      jobsConnection: hosts.settings,
      replicaDb,
      connections,
      close,
    }
  }
  // The database creates world-readable files, so the folder has to keep others out.
  mkdirSync(settings.dataDir, { recursive: true })
  chmodSync(settings.dataDir, 0o700)
  const calls: FolderCalls = new Map()
  const unlock = await lockDataDir(settings.dataDir, undefined, calls)
  if (existsSync(join(settings.dataDir, RESTORE_FOLDER))) {
    unlock()
    throw new DataDirInUse(
      `The restore of a backup into ${settings.dataDir} isn’t finished. Wait for it, or run it again.`,
    )
  }
  settleUpgrade(settings.dataDir)
  removeCopies(settings.dataDir)
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = new PGlite(join(settings.dataDir, 'database'))
  const turns = new Turns()
  const opened = openPGlite(pglite, turns, () => assertRoom(settings.dataDir))
  calls.set('copy', (_asked, gone) => turns.run(() => copyDatabase(pglite, settings.dataDir, gone)))
  return {
    ...opened,
    calls,
    close: async () => {
      await opened.close()
      unlock()
    },
  }
}

/** A database that is gone when closed, for tests. `image` is a packed database folder. */
export async function openInMemory(image?: Blob): Promise<OpenDatabase> {
  const { PGlite } = await import('@electric-sql/pglite')
  return openPGlite(new PGlite(image && { loadDataDir: image }))
}

export function openPGlite(pglite: PGlite, turns = new Turns(), assertRoom = () => {}): OpenDatabase {
  const db = new Kysely<Database>({ dialect: serialPGliteDialect(pglite, turns, assertRoom) })
  const inTurn = <T>(work: () => Promise<T>) =>
    turns.run(async () => {
      assertRoom()
      return work()
    })
  const jobsDb = fromPglite({
    query: (text: string, values?: unknown[]) => inTurn(() => pglite.query(text, values)),
    exec: (text: string) => inTurn(() => pglite.exec(text)),
  } as Parameters<typeof fromPglite>[0])
  return {
    db,
    embedded: true,
    jobsDb,
    jobsConnection: {},
    replicaDb: undefined,
    connections: () => [],
    close: () => db.destroy(),
  }
}

/** Two segments of PGlite's log, 16 MB each. */
const ROOM_BYTES = 2 * 16 * 1024 * 1024

/**
 * PGlite hangs forever if its log can't grow, so writes are refused when the disk is nearly full.
 *
 * @throws {DatabaseUnavailable}
 */
function assertRoom(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize >= ROOM_BYTES) return
  const cause = Object.assign(new Error(`The disk of ${dataDir} is full.`), { code: 'ENOSPC' })
  throw new DatabaseUnavailable(cause.message, { cause })
}

const COPY = '.copy-'

/**
 * Copies the database's folder while no query runs: a data folder that another process can open. It's removed once
 * the caller has hung up.
 */
async function copyDatabase(pglite: PGlite, dataDir: string, gone: AbortSignal): Promise<string> {
  const copy = await mkdtemp(join(dataDir, COPY))
  const remove = () => rm(copy, { recursive: true, force: true }).catch(() => {})
  try {
    await pglite.exec('checkpoint')
    await cp(join(dataDir, 'database'), join(copy, 'database'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    })
  } catch (cause) {
    await remove()
    throw cause
  }
  if (gone.aborted) await remove()
  else gone.addEventListener('abort', remove)
  return copy
}

/** After an upgrade that was killed: the database is the one from before, unless the new one is in its place. */
function settleUpgrade(dataDir: string): void {
  const database = join(dataDir, 'database')
  const before = join(dataDir, UPGRADE_FOLDER, 'before')
  if (!existsSync(database) && existsSync(before)) renameSync(before, database)
  rmSync(join(dataDir, UPGRADE_FOLDER), { recursive: true, force: true })
}

/** Removes copies of a process that was killed. */
function removeCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(COPY))) {
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
