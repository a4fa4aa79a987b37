import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { identityMigrations, migrateIdentity } from '@laurel/identity'
import pg from 'pg'
import { openArchive } from '../../backup/archive.ts'
import { BackupRefused } from '../../backup/backup-refused.ts'
import { plainly, readBackup } from '../../backup/place.ts'
import { findRestoring, markRestoring, restoreBackup, restoreRows } from '../../backup/restore-backup.ts'
import { run } from '../../backup/tables.ts'
import { appliedMigrations } from '../../backup/take-backup.ts'
import type { Config } from '../../config.ts'
import { callDataDir, DataDirInUse, lockDataDir } from '../../database/data-dir-lock.ts'
import type { Pool } from '../../database/database.ts'
import { knownMigrations, migrate } from '../../database/migrate.ts'
import { type OpenDatabase, openDatabase, UPGRADE_FOLDER } from '../../database/open-database.ts'
import { kindOf } from '../../database/pipelined-postgres-dialect.ts'
import { readRoot } from '../../secrets/keys.ts'
import { makeFileStore } from '../files/local-file-store.ts'
import { inspectRestored } from './inspect-restored.ts'
import { recordVerified } from './record-verified.ts'
import { runBackup } from './run-backup.ts'

/** What an upgrade needs from the server. Passed in, because the server imports this feature. */
export type UpgradeKit = {
  config: Config
  passphrase: string
  say(sentence: string): void
  /** Starts the server on a database without listening, asks whether it's ready, and closes both. */
  assertReady(config: Config, database: OpenDatabase): Promise<void>
}

/**
 * Backs up, upgrades the database, and checks that the server starts on it; otherwise restores the database, unless
 * other servers use it. Can be repeated if it was killed at any point.
 *
 * @throws {BackupRefused} with what to do
 */
export async function runUpgrade(kit: UpgradeKit): Promise<void> {
  await (kit.config.databaseUrl === undefined ? upgradeFolder(kit) : upgradeServer(kit))
}

/** The embedded database is upgraded in a copy, which takes its place once it's ready. */
async function upgradeFolder(kit: UpgradeKit): Promise<void> {
  const { config, passphrase, say } = kit
  const running = await callDataDir(config.dataDir)
  running?.hangUp()
  if (running !== undefined) throw new DataDirInUse('Stop the server first: it has the embedded database.')
  const isPending = await onDatabase(config, ({ db }) => hasPending(db))
  if (!isPending) return say('The database is up to date.')
  const { address } = await runBackup(config, passphrase)
  say(`Backed up to ${address}.`)

  const unlock = await lockDataDir(config.dataDir)
  const folder = join(config.dataDir, UPGRADE_FOLDER)
  const [current, next] = [join(config.dataDir, 'database'), join(folder, 'database')]
  try {
    try {
      await mkdir(folder, { mode: 0o700 })
      await cp(current, next, { recursive: true })
      await onDatabase({ ...config, dataDir: folder }, (database) => upgrade(config, database))
      await kit.assertReady(config, await openDatabase({ dataDir: folder }))
    } catch (cause) {
      await rm(folder, { recursive: true, force: true })
      throw failed(plainly(cause, config.dataDir), 'Nothing was changed. Start the earlier version.')
    }
    // Killed between the two, the next start puts the old one back.
    await rename(current, join(folder, 'before'))
    await rename(next, current)
    await rm(folder, { recursive: true })
  } finally {
    unlock()
  }
  say('Upgraded. Start the server now.')
}

/** A PostgreSQL server's database is upgraded in place: each step is a transaction. */
async function upgradeServer(kit: UpgradeKit): Promise<void> {
  const { config, passphrase, say } = kit
  if (await hasFinishedRollback(kit)) return
  const before = await onDatabase(config, async ({ db }) => ({
    ...(await look(db)),
    others: await countOthers(db),
  }))
  if (!before.isPending) return say('The database is up to date.')
  const { address } = await runBackup(config, passphrase)
  say(`Backed up to ${address}.`)
  await rehearse(kit, address)
  say('The upgrade succeeded on a copy.')
  const isAlone = before.others === 0 && (await keepOthersOut(config, before.written))
  const own = isAlone ? writing(config) : config
  try {
    await onDatabase(own, (database) => upgrade(config, database))
    await kit.assertReady(own, await openDatabase({ ...own, databasePool: 4 }))
  } catch (cause) {
    const now = await onDatabase(own, ({ db }) => look(db)).catch(() => undefined)
    const isChanged = now?.applied !== before.applied
    if (isChanged && !isAlone) {
      throw failed(
        cause,
        'It wasn’t rolled back, because other servers use the database and would lose what they wrote since. ' +
          `Fix the problem and run this again, or restore ${address} into a new database.`,
      )
    }
    if (isChanged) {
      await onDatabase(own, ({ db }) => markRestoring(db, address))
      await rollBack(own, kit, address)
    }
    if (isAlone) await onDatabase(own, letOthersWrite)
    throw failed(
      cause,
      `${isChanged ? 'It was rolled back' : 'Nothing was changed'}. Start the earlier version.`,
    )
  }
  if (isAlone) await onDatabase(own, letOthersWrite)
  say(
    before.others > 0
      ? 'Upgraded. Replace the servers now, one after the other.'
      : 'Upgraded. Start the servers now.',
  )
}

