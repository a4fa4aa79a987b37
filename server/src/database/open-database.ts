import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { lockDataDir } from './data-dir-lock.ts'
import type { Database, Pool } from './database.ts'
import { serialPGliteDialect } from './serial-pglite-dialect.ts'

export type OpenDatabase = {
  db: Pool
  /** PGlite on disk, or in memory for tests; otherwise a PostgreSQL server. */
  embedded: boolean
  close(): Promise<void>
}

/** Counts and sums come as int8; every one of ours fits a JavaScript integer. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens the database: PostgreSQL when a URL is given, else PGlite in the data folder.
 *
 * @throws {DataDirInUse} when another process has the folder open
 */
export async function openDatabase(settings: {
  databaseUrl?: string | undefined
  databasePool?: number
  dataDir: string
}): Promise<OpenDatabase> {
  if (settings.databaseUrl !== undefined) {
    const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: settings.databasePool ?? 20 })
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
    return { db, embedded: false, close: () => db.destroy() }
  }
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataDir(settings.dataDir)
  const pglite = new PGlite(join(settings.dataDir, 'database'))
  const db = new Kysely<Database>({ dialect: serialPGliteDialect(pglite) })
  return {
    db,
    embedded: true,
    close: async () => {
      await db.destroy()
      unlock()
    },
  }
}

/** A database that is gone when closed: for tests. */
export function openInMemory(): OpenDatabase {
  const db = new Kysely<Database>({ dialect: serialPGliteDialect(new PGlite()) })
  return { db, embedded: true, close: () => db.destroy() }
}
