import { join } from 'node:path'
import { freePort } from '../stack.ts'
import type { CrashDatabase } from './crash-database.ts'

/** The settings of a shop about to be killed, with its own ports and folders. */
export async function crashEnv(dataDir: string, database: CrashDatabase) {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()])
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    DATA_DIR: join(dataDir, 'server'),
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_PER_MINUTE: '100000000',
    DEMO: '1',
    DATABASE_URL: database.url ?? '',
  }
  return { env, origin: `http://localhost:${port}`, sandboxOrigin: `http://127.0.0.1:${sandboxPort}` }
}

/** Where a run took place, in words. */
export function placeOf(isOnPglite: boolean): string {
  const { SERVERS = '1', WORKERS = '0' } = process.env
  return isOnPglite ? 'PGlite' : `PostgreSQL, SERVERS=${SERVERS} WORKERS=${WORKERS}`
}
