import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { ListMultipartUploadsCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { S3_DEMO, type Sandbox, startSandbox } from '@laurel/sandbox'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Colleague, makeCustomer } from '../../testing/colleagues.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const FILES = '/api/v1/files/'
const UPLOADS = `${FILES}uploads/`
const PART = 5 * 1024 * 1024
const { accessKeyId, secretAccessKey, region, bucket: Bucket } = S3_DEMO
const END = '\n%%EOF\n'
const pdfOf = (bytes: number) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9 - END.length), Buffer.from(END)])
const LARGE = pdfOf(PART + 1_000)
const SMALL = Buffer.from(`%PDF-1.7\n1 0 obj${END}`)

let sandbox: Sandbox
let world: World
let buyer: Colleague
let s3: S3Client
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
  // The client's own retries would hide a single failure.
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  s3 = new S3Client({ region, endpoint: `${sandbox.origin}/s3`, forcePathStyle: true })
  const CORSRules = [{ AllowedOrigins: ['http://localhost'], AllowedMethods: ['PUT'] }]
  await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))
  world = await makeWorld({ FILES_URL: `s3://${Bucket}/shop?region=${region}&endpoint=${sandbox.origin}/s3` })
})
beforeEach(async () => {
  buyer = await makeCustomer(world)
})
afterEach(() => fetch(`${sandbox.origin}/faults/s3/`, { method: 'DELETE' }))
afterAll(async () => {
  await world.close()
  s3.destroy()
  await sandbox.close()
  vi.unstubAllEnvs()
})

type Part = { number: number; url: string; bytes: number; is_stored: boolean }
type Upload = { upload_id: number; parts: Part[] }

