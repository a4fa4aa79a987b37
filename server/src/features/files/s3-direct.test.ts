import { randomBytes } from 'node:crypto'
import { PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { S3_DEMO, type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { FileStore } from './file-store.ts'
import { makeFileStore } from './local-file-store.ts'

const { accessKeyId, secretAccessKey, region, bucket } = S3_DEMO
const KEY = 'a-key-of-a-file'
const PART_BYTES = 5 * 1024 * 1024
const SHOP = 'http://localhost:3000'

let sandbox: Sandbox
let files: FileStore
let direct: NonNullable<FileStore['direct']>

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
})
beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
  // The client's own retries would hide a single failure.
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  files = await makeFileStore({
    dataDir: '/nowhere',
    filesUrl: `s3://${bucket}/shop?region=${region}&endpoint=${sandbox.origin}/s3`,
  })
  direct = files.direct!
  return async () => {
    await fetch(`${sandbox.origin}/faults/s3/`, { method: 'DELETE' })
    await files.remove(KEY)
    vi.unstubAllEnvs()
  }
})
afterAll(() => sandbox.close())

const fail = (fault: string, given: object = { times: 1 }) =>
  fetch(`${sandbox.origin}/faults/s3/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, ...given }),
  })
const send = (url: string, body: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(body) })

async function upload(...pieces: Buffer[]): Promise<string> {
  const id = await direct.startUpload(KEY, 'application/pdf')
  for (const [at, piece] of pieces.entries()) {
    const url = await direct.partUrl(KEY, id, { number: at + 1, bytes: piece.length }, 60)
    expect((await send(url, piece)).status).toBe(200)
  }
  return id
}

test('parts that a browser sent become a file of the store', async () => {
  const bytes = randomBytes(PART_BYTES + 1_000)
  const id = await upload(bytes.subarray(0, PART_BYTES), bytes.subarray(PART_BYTES))
  const parts = await direct.listParts(KEY, id)
  expect(parts).toMatchObject([
    { number: 1, bytes: PART_BYTES },
    { number: 2, bytes: 1_000 },
  ])
  expect(await files.find(KEY)).toBeUndefined()
  expect(await direct.completeUpload(KEY, id, parts!)).toBe(bytes.length)
  expect((await files.find(KEY))?.equals(bytes)).toBe(true)
  const keys: string[] = []
  for await (const key of files.list()) keys.push(key)
  expect(keys).toEqual([KEY])
  expect(Date.now() - (await files.changedAt(KEY)).getTime()).toBeLessThan(10_000)
})

test('an address takes its part only, of its length, and for its time', async () => {
  const id = await direct.startUpload(KEY, 'text/plain')
  const url = await direct.partUrl(KEY, id, { number: 1, bytes: 4 }, 60)
  expect((await send(url, Buffer.from('four'))).status).toBe(200)
  expect((await send(url, Buffer.from('fives'))).status).toBe(403)
  expect((await send(url, Buffer.from('two'))).status).toBe(403)
  expect((await send(url.replace('partNumber=1', 'partNumber=2'), Buffer.from('four'))).status).toBe(403)
  expect(url).toContain('X-Amz-Expires=60')
  await direct.abortUpload(KEY, id)
})

test('completing again after a lost answer gives the same file', async () => {
  const id = await upload(Buffer.from('once'))
  const parts = (await direct.listParts(KEY, id))!
  expect(await direct.completeUpload(KEY, id, parts)).toBe(4)
  expect(await direct.completeUpload(KEY, id, parts)).toBe(4)
})

test('an aborted upload is gone, and aborting again is fine', async () => {
  const id = await upload(Buffer.from('gone'))
  const parts = (await direct.listParts(KEY, id))!
  await direct.abortUpload(KEY, id)
  await direct.abortUpload(KEY, id)
  expect(await direct.listParts(KEY, id)).toBeUndefined()
  expect(await direct.completeUpload(KEY, id, parts)).toBeUndefined()
})

test.each(['denied', 'down', 'bucket_gone'])(
  '%s: completing fails, and the parts stay for another try',
  async (fault) => {
    const id = await upload(Buffer.from('kept'))
    const parts = (await direct.listParts(KEY, id))!
    await fail(fault)
    await expect(direct.completeUpload(KEY, id, parts)).rejects.toThrow()
    expect(await files.find(KEY)).toBeUndefined()
    expect(await direct.completeUpload(KEY, id, parts)).toBe(4)
  },
)

test('a changed part isn’t put together', async () => {
  const id = await upload(Buffer.from('part'))
  const [part] = (await direct.listParts(KEY, id))!
  await expect(direct.completeUpload(KEY, id, [{ ...part!, etag: '"0"' }])).rejects.toMatchObject({
    name: 'InvalidPart',
  })
})

test('an address downloads the file under its own name for a minute', async () => {
  await files.put(KEY, Buffer.from('paper'))
  const url = await direct.downloadUrl(KEY, {
    disposition: 'attachment; filename="a.pdf"',
    contentType: 'application/pdf',
  })
  expect(url).toContain('X-Amz-Expires=60')
  const answer = await fetch(url)
  expect(await answer.text()).toBe('paper')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': 'attachment; filename="a.pdf"',
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
  })
  expect(
    (await fetch(url.replace('response-content-type=application%2Fpdf', 'response-content-type=text%2Fhtml')))
      .status,
  ).toBe(403)
})

test('is open to the origins of the bucket’s CORS rule, and notices a new rule within a minute', async () => {
  expect(direct.origin).toBe(sandbox.origin)
  expect(await direct.isOpenTo(SHOP)).toBe(false)

  const s3 = new S3Client({ region, endpoint: `${sandbox.origin}/s3`, forcePathStyle: true })
  const CORSRules = [{ AllowedOrigins: [SHOP, 'https://shop.example.com'], AllowedMethods: ['PUT'] }]
  await s3.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules } }))
  s3.destroy()
  expect(await direct.isOpenTo(SHOP)).toBe(false)
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
  onTestFinished(() => later.mockRestore())
  expect(await direct.isOpenTo(SHOP)).toBe(true)
  expect(await direct.isOpenTo('http://acorn.localhost:3000')).toBe(false)
  // A page over https can't send to this one.
  expect(await direct.isOpenTo('https://shop.example.com')).toBe(false)
})

test('knows where a bucket of Amazon is, and needs its region', async () => {
  const amazon = await makeFileStore({ dataDir: '/nowhere', filesUrl: 's3://shop-files/a?region=us-east-2' })
  expect(amazon.direct?.origin).toBe('https://shop-files.s3.us-east-2.amazonaws.com')
  vi.stubEnv('AWS_REGION', '')
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere')
  await expect(makeFileStore({ dataDir: '/nowhere', filesUrl: 's3://shop-files' })).rejects.toThrow(
    'FILES_URL is wrong: expects a region',
  )
})
