import { MigrationRefused } from '@laurel/identity'
import { BackupRefused } from './backup/backup-refused.ts'
import { DataDirInUse } from './database/data-dir-lock.ts'
import { addressesOf, isDatabaseUrl } from './database/database-addresses.ts'
import { DatabaseUnavailable } from './database/database-unavailable.ts'
import { WrongSetting } from './wrong-setting.ts'

/** Runs the server or a command. An error ends it: as one sentence if an operator can act on it, else in full. */
export async function runProgram(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    const sentence = sentenceOf(cause, process.env.DATABASE_URL)
    console.error(sentence === undefined ? cause : `laurel: ${sentence}`)
    process.exit(1)
  }
}

/** What happened and what to do, without the password in the address; undefined for an unforeseen error. */
export function sentenceOf(cause: unknown, databaseUrl?: string): string | undefined {
  const isPlain = [WrongSetting, DataDirInUse, MigrationRefused, BackupRefused].some(
    (kind) => cause instanceof kind,
  )
  if (isPlain) return (cause as Error).message
  const { code, port, message } = cause as { code?: string; port?: number; message?: string }
  if (code === 'EADDRINUSE') return `port ${port} is in use. Stop the program that uses it, or set PORT.`
  if (databaseUrl === undefined || !isDatabaseUrl(databaseUrl)) return undefined

  const addresses = addressesOf(databaseUrl).map((address) => new URL(address))
  const host = addresses.map((address) => address.host).join(' or ')
  const { pathname, username } = addresses[0]!
  if (cause instanceof DatabaseUnavailable) {
    if ((cause.cause as { code?: string } | undefined)?.code === READ_ONLY) {
      return (
        `the database at ${host} takes no writes. If an upgrade was interrupted, run it again (npm run upgrade). ` +
        'If this is a standby, name the primary in DATABASE_URL.'
      )
    }
    return `the database at ${host} isn't available (${reasonOf(cause)}). Start it, or correct DATABASE_URL.`
  }
  if (code === NO_DATABASE) {
    return `there's no database ${pathname.slice(1)} at ${host}. Create it, or correct DATABASE_URL.`
  }
  if (code === WRONG_PASSWORD || code === NO_ENTRY) {
    return `the database at ${host} refused the user or password. Correct them in DATABASE_URL.`
  }
  if (code === NOT_ALLOWED) {
    const user = `"${decodeURIComponent(username)}"`
    return (
      `the database user lacks a right (${message}). Make ${user} the owner of the database, and ` +
      'as an administrator run once: create role laurel_app nologin; create role laurel_sweep nologin; ' +
      `grant laurel_app, laurel_sweep to ${user};`
    )
  }
  return undefined
}

const NO_DATABASE = '3D000'
const WRONG_PASSWORD = '28P01'
/** `pg_hba.conf` doesn't let the user in, or there's no such user. */
const NO_ENTRY = '28000'
const NOT_ALLOWED = '42501'
const READ_ONLY = '25006'

/** Several refused addresses of one name have no message together. */
function reasonOf({ message, cause }: DatabaseUnavailable): string {
  return message || String((cause as { code?: string }).code)
}
