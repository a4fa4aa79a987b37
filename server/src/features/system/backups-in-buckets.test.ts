import { readdirSync } from 'node:fs'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  type DatabaseKind,
  makeInstallation,
  openWorld,
  PASSPHRASE,
  restore,
  shopperOf,
} from '../../testing/backup-world.ts'
import { openS3Server, S3_KEYS } from '../../testing/s3-server.ts'
import { runBackup } from './run-backup.ts'

const KIND: DatabaseKind = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'PGlite'
const PICTURE = Buffer.from('a picture')

beforeEach(() => {
  for (const [name, value] of Object.entries(S3_KEYS)) vi.stubEnv(name, value)
  return () => vi.unstubAllEnvs()
})

/** An installation with a picture, and an empty one; both keep files and backups in buckets. */
async function makeInstallations() {
  const s3 = await openS3Server()
  onTestFinished(s3.close)
  const [backups, files, restored] = [
    s3.makeBucket('backups'),
    s3.makeBucket('files'),
    s3.makeBucket('restored'),
  ]
  const inBuckets = async (kind: DatabaseKind, filesIn: string) => {
    const { config, open } = await makeInstallation(kind)
    const backup = { ...config.backup, url: s3.addressOf('backups/of-shop'), keep: 2 }
    return { config: { ...config, filesUrl: s3.addressOf(`${filesIn}/of-shop`), backup }, open }
  }
  const [source, target] = [await inBuckets(KIND, 'files'), await inBuckets('PGlite', 'restored')]
  const world = await openWorld(source)
  onTestFinished(() => world.close())
  await world.kit.files.put('picture-of-a-test', PICTURE)
  expect([...files.keys()]).toContain('of-shop/pi/picture-of-a-test')
  return { s3, backups, restored, source, target, world }
}

test('a backup taken while orders are placed is stored and restored, and old ones are deleted', async () => {
  const { backups, restored, source, target, world } = await makeInstallations()
  const older = ['laurel-2026-01-01T00-00-00Z.laurel', 'laurel-2026-01-02T00-00-00Z.laurel', 'notes.txt']
  for (const name of older) backups.set(`of-shop/${name}`, Buffer.from('x'))
  const order = shopperOf(world, await world.signIn())
  const placed = [(await order()).number]
  let isOver = false
  const load = (async () => {
    while (!isOver) placed.push((await order()).number)
  })()
  const done = await runBackup(source.config, PASSPHRASE)
  isOver = true
  await load

  const name = /laurel-[\dTZ-]+\.laurel/.exec(done.address)?.[0]
  expect(done).toMatchObject({ removed: 1, files: 1, bytes: backups.get(`of-shop/${name}`)?.length })
  expect([...backups.keys()].sort()).toEqual([older[1], name, older[2]].map((one) => `of-shop/${one}`))
  expect(await restore(done.address, target.config)).toMatchObject({ rows: done.rows, files: 1, missing: 0 })
  expect(restored.get('of-shop/pi/picture-of-a-test')).toEqual(PICTURE)
  const again = await openWorld(target)
  onTestFinished(() => again.close())
  const { body } = await (await again.staff()).call('GET', '/api/v1/office/orders/?page_size=100')
  const numbers: string[] = body.results.map(({ number }: { number: string }) => number).sort()
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers).toEqual(placed.slice(0, numbers.length))
})

test('a truncated backup is refused, and what was restored from it is removed', async () => {
  const { s3, backups, restored, source, target } = await makeInstallations()
  const { address, bytes } = await runBackup(source.config, PASSPHRASE)
  const [[key, archive]] = [...backups] as [[string, Buffer]]
  const isEmpty = () => {
    expect(restored.size).toBe(0)
    expect(readdirSync(target.config.dataDir).filter((name) => name !== 'laurel.lock')).toEqual([])
  }
  for (const end of [bytes - 1, bytes / 2]) {
    backups.set(key, archive.subarray(0, end))
    await expect(restore(address, target.config)).rejects.toThrow(/incomplete/)
    isEmpty()
  }
  backups.set(key, archive)
  s3.hooks.fault = ({ method, bucket }) => (method === 'GET' && bucket === 'backups' ? 'cut' : undefined)
  await expect(restore(address, target.config)).rejects.toThrow(/connection .* was lost/)
  isEmpty()
  s3.hooks.fault = () => undefined
  expect(await restore(address, target.config)).toMatchObject({ files: 1 })
})

test('a failed backup is recorded, and deletes no older one', async () => {
  const { s3, backups, source, world } = await makeInstallations()
  for (const day of [1, 2, 3])
    backups.set(`of-shop/laurel-2026-01-0${day}T00-00-00Z.laurel`, Buffer.from('x'))
  s3.hooks.fault = ({ method, bucket }) => (method === 'PUT' && bucket === 'backups' ? 'cut' : undefined)
  await expect(runBackup(source.config, PASSPHRASE)).rejects.toThrow(/connection .* was lost/)
  expect([backups.size, s3.uploads.size]).toEqual([3, 0])
  const runs = await world.kit.pool.selectFrom('backup_runs').select(['address', 'error']).execute()
  expect(runs).toEqual([{ address: '', error: expect.stringMatching(/connection .* was lost/) }])
})
