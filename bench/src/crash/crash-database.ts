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
 * PostgreSQL (temporary unless `DATABASE_URL` names one), or the embedded database.
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
  const { url, close } = process.env.DATABASE_URL
    ? await ownDatabase(process.env.DATABASE_URL)
    : await throwAwayServer()
  return { url, needsServerDown: false, run: (work) => besidePostgres(url, work), close }
}

async function ownDatabase(serverUrl: string) {
  const { url, drop } = await makeOwnDatabase(serverUrl)
  return { url, close: drop }
}

async function throwAwayServer() {
  const child = spawn(process.execPath, [join(ROOT, 'server/src/testing/postgres-server.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(String(chunk).trim()))
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}`)))
  })
  return { url, close: () => end(child) }
}