/** After an upgrade that was killed. @returns whether it was being rolled back, which is finished now */
async function hasFinishedRollback(kit: UpgradeKit): Promise<boolean> {
  const { config, say } = kit
  // The database says so itself: a note in a folder could be about another database, or about long ago.
  const { address, isHeld } = await onDatabase(config, async ({ db }) => ({
    address: await findRestoring(db),
    isHeld: await isReadOnly(db),
  }))
  const own = isHeld ? writing(config) : config
  if (address !== undefined) {
    say('The rollback of an upgrade was interrupted. Continuing.')
    await rollBack(own, kit, address)
  }
  if (isHeld) await onDatabase(own, letOthersWrite)
  return address !== undefined
}

async function upgrade(config: Config, database: OpenDatabase): Promise<void> {
  await migrate(database.db)
  await migrateIdentity(database.db)
  await inspectRestored({
    database,
    files: await makeFileStore(config),
    root: readRoot(config.dataDir, config.secret),
  })
}

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Restores the backup to a temporary folder, which upgrades it, and starts the server on it. */
async function rehearse({ config, passphrase, assertReady }: UpgradeKit, address: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-rehearsal-'))
  const target = { dataDir, databaseUrl: undefined, filesUrl: undefined, secret: undefined }
  // Everything is in there, decrypted, and the secret too. Nothing runs in between that would add to it.
  const stop = () => {
    rmSync(dataDir, { recursive: true, force: true })
    process.exit(1)
  }
  for (const signal of STOPS) process.once(signal, stop)
  try {
    const archive = await openArchive(await readBackup(address))
    await restoreBackup(
      archive,
      passphrase,
      target,
      async (restored) => void (await inspectRestored(restored)),
    )
    await assertReady({ ...config, ...target }, await openDatabase({ dataDir }))
    await recordVerified(config, archive.header)
  } catch (cause) {
    throw failed(plainly(cause, dataDir), 'It was only tried on a copy: nothing was changed.')
  } finally {
    for (const signal of STOPS) process.off(signal, stop)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function rollBack(own: Config, { passphrase, say }: UpgradeKit, address: string): Promise<void> {
  const archive = await openArchive(await readBackup(address))
  await onDatabase(own, (database) => restoreRows(archive, passphrase, database))
  say(`Rolled back to the backup ${address}.`)
}

async function onDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ ...config, databasePool: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function hasPending(db: Pool): Promise<boolean> {
  const applied = await appliedMigrations(db)
  const names = new Set([...applied.public, ...applied.identity])
  return [...(await knownMigrations()), ...(await identityMigrations())].some((name) => !names.has(name))
}

async function look(db: Pool) {
  const applied = JSON.stringify(await appliedMigrations(db))
  return { applied, isPending: await hasPending(db), written: await countWritten(db) }
}

/** Counts the other connections: servers, workers, and operators. */
async function countOthers(db: Pool): Promise<number> {
  const [row] = await run<{ count: number }>(
    db,
    `select count(*)::int as count from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid()
      and application_name not like 'citus\\_internal%'`,
  )
  return row!.count
}

/**
 * Counts the rows that were ever written, but for the records of backups. A connection that has closed is counted.
 *
 * @returns undefined if PostgreSQL doesn't count
 */
async function countWritten(db: Pool): Promise<string | undefined> {
  const [row] = await run<{ count: string | null }>(
    db,
    `select case when current_setting('track_counts')::bool then sum(n_tup_ins + n_tup_upd + n_tup_del) end::text as count
      from pg_stat_user_tables where relname not in ('backup_runs', 'installation')`,
  )
  return row?.count ?? undefined
}

/**
 * Lets new connections only read, so that a rollback loses nothing that others wrote since the backup.
 *
 * @param written as counted before the backup
 * @returns false if others wrote since then, or still could
 */
async function keepOthersOut(config: Config, written: string | undefined): Promise<boolean> {
  return onDatabase(config, async (database) => {
    const { db } = database
    if (written === undefined || !(await isDirect(database))) return false
    const isSet = await setReadOnly(db, 'set default_transaction_read_only = on').then(
      () => true,
      () => false,
    )
    if (!isSet) return false
    // Connections that this process has just closed take a moment to go.
    for (let tries = 0; tries < 10 && (await countOthers(db)) > 0; tries += 1) await delay(500)
    if ((await countOthers(db)) === 0 && (await countWritten(db)) === written) return true
    await letOthersWrite(database)
    return false
  })
}

async function letOthersWrite({ db }: OpenDatabase): Promise<void> {
  await setReadOnly(db, 'reset default_transaction_read_only')
}

async function setReadOnly(db: Pool, setting: string): Promise<void> {
  await run(db, `do $$ begin execute format('alter database %I ${setting}', current_database()); end $$`)
}

async function isReadOnly(db: Pool): Promise<boolean> {
  const [row] = await run<{ is: boolean }>(
    db,
    "select current_setting('default_transaction_read_only')::bool as is",
  )
  return row!.is
}

/** This process writes while others can't. */
function writing(config: Config): Config {
  const url = config.databaseUrl!
  const option = `options=${encodeURIComponent('-c default_transaction_read_only=off')}`
  return { ...config, databaseUrl: `${url}${url.includes('?') ? '&' : '?'}${option}` }
}

/** A pooler shares its connections with others. A cluster has rows on other nodes, and is distributed after a restore. */
async function isDirect({ jobsConnection }: OpenDatabase): Promise<boolean> {
  const client = new pg.Client(jobsConnection)
  await client.connect()
  const { isPooled, isCitus } = await kindOf(client).finally(() => client.end())
  return !isPooled && !isCitus
}

function failed(cause: unknown, then: string): BackupRefused {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new BackupRefused(`The upgrade failed: ${reason.replace(/\.?$/, '.')} ${then}`, { cause })
}
