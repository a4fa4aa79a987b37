import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { writeArchive } from '../../backup/archive.ts'
import { writeFile } from '../../backup/place.ts'
import { run } from '../../backup/tables.ts'
import { knownMigrations } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open-database.ts'
import {
  type DatabaseKind,
  makeFolder,
  makeInstallation,
  openWorld,
  PASSPHRASE,
  restore,
  shopperOf,
} from '../../testing/backup-world.ts'
import { openAsOrdinaryOwner } from '../../testing/ordinary-owner.ts'
import { readEverything } from '../../testing/read-everything.ts'
import { makeWorld } from '../../testing/world.ts'
import { runLogOf } from './backup-runs.repo.ts'
import { isBackupDue } from './backups.jobs.ts'
import { runBackup } from './run-backup.ts'

const { TEST_DATABASE_URL } = process.env
const KINDS: [DatabaseKind, DatabaseKind][] = TEST_DATABASE_URL
  ? [
      ['PGlite', 'PostgreSQL'],
      ['PostgreSQL', 'PGlite'],
    ]
  : [['PGlite', 'PGlite']]

test.each(KINDS)('a backup of %s taken while orders are placed is restored to %s', async (from, to) => {
  const [source, target] = [await makeInstallation(from), await makeInstallation(to)]
  const world = await openWorld(source)
  onTestFinished(() => world.close())
  const order = shopperOf(world, await world.signIn())
  const picture = Buffer.from('a picture')
  await world.kit.files.put('picture-of-a-test', picture)
  const placed: string[] = []
  for (let nth = 0; nth < 2; nth += 1) placed.push((await order()).number)
  const before = placed.length
  let isOver = false
  const load = (async () => {
    while (!isOver) {
      // A customer can start only so many payments an hour.
      const another = shopperOf(world, await world.signIn())
      for (let nth = 0; nth < 10 && !isOver; nth += 1) placed.push((await another()).number)
    }
  })()
  const done = await runBackup(source.config, PASSPHRASE)
  isOver = true
  await load

  const found = await restore(done.address, target.config)
  expect(found).toMatchObject({ tables: done.tables, rows: done.rows, files: 1, sites: 2 })
  const restored = await openWorld(target)
  onTestFinished(() => restored.close())
  expect(restored.demo).toBeUndefined()
  const { body } = await (await restored.staff()).call('GET', '/api/v1/office/orders/?page_size=100')
  const numbers: string[] = body.results.map(({ number }: { number: string }) => number).sort()
  expect(numbers.length).toBeGreaterThanOrEqual(before)
  expect(numbers).toEqual(placed.slice(0, numbers.length))
  expect(await restored.kit.files.find('picture-of-a-test')).toEqual(picture)
  // An order whose payment was open has a number, and isn't listed yet.
  const numbered = await restored.kit.pool
    .selectFrom('orders')
    .select('number')
    .where('number', 'is not', null)
    .execute()
  expect(numbered.length - numbers.length).toBeLessThanOrEqual(1)
  const next = await shopperOf(restored, await restored.signIn())()
  expect(Number(next.number)).toBe(10_001 + numbered.length)
})

test.each(KINDS)('every value of %s is the same in %s', async (from, to) => {
  const [source, target] = [await makeInstallation(from), await makeInstallation(to)]
  const world = await openWorld(source)
  await shopperOf(world, await world.signIn())()
  // JSON's null isn't a missing value, and a text may look like either.
  await world.kit.pool
    .updateTable('sites')
    .set({ name: 'nu"ll \\N {a,b}\n\u{1f381}' })
    .where('slug', '=', 'acorn')
    .execute()
  // Stopped: what a sign-in leaves for a second later would come after the backup.
  await world.close()
  const { address } = await runBackup(source.config, PASSPHRASE)
  await restore(address, target.config)
  const [backedUp, restored] = [await source.open(), await target.open()]
  onTestFinished(async () => {
    await Promise.all([backedUp.close(), restored.close()])
  })
  const [was, is] = [await readEverything(backedUp.db), await readEverything(restored.db)]
  // Both record backups, the source this one's end.
  delete was['"public"."backup_runs"']
  delete is['"public"."backup_runs"']
  expect(is).toEqual(was)
  expect(Object.values(is).flat().length).toBeGreaterThan(150)
})

