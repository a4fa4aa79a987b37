import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { identityMigrations, migrateIdentity } from '@laurel/identity'
import { expect, onTestFinished, test, vi } from 'vitest'
import { markRestoring } from '../../backup/restore-backup.ts'
import { run } from '../../backup/tables.ts'
import { appliedMigrations } from '../../backup/take-backup.ts'
import { type Config, readConfig } from '../../config.ts'
import { knownMigrations, migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open-database.ts'
import { type DatabaseKind, makeInstallation, PASSPHRASE } from '../../testing/backup-world.ts'
import { FORMER_SECRET, fillFormerDatabase } from '../../testing/former-database.ts'
import { readEverything } from '../../testing/read-everything.ts'
import { openS3Server, S3_KEYS } from '../../testing/s3-server.ts'
import { runUpgrade, type UpgradeKit } from './run-upgrade.ts'

const KINDS: DatabaseKind[] = process.env.TEST_DATABASE_URL ? ['PGlite', 'PostgreSQL'] : ['PGlite']

/** A database that lacks the last migrations, with orders and payments. */
async function makeOldInstallation(kind: DatabaseKind) {
  const installation = await makeInstallation(kind)
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

test.each(KINDS)('an upgrade of %s that fails on a copy changes nothing', async (kind) => {
  const { look, upgrade } = await makeOldInstallation(kind)
  const before = await look()
  await expect(upgrade(false)).rejects.toThrow(/isn’t ready: no files\. .*[Nn]othing was changed/)
  expect(await look()).toEqual(before)

  await upgrade(true, true)
  const { migrations } = await look()
  expect(migrations).toEqual({ public: await knownMigrations(), identity: await identityMigrations() })
})

test.skipIf(KINDS.length < 2)('PostgreSQL is rolled back if no server is ready on it', async () => {
  const { look, upgrade, said } = await makeOldInstallation('PostgreSQL')
  const before = await look()
  await expect(upgrade(true, false)).rejects.toThrow(/It was rolled back/)
  expect(await look()).toEqual(before)
  expect(said.at(-1)).toMatch(/^Rolled back to the backup/)
})

test.skipIf(KINDS.length < 2)(
  'it isn’t while others are connected, because it would lose their changes',
  async () => {
    const { look, upgrade, open } = await makeOldInstallation('PostgreSQL')
    const other = await open()
    onTestFinished(other.close)
    await other.db.selectFrom('sites').select('id').execute()
    await expect(upgrade(true, false)).rejects.toThrow(/wasn’t rolled back, because other servers/)
    expect((await look()).migrations.public).toEqual(await knownMigrations())
  },
)

test.skipIf(KINDS.length < 2)('nor after others have written since the backup', async () => {
  const { look, upgrade, execute } = await makeOldInstallation('PostgreSQL')
  const comesAndGoes = async () => {
    await execute("update sites set name = 'written in between'")
    return true
  }
  await expect(upgrade(comesAndGoes, false)).rejects.toThrow(/wasn’t rolled back, because other servers/)
  expect(JSON.stringify((await look()).rows)).toContain('written in between')
})

test.skipIf(KINDS.length < 2)(
  'others can’t write while it may be rolled back, and then can again',
  async () => {
    const { look, upgrade, execute } = await makeOldInstallation('PostgreSQL')
    const before = await look()
    const comesLate = async () => {
      await execute("update sites set name = 'lost by a rollback'")
      return true
    }
    await expect(upgrade(true, comesLate)).rejects.toThrow(/read-only transaction\. It was rolled back/)
    expect(await look()).toEqual(before)
    await execute("update sites set name = 'written later'")

    // Killed before that.
    await execute(
      "do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$",
    )
    await upgrade(true, true)
    await execute("update sites set name = 'and again'")
  },
)

test.skipIf(KINDS.length < 2)('a migration that fails changes nothing', async () => {
  const { look, upgrade, execute } = await makeOldInstallation('PostgreSQL')
  const before = await look()
  const breaks = async () => {
    await execute("alter table kysely_migration add constraint broken check (name < '2026') not valid")
    return true
  }
  await expect(upgrade(breaks)).rejects.toThrow(/"broken"\. Nothing was changed/)
  expect(await look()).toEqual(before)
})

test.skipIf(KINDS.length < 2)('an interrupted rollback is finished, and the next run upgrades', async () => {
  const { look, upgrade, said, open } = await makeOldInstallation('PostgreSQL')
  const before = await look()
  await upgrade(true, true)
  const [address = ''] = said.flatMap((sentence) => /^Backed up to (.+)\.$/.exec(sentence)?.[1] ?? [])
  const { db, close } = await open()
  await markRestoring(db, address).finally(close)

  await upgrade()
  expect(said.at(-1)).toBe(`Rolled back to the backup ${address}.`)
  expect(await look()).toEqual(before)

  await upgrade(true, true)
  expect((await look()).migrations.public).toEqual(await knownMigrations())
})

test.skipIf(KINDS.length < 2)('an upgrade that is stopped leaves no decrypted copy', async () => {
  const { upgrade } = await makeOldInstallation('PostgreSQL')
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`)
  })
  onTestFinished(() => exit.mockRestore())
  const isThere: boolean[] = []
  const stopped = upgrade(({ dataDir }) => {
    isThere.push(existsSync(dataDir))
    try {
      process.listeners('SIGINT').at(-1)?.('SIGINT')
    } finally {
      isThere.push(existsSync(dataDir))
    }
    return true
  })
  await expect(stopped).rejects.toThrow('ended with 1')
  expect(isThere).toEqual([true, false])
})

test('an upgrade changes nothing if the new version can’t store files', async () => {
  const s3 = await openS3Server()
  onTestFinished(s3.close)
  s3.makeBucket('files')
  s3.hooks.fault = ({ method }) => (method === 'PUT' ? 'deny' : undefined)
  const { config, look } = await makeOldInstallation('PGlite')
  const before = await look()
  const env = {
    ...S3_KEYS,
    PATH: process.env.PATH,
    DATA_DIR: config.dataDir,
    FILES_URL: s3.addressOf('files'),
    LAUREL_SECRET: FORMER_SECRET,
    BACKUP_PASSPHRASE: PASSPHRASE,
    DEMO: '0',
  }
  const command = fileURLToPath(new URL('../../commands/upgrade.ts', import.meta.url))
  const upgraded = promisify(execFile)(process.execPath, [command], { env })
  await expect(upgraded).rejects.toThrow(/isn’t ready: .*"files":"down".* Nothing was changed/)
  expect(await look()).toEqual(before)
})
