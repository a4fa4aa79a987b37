import { migrateIdentity } from '@laurel/identity'
import { run } from '../backup/tables.ts'
import { appliedMigrations } from '../backup/take-backup.ts'
import { type Config, readConfig } from '../config.ts'
import { knownMigrations, migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { runUpgrade, type UpgradeKit } from '../features/system/run-upgrade.ts'
import { type DatabaseKind, makeInstallation, PASSPHRASE } from './backup-world.ts'
import { FORMER_SECRET, fillFormerDatabase } from './former-database.ts'
import { readEverything } from './read-everything.ts'

/** A database that lacks the last migrations, with orders and payments. */
export async function makeOldInstallation(kind: DatabaseKind, folder?: string) {
  const installation = await makeInstallation(kind, folder)
  const { dataDir, databaseUrl, backup } = installation.config
  const { db, close } = await installation.open()
  await fillFormerDatabase(db)
  await migrate(db, undefined, (await knownMigrations()).slice(0, -6))
  await migrateIdentity(db)
  await close()
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LAUREL_SECRET: FORMER_SECRET,
    BACKUP_URL: backup.url,
    DEMO: '0',
  })
  const look = async () => {
    const database = await openDatabase({ ...config, databasePool: 2 })
    const migrations = await appliedMigrations(database.db)
    const everything = await readEverything(database.db).finally(database.close)
    // A backup records itself, and that its secret is the right one.
    const { '"public"."backup_runs"': _runs, '"public"."installation"': _secret, ...rows } = everything
    return { migrations, rows }
  }
  const said: string[] = []
  /** @param isReady once for the copy, and once for the database itself on PostgreSQL */
  const upgrade = (...isReady: (boolean | ((config: Config) => boolean | Promise<boolean>))[]) => {
    const assertReady: UpgradeKit['assertReady'] = async (started, database) => {
      await run(database.db, 'select 1').finally(database.close)
      const is = isReady.shift()
      if (!(typeof is === 'function' ? await is(started) : is))
        throw new Error('the server isn’t ready: no files')
    }
    return runUpgrade({ config, passphrase: PASSPHRASE, assertReady, say: (sentence) => said.push(sentence) })
  }
  const open = () => openDatabase({ ...config, databasePool: 1 })
  /** What another session does. */
  const execute = async (query: string) => {
    const { db, close } = await open()
    await run(db, query).finally(close)
  }
  return { config, look, upgrade, said, open, execute }
}