test('is restored only to an empty place; any other isn’t changed', async () => {
  const source = await makeInstallation('PGlite')
  const world = await openWorld(source)
  const { address } = await runBackup(source.config, PASSPHRASE)
  await world.close()
  const dataDir = makeFolder()
  const target = { ...source.config, dataDir }
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true })
  writeFileSync(join(dataDir, 'files/ab/abc'), 'mine')
  await expect(restore(address, target)).rejects.toThrow(/files already exists/)
  await expect(restore(address, { ...target, dataDir: makeFolder() }, 'a wrong passphrase')).rejects.toThrow(
    /passphrase is wrong/,
  )
  const secret = 'another secret than the one it had'
  await expect(restore(address, { ...target, dataDir: makeFolder(), secret })).rejects.toThrow(
    /LAUREL_SECRET/,
  )
  expect(readdirSync(dataDir).filter((name) => name !== 'laurel.lock')).toEqual(['files'])

  // Left over from a restore to PostgreSQL: its files are in use.
  mkdirSync(join(dataDir, '.restoring'))
  await expect(restore(address, target)).rejects.toThrow(/files already exists/)

  // Interrupted: a server doesn't start on it, and it can be repeated.
  mkdirSync(join(dataDir, '.restoring/database'), { recursive: true })
  await expect(openDatabase(target)).rejects.toThrow(/restore of a backup .* isn’t finished/)
  await restore(address, target)
  expect(
    readdirSync(dataDir)
      .filter((name) => name !== 'laurel.lock')
      .sort(),
  ).toEqual(['database', 'secret'])
})

test.skipIf(!TEST_DATABASE_URL)(
  'a database with tables isn’t changed; an interrupted restore is repeated',
  async () => {
    const source = await makeInstallation('PostgreSQL')
    const world = await openWorld(source)
    onTestFinished(() => world.close())
    const { address } = await runBackup(source.config, PASSPHRASE)
    const was = await readEverything(world.kit.pool)
    const other = { ...source.config, dataDir: makeFolder() }
    await expect(restore(address, other)).rejects.toThrow(/already has tables/)
    expect(await readEverything(world.kit.pool)).toEqual(was)
    expect(existsSync(join(other.dataDir, '.restoring'))).toBe(false)

    const target = await makeInstallation('PostgreSQL')
    await restore(address, target.config)
    const database = await target.open()
    await run(database.db, 'create schema laurel_restoring')
    await expect(openWorld({ ...target, open: async () => database })).rejects.toThrow(/was interrupted/)
    expect(await restore(address, { ...target.config, dataDir: makeFolder() })).toMatchObject({ sites: 2 })
    await database.close()
  },
)

test.skipIf(!TEST_DATABASE_URL)('what a finished restore left over removes no files in use', async () => {
  const source = await makeInstallation('PostgreSQL')
  const world = await openWorld(source)
  await world.kit.files.put('picture-of-a-test', Buffer.from('a picture'))
  await world.close()
  const { address } = await runBackup(source.config, PASSPHRASE)
  const [first, second] = [await makeInstallation('PostgreSQL'), await makeInstallation('PostgreSQL')]
  await restore(address, first.config)
  // Killed once the database was in place.
  const { dataDir } = first.config
  mkdirSync(join(dataDir, '.restoring'))
  const before = readdirSync(dataDir, { recursive: true }).filter((name) => name !== '.restoring')

  await expect(restore(address, { ...second.config, dataDir })).rejects.toThrow(/already exists/)
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before)
  await restore(address, second.config)

  // Killed before that: the same restore begins again.
  mkdirSync(join(dataDir, '.restoring'))
  const database = await first.open()
  await run(database.db, 'create schema laurel_restoring').finally(database.close)
  await restore(address, first.config)
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before)
})

