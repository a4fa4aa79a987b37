import { randomBytes } from 'node:crypto'
import { S3_DEMO, startSandbox } from '@laurel/sandbox'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { type Colleague, makeCustomer } from '../../testing/colleagues.ts'
import { uploadPicture } from '../../testing/upload-picture.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { ScanFailed } from '../files/clamd.ts'
import { makeFileStore } from '../files/local-file-store.ts'
import { compare } from '../system/compare-files.jobs.ts'
import { scanningFiles } from './scan-files.jobs.ts'
import { sweepingFiles } from './sweep-files.jobs.ts'

const SITE = 1
const DAY_MS = 86_400_000
const NOW = new Date('2031-05-06T12:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let world: World
let buyer: Colleague
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  world.setClock(NOW)
  buyer = await makeCustomer(world)
  await inSite(world.kit.pool, SITE, (db) =>
    db.deleteFrom('file_uploads').where('site_id', '=', SITE).execute(),
  )
})
afterAll(() => world.close())

async function add(change: Record<string, unknown> = {}): Promise<{ id: number; key: string }> {
  const png = createCanvas(10, 10).encodeSync('png')
  const { status, body } = await uploadPicture(world, buyer, png, `${randomBytes(6).toString('hex')}.png`)
  expect(status).toBe(200)
  return inSite(world.kit.pool, SITE, (db) =>
    db
      .updateTable('files')
      .set({ scan: 'not_scanned', ...change })
      .where('site_id', '=', SITE)
      .where('key', '=', body.key)
      .returning(['id', 'key'])
      .executeTakeFirstOrThrow(),
  )
}
const row = ({ id }: { id: number }) =>
  inSite(world.kit.pool, SITE, (db) =>
    db.selectFrom('files').selectAll().where('site_id', '=', SITE).where('id', '=', id).executeTakeFirst(),
  )
const isStored = async ({ key }: { key: string }) => (await world.kit.files.find(key)) !== undefined
const scan = (how: Kit['scan']) => scanningFiles({ ...world.kit, scan: how }).visit(SITE)
const sweep = (files = world.kit.files) => sweepingFiles({ ...world.kit, files }).visit(SITE)

async function bytesOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

test('a file is clean once clamd has seen all of its bytes', async () => {
  const file = await add({ scan: 'waiting' })
  const seen: Buffer[] = []
  await scan(async (source) => {
    seen.push(await bytesOf(source))
    return 'clean'
  })
  expect(seen).toEqual([await world.kit.files.find(file.key)])
  expect(await row(file)).toMatchObject({ scan: 'clean' })
  await scan(() => expect.unreachable())
})

test('an infected file loses its bytes, and its row says so', async () => {
  const [infected, other] = [await add({ scan: 'waiting' }), await add()]
  await scan(async () => 'infected')
  expect(await row(infected)).toMatchObject({ scan: 'infected' })
  expect([await isStored(infected), await isStored(other)]).toEqual([false, true])
})

test('while clamd is down, files wait, and are scanned once it’s back', async () => {
  const [first, second] = [await add({ scan: 'waiting' }), await add({ scan: 'waiting' })]
  const down = async () => {
    throw new ScanFailed('connect ECONNREFUSED')
  }
  await expect(scan(down)).rejects.toThrow('ECONNREFUSED')
  expect(await row(first)).toMatchObject({ scan: 'waiting' })
  await scan(async () => 'clean')
  expect([(await row(first))?.scan, (await row(second))?.scan]).toEqual(['clean', 'clean'])
})

test('without clamd, waiting files are called not scanned, never clean', async () => {
  const file = await add({ scan: 'waiting' })
  await scan(undefined)
  expect(await row(file)).toMatchObject({ scan: 'not_scanned' })
})

test('the trash is emptied after 30 days', async () => {
  const old = await add({ deleted_at: ago(30) })
  const young = await add({ deleted_at: ago(29) })
  const used = await add({ deleted_at: ago(31) })
  await inSite(world.kit.pool, SITE, (db) =>
    db
      .updateTable('customers')
      .set({ business_logo: used.key })
      .where('site_id', '=', SITE)
      .where('id', '=', buyer.id)
      .execute(),
  )
  await sweep()
  expect(await row(old)).toBeUndefined()
  expect(await isStored(old)).toBe(false)
  expect([await isStored(young), (await row(young))?.hidden_at]).toEqual([true, null])
  // Something still shows it: only hidden.
  expect([await isStored(used), (await row(used))?.hidden_at]).toEqual([true, NOW])
})

