import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeInstallation, openWorld, PASSPHRASE, restore, shopperOf } from '../../testing/backup-world.ts'
import { makeOldInstallation } from '../../testing/upgrade-world.ts'
import { makeFileStore } from '../files/local-file-store.ts'
import { runBackup } from './run-backup.ts'

const MOUNT = ['-t', 'tmpfs', 'laurel-test']

/** A disk of this size, in memory. */
function makeDisk(megabytes: number): string {
  const path = mkdtempSync(join(tmpdir(), 'laurel-disk-'))
  execFileSync('mount', ['-o', `size=${megabytes}m`, ...MOUNT, path])
  onTestFinished(() => {
    execFileSync('umount', ['-l', path])
    rmSync(path, { recursive: true })
  })
  return path
}

function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'laurel-disk-'))
  const isMounted = spawnSync('mount', [...MOUNT, path]).status === 0
  if (isMounted) execFileSync('umount', [path])
  rmSync(path, { recursive: true })
  return isMounted
}

const namesIn = (path: string) => readdirSync(path).filter((name) => name !== 'laurel.lock')

// Only root can mount a disk.
const hasDisks = canMount()
const onDisks = test.skipIf(!hasDisks)

onDisks('a restore that finds the disk full at any step leaves it empty, and says so', async () => {
  const source = await makeInstallation('PGlite')
  const world = await openWorld(source)
  await world.kit.files.put('picture-of-a-test', Buffer.alloc(30_000_000, 1))
  await world.close()
  const { address } = await runBackup(source.config, PASSPHRASE)
  // Full as the database is made, as its tables are filled, and as files are stored.
  for (const megabytes of [1, 20, 45, 60, 80, 100]) {
    const dataDir = makeDisk(megabytes)
    await expect(restore(address, { ...source.config, dataDir }), `${megabytes} MB`).rejects.toThrow(
      /^The disk of \/.* is full/,
    )
    expect(namesIn(dataDir), `${megabytes} MB`).toEqual([])
  }
})

onDisks('a backup that finds the disk full disturbs no customer, and leaves nothing', async () => {
  // Enough for the database, but not for a copy.
  const dataDir = makeDisk(110)
  const source = await makeInstallation('PGlite', dataDir)
  const config = { ...source.config, backup: { ...source.config.backup, url: makeDisk(1) } }
  const world = await openWorld(source)
  const order = shopperOf(world, await world.signIn())
  await expect(runBackup(config, PASSPHRASE)).rejects.toThrow(/^The disk of .* is full/)
  expect(namesIn(dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  expect(Number((await order()).number)).toBe(10_001)
  const [run] = await world.kit.pool.selectFrom('backup_runs').selectAll().execute()
  expect(run).toMatchObject({ address: '', error: expect.stringMatching(/is full/) })
  await world.close()

  // Not copied, but written to a disk that is too small.
  const files = await makeFileStore(config)
  await files.put('picture-of-a-test', randomBytes(2_000_000))
  await expect(runBackup(config, PASSPHRASE)).rejects.toThrow(/^The disk of .* is full/)
  expect(namesIn(config.backup.url)).toEqual([])
})

onDisks('an upgrade that finds the disk full changes nothing', async () => {
  const dataDir = makeDisk(110)
  const { look, upgrade } = await makeOldInstallation('PGlite', dataDir)
  const before = await look()
  await expect(upgrade(true)).rejects.toThrow(/The disk of .* is full\. .* Nothing was changed/)
  expect(existsSync(join(dataDir, '.upgrading'))).toBe(false)
  expect(await look()).toEqual(before)
})

test.skipIf(!hasDisks || !process.env.TEST_DATABASE_URL)('nor does one whose copy doesn’t fit', async () => {
  const { look, upgrade } = await makeOldInstallation('PostgreSQL')
  const before = await look()
  for (const megabytes of [1, 40]) {
    const temporary = makeDisk(megabytes)
    vi.stubEnv('TMPDIR', temporary)
    await expect(upgrade(true, true), `${megabytes} MB`).rejects.toThrow(
      /The disk .* is full\. .* nothing was changed/,
    )
    vi.unstubAllEnvs()
    expect(readdirSync(temporary)).toEqual([])
    expect(await look()).toEqual(before)
  }
})
