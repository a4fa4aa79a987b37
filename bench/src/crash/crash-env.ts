import { join } from 'node:path'
import { stackSettings } from '../stack.ts'
import type { CrashDatabase } from './crash-database.ts'

/** The settings of a shop about to be killed, with its own ports and folders. */
export async function crashEnv(dataDir: string, database: CrashDatabase) {
  const env = {
    ...(await stackSettings(join(dataDir, 'server'), database.url)),
    SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    LOG_LEVEL: process.env.CRASH_LOG ? 'error' : 'fatal',
  }
  return {
    env,
    origin: `http://localhost:${env.PORT}`,
    sandboxOrigin: `http://127.0.0.1:${env.SANDBOX_PORT}`,
  }
}

/** The database and processes of a run, for its report. */
export function placeOf(isOnPglite: boolean): string {
  const { SERVERS = '1', WORKERS = '0' } = process.env
  if (isOnPglite) return 'PGlite'
  return `${process.env.TEST_CITUS_URL ? 'Citus' : 'PostgreSQL'}, SERVERS=${SERVERS} WORKERS=${WORKERS}`
}