test('replaced versions are removed after 30 days', async () => {
  const [old, young] = [await add({ replaced_at: ago(30) }), await add({ replaced_at: ago(29) })]
  await sweep()
  expect([await row(old), await isStored(old)]).toEqual([undefined, false])
  expect(await isStored(young)).toBe(true)
})

async function startUpload(change: Record<string, unknown>) {
  const key = randomBytes(12).toString('hex')
  await inSite(world.kit.pool, SITE, async (db) => {
    const { id } = await db
      .insertInto('file_uploads')
      .values({
        ...{
          site_id: SITE,
          customer_id: buyer.id,
          name: 'a.pdf',
          bytes: 10,
          content_type: 'application/pdf',
        },
        ...{ sha256: '', folder: 'own', is_shared: false, on_conflict: 'ask', token_hash: '', key },
        ...{ created_at: ago(2), expires_at: ago(1), ...change },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const part = { site_id: SITE, upload_id: id, number: 1, key: `${key}-1`, bytes: 4, etag: '' }
    await db.insertInto('file_upload_parts').values(part).execute()
  })
  await world.kit.files.put(`${key}-1`, Buffer.from('part'))
  return { key, part: { key: `${key}-1` } }
}

test('unfinished uploads are removed with their parts after a day', async () => {
  const [old, young] = [await startUpload({}), await startUpload({ expires_at: new Date(NOW.getTime() + 1) })]
  await sweep()
  expect([await isStored(old.part), await isStored(young.part)]).toEqual([false, true])
  const left = await inSite(world.kit.pool, SITE, (db) =>
    db.selectFrom('file_uploads').select('key').where('site_id', '=', SITE).execute(),
  )
  expect(left).toEqual([{ key: young.key }])
})

test('an upload to a bucket is aborted there, and what was put together is removed', async () => {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  onTestFinished(() => sandbox.close())
  vi.stubEnv('AWS_ACCESS_KEY_ID', S3_DEMO.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', S3_DEMO.secretAccessKey)
  onTestFinished(() => void vi.unstubAllEnvs())
  const files = await makeFileStore({
    dataDir: '/nowhere',
    filesUrl: `s3://${S3_DEMO.bucket}?region=${S3_DEMO.region}&endpoint=${sandbox.origin}/s3`,
  })
  const store_upload = await files.direct!.startUpload('unfinished', 'application/pdf')
  await startUpload({ key: 'unfinished', store_upload })
  await files.put('finished', Buffer.from('whole'))
  await startUpload({ key: 'finished', store_upload: 'completed-before' })
  const kept = await add()
  await files.put('of-a-file', Buffer.from('whole'))
  await startUpload({ key: 'of-a-file', store_upload: 'completed', file_id: kept.id })
  await sweep(files)
  expect(await files.direct!.listParts('unfinished', store_upload)).toBeUndefined()
  expect(await files.find('finished')).toBeUndefined()
  expect(await files.find('of-a-file')).toBeDefined()
})

test('the comparison finds files without a row, and rows without a file', async () => {
  // The store's times are real.
  world.setClock(new Date())
  const [lost, kept] = [await add(), await add()]
  await world.kit.files.remove(lost.key)
  const infected = await add({ scan: 'infected' })
  await world.kit.files.remove(infected.key)
  await world.kit.files.put('belongs-to-nothing', Buffer.from('x'))
  const young = await compare(world.kit)
  expect(young.missing).toContain(lost.key)
  for (const { key } of [kept, infected]) expect(young.missing).not.toContain(key)
  expect(young.unnamed).toEqual([])

  world.setClock(new Date(Date.now() + 2 * DAY_MS + 60_000))
  const { unnamed } = await compare(world.kit)
  expect(unnamed).toContain('belongs-to-nothing')
  expect(unnamed).not.toContain(kept.key)
  await world.kit.files.remove('belongs-to-nothing')
})
