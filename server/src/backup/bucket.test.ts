import { randomBytes } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openS3Server, S3_KEYS, type S3Fault, type S3Request } from '../testing/s3-server.ts'
import { backupName, openPlace, readBackup } from './place.ts'

/** Three parts of an upload. */
const LARGE = randomBytes(40 * 1024 * 1024)
const [FIRST, SECOND, THIRD] = ['2026-11-02', '2026-11-03', '2026-11-23'].map((day) =>
  backupName(new Date(`${day}T00:00:00Z`)),
) as [string, string, string]

beforeEach(() => {
  for (const [name, value] of Object.entries(S3_KEYS)) vi.stubEnv(name, value)
  return () => vi.unstubAllEnvs()
})

async function openBucket() {
  const s3 = await openS3Server({ pageSize: 2 })
  onTestFinished(s3.close)
  const objects = s3.makeBucket('backups')
  return {
    s3,
    objects,
    address: s3.addressOf('backups/laurel'),
    place: openPlace(s3.addressOf('backups/laurel')),
  }
}

async function* archive(bytes = LARGE) {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}

const bytesAt = async (address: string) => Buffer.concat(await (await readBackup(address)).toArray())

test.each([
  ['one part', LARGE.subarray(0, 1_000)],
  ['several parts', LARGE],
])('an archive in %s is read as it was written', async (_, bytes) => {
  const { place, objects } = await openBucket()
  expect(await place.write(FIRST, archive(bytes))).toBe(bytes.length)
  expect([...objects.keys()]).toEqual([`laurel/${FIRST}`])
  expect((await bytesAt(place.addressOf(FIRST))).equals(bytes)).toBe(true)
})

test('lists only backups of its folder, oldest first, and removes one', async () => {
  const { place, objects } = await openBucket()
  for (const name of [THIRD, FIRST, 'notes.txt', SECOND]) objects.set(`laurel/${name}`, Buffer.from('x'))
  objects.set(FIRST, Buffer.from('another folder'))
  objects.set(`laurel/older/${FIRST}`, Buffer.from('another folder'))
  expect(await place.list()).toEqual([FIRST, SECOND, THIRD])
  await place.remove(FIRST)
  expect(await place.list()).toEqual([SECOND, THIRD])
  expect(objects.size).toBe(5)
})

test('a bucket without backups has none', async () => {
  const { place } = await openBucket()
  expect(await place.list()).toEqual([])
})

test('a connection that is lost once is opened again', async () => {
  const { place, s3, objects } = await openBucket()
  let left = 1
  s3.hooks.fault = ({ query }) => (query.get('partNumber') === '2' && left-- > 0 ? 'cut' : undefined)
  await place.write(FIRST, archive())
  expect(objects.get(`laurel/${FIRST}`)?.equals(LARGE)).toBe(true)
})

test.each<[string, (request: S3Request) => S3Fault, RegExp]>([
  ['is lost', ({ query }) => (query.get('partNumber') === '2' ? 'cut' : undefined), /connection .* was lost/],
  ['is denied', ({ query }) => (query.get('partNumber') === '2' ? 'deny' : undefined), /doesn’t allow that/],
])('an upload that %s halfway leaves nothing, and keeps the earlier backup', async (_, fault, message) => {
  const { place, s3, objects } = await openBucket()
  objects.set(`laurel/${FIRST}`, Buffer.from('before'))
  s3.hooks.fault = fault
  const closed = vi.fn()
  async function* watched() {
    try {
      yield* archive()
    } finally {
      closed()
    }
  }
  await expect(place.write(FIRST, watched())).rejects.toThrow(message)
  expect(objects).toEqual(new Map([[`laurel/${FIRST}`, Buffer.from('before')]]))
  expect(s3.uploads.size).toBe(0)
  // It holds a transaction open.
  await expect.poll(() => closed.mock.calls.length).toBe(1)
})

test('a source that fails isn’t blamed on the bucket', async () => {
  const { place, s3, objects } = await openBucket()
  async function* failing() {
    yield LARGE
    throw Object.assign(new Error('the database is gone'), { code: 'ECONNRESET' })
  }
  await expect(place.write(FIRST, failing())).rejects.toThrow(/^the database is gone$/)
  expect([objects.size, s3.uploads.size]).toEqual([0, 0])
})

test('a backup that is lost while it’s read is an error', async () => {
  const { place, s3 } = await openBucket()
  await place.write(FIRST, archive())
  s3.hooks.fault = ({ method }) => (method === 'GET' ? 'cut' : undefined)
  await expect(bytesAt(place.addressOf(FIRST))).rejects.toThrow(/connection .* was lost/)
})

test.each<[string, Record<string, string>, RegExp]>([
  ['an unknown key', { AWS_ACCESS_KEY_ID: 'AKIAOTHER' }, /rejected the credentials/],
  ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'another secret' }, /rejected the credentials/],
])('%s is refused in one sentence', async (_, keys, message) => {
  const { place, address, objects } = await openBucket()
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value)
  await expect(place.write(FIRST, archive())).rejects.toThrow(message)
  await expect(place.list()).rejects.toThrow(message)
  await expect(readBackup(address.replace('?', `/${FIRST}?`))).rejects.toThrow(message)
  expect(objects.size).toBe(0)
})

test('a missing bucket, backup, or server is named', async () => {
  const { s3 } = await openBucket()
  const missing = openPlace(s3.addressOf('elsewhere'))
  await expect(missing.write(FIRST, archive())).rejects.toThrow(/^There’s no bucket elsewhere/)
  await expect(missing.list()).rejects.toThrow(/^There’s no bucket elsewhere/)
  await expect(readBackup(s3.addressOf(`backups/${FIRST}`))).rejects.toThrow(
    `There’s no file s3://backups/${FIRST}`,
  )
  await s3.close()
  await expect(openPlace(s3.addressOf('backups')).list()).rejects.toThrow(/can’t be reached/)
})