test.skipIf(!TEST_DATABASE_URL)(
  'a database’s ordinary owner restores a backup, and backs it up again',
  async () => {
    const source = await makeInstallation('PGlite')
    const world = await openWorld(source)
    await shopperOf(world, await world.signIn())()
    await world.close()
    // Once all writes have ended.
    const backedUp = await source.open()
    const was = await readEverything(backedUp.db)
    await backedUp.close()
    const { address, rows } = await runBackup(source.config, PASSPHRASE)
    const owned = await openAsOrdinaryOwner()
    onTestFinished(owned.close)
    await owned.administer(`grant laurel_app, laurel_sweep to ${owned.user}`)
    const config = { ...source.config, dataDir: makeFolder(), databaseUrl: owned.url }
    expect(await restore(address, config)).toMatchObject({ rows, sites: 2 })

    // The same rows, though row-level security hides them from this user.
    const again = await runBackup(config, PASSPHRASE)
    const target = await makeInstallation('PGlite')
    expect(await restore(again.address, target.config)).toMatchObject({ rows: again.rows, sites: 2 })
    const restored = await target.open()
    onTestFinished(restored.close)
    const is = await readEverything(restored.db)
    for (const found of [was, is]) delete found['"public"."backup_runs"']
    expect(is).toEqual(was)
  },
)

test('a backup with migrations of a later version is refused, and nothing is changed', async () => {
  const migrations = { public: [...(await knownMigrations()), '2099-01-01T00-00-00_later'], identity: [] }
  const about = { id: 'later', version: '9.0.0', created_at: '2099-01-01T00:00:00.000Z', migrations }
  const file = join(makeFolder(), 'later.laurel')
  await writeFile(file, writeArchive(about, PASSPHRASE, Readable.from([])))
  const target = { ...(await makeInstallation('PGlite')).config, dataDir: join(makeFolder(), 'new') }
  await expect(restore(file, target)).rejects.toThrow(/made by Laurel 9\.0\.0, which is newer than this one/)
  expect(existsSync(target.dataDir)).toBe(false)
})

test('keeps BACKUP_KEEP backups, and records them', async () => {
  const source = await makeInstallation('PGlite')
  const world = await openWorld(source)
  onTestFinished(() => world.close())
  const { url } = source.config.backup
  mkdirSync(url)
  const old = ['laurel-2026-01-01T00-00-00Z.laurel', 'laurel-2026-01-02T00-00-00Z.laurel', 'notes.txt']
  for (const name of old) writeFileSync(join(url, name), '')
  const config = { ...source.config, backup: { ...source.config.backup, keep: 2 } }
  const { address, bytes, removed } = await runBackup(config, PASSPHRASE)
  expect(removed).toBe(1)
  expect(readdirSync(url).sort()).toEqual([old[1], address.split('/').at(-1), old[2]])
  await expect(
    runBackup({ ...config, secret: 'another secret than the server has' }, PASSPHRASE),
  ).rejects.toThrow(/another secret/)
  const runs = await world.kit.pool.selectFrom('backup_runs').selectAll().orderBy('started_at').execute()
  expect(runs).toMatchObject([
    { address, bytes, error: '' },
    { address: '', error: expect.stringContaining('another secret') },
  ])
  // The copies of the database are gone.
  await expect
    .poll(() => readdirSync(source.config.dataDir).filter((name) => name.startsWith('.')), {
      timeout: 60_000,
    })
    .toEqual([])
})

test('a backup is due after BACKUP_EVERY_HOURS, and an hour after a failed one', async () => {
  const world = await makeWorld()
  onTestFinished(() => world.close())
  const { pool } = world.kit
  const log = runLogOf(pool)
  const backup = { url: '', passphrase: PASSPHRASE, everyHours: 24, keep: 1 }
  const isDue = (hours: number, everyHours: number | undefined = 24) => {
    const config = { ...world.kit.config, backup: { ...backup, everyHours } }
    return isBackupDue({ pool, config, now: () => new Date(Date.now() + hours * 3_600_000) })
  }
  expect(await isDue(0)).toBe(true)
  await log.begin('running')
  expect([await isDue(0.5), await isDue(1)]).toEqual([false, true])
  await log.end('running', { error: 'The disk is full.' })
  expect([await isDue(0.5), await isDue(1)]).toEqual([false, true])
  await log.begin('whole')
  await log.end('whole', { address: '/backups/one', bytes: 5 })
  expect([await isDue(23), await isDue(24)]).toEqual([false, true])
  const never = { ...world.kit.config, backup: { ...backup, everyHours: undefined } }
  expect(await isBackupDue({ pool, config: never, now: () => new Date(8e15) })).toBe(false)
})
