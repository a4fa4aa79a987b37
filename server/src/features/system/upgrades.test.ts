import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { identityMigrations } from '@laurel/identity'
import { expect, onTestFinished, test, vi } from 'vitest'
import { markRestoring } from '../../backup/restore-backup.ts'
import { knownMigrations } from '../../database/migrate.ts'
import { type DatabaseKind, PASSPHRASE } from '../../testing/backup-world.ts'
import { FORMER_SECRET } from '../../testing/former-database.ts'
import { openS3Server, S3_KEYS } from '../../testing/s3-server.ts'
import { makeOldInstallation } from '../../testing/upgrade-world.ts'

const KINDS: DatabaseKind[] = process.env.TEST_DATABASE_URL ? ['PGlite', 'PostgreSQL'] : ['PGlite']

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
