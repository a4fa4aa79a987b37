import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { BackupRefused } from '../../backup/backup-refused.ts'
import { backupName, openPlace, plainly, writeFile } from '../../backup/place.ts'
import { hasTable } from '../../backup/tables.ts'
import { appliedMigrations, type Counted, takeBackup } from '../../backup/take-backup.ts'
import type { Config } from '../../config.ts'
import { callDataDir } from '../../database/data-dir-lock.ts'
import { openDatabase } from '../../database/open-database.ts'
import { assertSecret } from '../../secrets/assert-secret.ts'
import { keysOf, readRoot } from '../../secrets/keys.ts'
import { makeFileStore } from '../files/local-file-store.ts'
import { type RunLog, remoteRunLog, runLogOf } from './backup-runs.repo.ts'

export type BackupConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'filesUrl' | 'secret' | 'backup'>
export type BackupDone = Counted & {
  address: string
  bytes: number
  removed: number
  lastVerified: Date | undefined
}

/**
 * Backs up the installation, while its servers run or not. Only one process can open the embedded database: a running
 * server copies it, which takes a moment, and the copy is backed up here.
 *
 * @param file instead of the place in the settings; older backups then stay
 * @throws {BackupRefused}
 */
export async function runBackup(
  config: BackupConfig,
  passphrase: string,
  file?: string,
): Promise<BackupDone> {
  const caller = config.databaseUrl === undefined ? await callDataDir(config.dataDir) : undefined
  const id = randomUUID()
  let log: RunLog | undefined = caller && remoteRunLog(caller)
  const fail = async (cause: unknown) => {
    const plain = plainly(cause, config.dataDir)
    const error = plain instanceof Error ? plain.message : String(plain)
    await log?.end(id, { error: error.slice(0, 300) }).catch(() => {})
    log = undefined
    return plain
  }
  try {
    await log?.begin(id)
    const dataDir = caller === undefined ? config.dataDir : String(await caller.call('copy'))
    const isThere = config.databaseUrl !== undefined || existsSync(join(dataDir, 'database'))
    if (!isThere) throw new BackupRefused(`There’s nothing to back up yet in ${dataDir}.`)
    const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir, databasePool: 2 })
    try {
      const pool = database.db
      await appliedMigrations(pool)
      // An earlier version's database has no record of backups.
      if (log === undefined && (await hasTable(pool, 'backup_runs'))) {
        log = runLogOf(pool)
        await log.begin(id)
      }
      const root = rootOf(config)
      await assertSecret(pool, keysOf(root), config)
      const files = await makeFileStore(config)
      const place = openPlace(config.backup.url)
      let counted: Counted | undefined
      const archive = takeBackup({ pool, files, root }, passphrase, (done) => (counted = done), id)
      const name = backupName(new Date())
      const bytes =
        file === undefined ? await place.write(name, archive) : await writeFile(resolve(file), archive)
      const address = file === undefined ? place.addressOf(name) : resolve(file)
      await log?.end(id, { address, bytes })
      const removed = file === undefined ? await removeOld(place, config.backup.keep) : 0
      return { ...counted!, address, bytes, removed, lastVerified: await log?.lastVerified() }
    } catch (cause) {
      // Its record may be in the database that is closed next.
      throw await fail(cause)
    } finally {
      await database.close()
    }
  } catch (cause) {
    throw await fail(cause)
  } finally {
    caller?.hangUp()
  }
}

async function removeOld(place: ReturnType<typeof openPlace>, keep: number): Promise<number> {
  const old = (await place.list()).slice(0, -keep)
  for (const name of old) await place.remove(name)
  return old.length
}

/** A backup must not make a secret: a new one couldn't decrypt anything. */
function rootOf({ dataDir, secret }: BackupConfig): Buffer {
  if (secret === undefined && !existsSync(join(dataDir, 'secret'))) {
    throw new BackupRefused(
      `${basename(dataDir)} has no file named secret. Set LAUREL_SECRET or DATA_DIR as on the servers.`,
    )
  }
  return readRoot(dataDir, secret)
}