async function start(name: string, bytes: Buffer, more: object = {}): Promise<Upload> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const about = { name, bytes: bytes.length, sha256, folder: 'own', ...more }
  const { status, body } = await buyer.call('POST', UPLOADS, about)
  expect([status, body.code]).toEqual([200, undefined])
  return body
}
const put = async ({ url }: Part, bytes: Buffer) =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })).status
async function send({ parts }: Upload, bytes: Buffer) {
  for (const part of parts) {
    const at = (part.number - 1) * PART
    expect(await put(part, bytes.subarray(at, at + part.bytes))).toBe(200)
  }
}
async function complete({ upload_id }: Upload, more: object = {}) {
  const { status, body } = await buyer.call('POST', `${UPLOADS}${upload_id}/complete/`, {
    parts: [],
    ...more,
  })
  return { status, body, code: body.code }
}
async function upload(name: string, bytes: Buffer) {
  const started = await start(name, bytes)
  await send(started, bytes)
  return complete(started)
}
const fail = (fault: string, more: object = {}) =>
  fetch(`${sandbox.origin}/faults/s3/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, ...more }),
  })
const keys = async () => (await Readable.from(world.kit.files.list()).toArray()).sort()
const openUploads = async () => (await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []
const names = async () =>
  (await buyer.call('GET', FILES)).body.results.map((one: { name: string }) => one.name)
const download = (id: number) =>
  world.app.inject({
    url: `${FILES}by_id/${id}/download/`,
    headers: { host: buyer.host, authorization: `Bearer ${buyer.token}` },
  })

test('parts go to the bucket, and become a file that comes from the bucket', async () => {
  const before = await keys()
  const started = await start('guide.pdf', LARGE)
  expect(started.parts.map(({ url, bytes }) => [new URL(url).origin, bytes])).toEqual([
    [sandbox.origin, PART],
    [sandbox.origin, 1_000],
  ])
  await put(started.parts[0]!, LARGE.subarray(0, PART))
  const { body: half } = await buyer.call('GET', `${UPLOADS}${started.upload_id}/`)
  expect(half.parts.map(({ is_stored }: Part) => is_stored)).toEqual([true, false])
  expect(await complete(started)).toMatchObject({ status: 409, code: 'upload_incomplete' })
  // The addresses of a reload work, too.
  await put(half.parts[1], LARGE.subarray(PART))

  const { status, body: file } = await complete(started)
  expect([status, file.name, file.bytes]).toEqual([200, 'guide.pdf', LARGE.length])
  expect((await complete(started)).body.id).toBe(file.id)
  expect((await keys()).length).toBe(before.length + 1)

  const answer = await download(file.id)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'private, no-store'])
  const moved = await fetch(String(answer.headers.location))
  expect(Buffer.from(await moved.arrayBuffer()).equals(LARGE)).toBe(true)
  expect(moved.headers.get('content-disposition')).toBe(
    `attachment; filename="guide.pdf"; filename*=UTF-8''guide.pdf`,
  )
  expect(moved.headers.get('content-type')).toBe('application/pdf')
})

test('a part of another size is refused by the bucket', async () => {
  const started = await start('a.pdf', SMALL)
  expect(await put(started.parts[0]!, SMALL.subarray(1))).toBe(403)
  expect(await put(started.parts[0]!, Buffer.concat([SMALL, SMALL]))).toBe(403)
  expect(await complete(started)).toMatchObject({ status: 409, code: 'upload_incomplete' })
})

test.each([
  [
    'other bytes than announced',
    () => Buffer.from(SMALL.toString().replace('1 0', '2 0')),
    SMALL,
    'upload_changed',
  ],
  ['a script', (sent: Buffer) => sent, Buffer.from('<script>alert(1)</script>'), 'file_kind_not_allowed'],
])('%s ends the upload, and leaves nothing in the bucket', async (_, sentFor, announced, code) => {
  const before = await keys()
  const started = await start('a.pdf', announced)
  await send(started, sentFor(announced))
  expect(await complete(started)).toMatchObject({ code })
  expect(await keys()).toEqual(before)
  expect(await names()).toEqual([])
  expect((await buyer.call('GET', UPLOADS)).body).toEqual([])
})

test('a picture is drawn anew, and what came is removed', async () => {
  const before = await keys()
  const png = Buffer.concat([createCanvas(30, 20).encodeSync('png'), Buffer.from('<script>')])
  const { status, body } = await upload('logo.png', png)
  expect([status, body.width]).toEqual([200, 30])
  expect((await keys()).length).toBe(before.length + 1)
  expect((await download(body.id)).rawPayload.includes('<script>')).toBe(false)
})

test('completing twice at once makes one file', async () => {
  for (const [name, bytes] of [
    ['a.pdf', SMALL],
    ['logo.png', createCanvas(30, 20).encodeSync('png')],
  ] as const) {
    const before = await keys()
    const started = await start(name, bytes)
    await send(started, bytes)
    const answers = await Promise.all([complete(started), complete(started)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await keys()).length).toBe(before.length + 1)
    expect(Number((await download(answers[0]!.body.id)).headers['content-length'])).toBeGreaterThan(0)
  }
})

test('a taken name leaves the upload open for another way', async () => {
  await upload('a.pdf', SMALL)
  const started = await start('a.pdf', SMALL, { on_conflict: 'keep_both' })
  await send(started, SMALL)
  expect(await complete(started, { on_conflict: 'ask' })).toMatchObject({ code: 'file_name_taken' })
  expect(await complete(started)).toMatchObject({ status: 200, body: { name: 'a (2).pdf' } })
})

test.each(['denied', 'down', 'bucket_gone'])(
  '%s while an upload completes: no file, and completing again works',
  async (fault) => {
    const started = await start('a.pdf', SMALL)
    await send(started, SMALL)
    await fail(fault)
    expect((await complete(started)).status).toBe(500)
    await fetch(`${sandbox.origin}/faults/s3/`, { method: 'DELETE' })
    expect(await names()).toEqual([])
    expect((await complete(started)).status).toBe(200)
    expect(await names()).toEqual(['a.pdf'])
  },
)

test('a slow bucket delays an upload, and loses nothing', async () => {
  const started = await start('a.pdf', SMALL)
  await send(started, SMALL)
  await fail('slow', { ms: 300 })
  expect((await complete(started)).status).toBe(200)
  expect(await names()).toEqual(['a.pdf'])
})

test('an ended upload is gone from the bucket', async () => {
  const open = (await openUploads()).length
  const started = await start('a.pdf', LARGE)
  await put(started.parts[0]!, LARGE.subarray(0, PART))
  expect((await openUploads()).length).toBe(open + 1)
  expect((await buyer.call('DELETE', `${UPLOADS}${started.upload_id}/`)).status).toBe(204)
  expect((await openUploads()).length).toBe(open)
  expect(await put(started.parts[1]!, LARGE.subarray(PART))).toBe(404)
})

test('without a CORS rule for the page, parts and downloads pass through the server', async () => {
  const isOpen = vi.spyOn(world.kit.files.direct!, 'isOpenTo').mockResolvedValue(false)
  const started = await start('guide.pdf', LARGE)
  expect(started.parts[0]!.url).toMatch(/^\/api\/v1\/files\/uploads\//)
  const sent: object[] = []
  for (const { number, url, bytes } of started.parts) {
    const at = (number - 1) * PART
    const answer = await world.app.inject({
      method: 'PUT',
      url,
      headers: { host: buyer.host, 'content-type': 'application/octet-stream' },
      payload: LARGE.subarray(at, at + bytes),
    })
    sent.push({ number, etag: answer.headers.etag })
  }
  const { status, body } = await complete(started, { parts: sent })
  expect(status).toBe(200)
  const answer = await download(body.id)
  expect([answer.statusCode, answer.rawPayload.equals(LARGE)]).toEqual([200, true])
  isOpen.mockRestore()
})
