import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import pg from 'pg'
import { fromPglite, type Db as JobsDb } from 'pg-boss'
import { lockDataDir } from './data-dir-lock.ts'
import type { Database, Pool } from './database.ts'
import { DatabaseHosts } from './database-hosts.ts'
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
  close(): Promise<void>
}

/** How long a request waits for the database, or for a free connection. */
const CONNECT_WITHIN_MS = 10_000
/** The same for a replica, and how long it may take for a query; the primary is asked then. */
const REPLICA_MS = { connect: 1_000, query: 3_000 }

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
    const db = new Kysely<Database>({ dialect: pipelinedPostgresDialect(toPrimary, namesQueries, hosts) })
    const toReplica = {
      connectionString: databaseReplicaUrl,
      max,
      connectionTimeoutMillis: REPLICA_MS.connect,
      query_timeout: REPLICA_MS.query,
    }
    const replicaDb =
      databaseReplicaUrl === undefined
        ? undefined
        : new Kysely<Database>({ dialect: pipelinedPostgresDialect(toReplica, namesQueries, undefined) })
    const close = async () => {
      await Promise.all([db.destroy(), replicaDb?.destroy()])
    }
    return { db, embedded: false, jobsDb: undefined, jobsConnection: hosts.settings, replicaDb, close }
  }
  // The database creates world-readable files, so the folder has to keep others out.
  mkdirSync(settings.dataDir, { recursive: true })
  chmodSync(settings.dataDir, 0o700)
  const unlock = await lockDataDir(settings.dataDir)
  const { PGlite } = await import('@electric-sql/pglite')
  const opened = openPGlite(new PGlite(join(settings.dataDir, 'database')))
  return {
    ...opened,
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

export function openPGlite(pglite: PGlite): OpenDatabase {
  const turns = new Turns()
  const db = new Kysely<Database>({ dialect: serialPGliteDialect(pglite, turns) })
  const jobsDb = fromPglite({
    query: (text: string, values?: unknown[]) => turns.run(() => pglite.query(text, values)),
    exec: (text: string) => turns.run(() => pglite.exec(text)),
  } as Parameters<typeof fromPglite>[0])
  return {
    db,
    embedded: true,
    jobsDb,
    jobsConnection: {},
    replicaDb: undefined,
    close: () => db.destroy(),
  }
}
