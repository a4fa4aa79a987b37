import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { besidePostgres, insidePGlite, type Query } from '../database-beside.ts'
import { makeOwnDatabase } from '../own-database.ts'
import { end, ROOT } from '../stack.ts'

/** How the rounds read the database beside the server. */
export type CrashDatabase = {
  url: string | undefined
  /** Only one process can open the embedded database, so the server must be dead. */
  needsServerDown: boolean
  run<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * A Citus cluster if `TEST_CITUS_URL` names one, else PostgreSQL (temporary unless `DATABASE_URL` names one), or the
 * embedded database.
 *
 * @param dataDir the server's, for the embedded database
 */
export async function openCrashDatabase(dataDir: string | undefined): Promise<CrashDatabase> {
  if (dataDir !== undefined) {
    return {
      url: undefined,
      needsServerDown: true,
      run: (work) => insidePGlite(dataDir, work),
      close: async () => {},
    }
  }
  const { url, close } = await openOnServer()
  return { url, needsServerDown: false, run: (work) => besidePostgres(url, work), close }
}

function openOnServer() {
  if (process.env.TEST_CITUS_URL) return madeBy('server/src/testing/citus-database.ts')
  if (process.env.DATABASE_URL) return ownDatabase(process.env.DATABASE_URL)
  return madeBy('server/src/testing/postgres-server.ts')
}

async function ownDatabase(serverUrl: string) {
  const { url, drop } = await makeOwnDatabase(serverUrl)
  return { url, close: drop }
}

/** By a program that prints the address and removes the database when it's stopped. */
async function madeBy(program: string) {
  const child = spawn(process.execPath, [join(ROOT, program)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(String(chunk).trim()))
    child.once('exit', (code) => reject(new Error(`${program} ended with code ${code}`)))
  })
  return { url, close: () => end(child) }
}
