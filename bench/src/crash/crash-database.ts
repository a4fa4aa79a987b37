import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { makeOwnDatabase } from '../own-database.ts'
import { end, ROOT } from '../stack.ts'
import type { Query } from './books.ts'

/** How the rounds look into the database beside the server. */
export type CrashDatabase = {
  url: string | undefined
  /** The embedded database can be opened by one process: the server must be dead. */
  needsDoorOpen: boolean
  run<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * PostgreSQL, a throw-away one unless `DATABASE_URL` names one; or the embedded database.
 *
 * @param dataDir the server's, for the embedded database
 */
export async function openCrashDatabase(dataDir: string | undefined): Promise<CrashDatabase> {
  if (dataDir !== undefined) return embedded(dataDir)
  const given = process.env.DATABASE_URL
  if (given) {
    const own = await makeOwnDatabase(given)
    return server(own.url, own.drop)
  }
  const child = spawn(process.execPath, [join(ROOT, 'server/src/testing/postgres-server.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(String(chunk).trim()))
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}`)))
  })
  return server(url, () => end(child))
}

function server(url: string, close: () => Promise<void>): CrashDatabase {
  return {
    url,
    needsDoorOpen: false,
    async run(work) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        return await work(async (sql) => (await client.query(sql)).rows)
      } finally {
        await client.end()
      }
    },
    close,
  }
}

function embedded(dataDir: string): CrashDatabase {
  return {
    url: undefined,
    needsDoorOpen: true,
    async run(work) {
      const database = await PGlite.create(join(dataDir, 'database'))
      try {
        return await work(async (sql) => (await database.query(sql)).rows)
      } finally {
        await database.close()
      }
    },
    close: async () => {},
  }
}
