import { createHash } from 'node:crypto'
import { PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { S3_DEMO, type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Colleague, makeCustomer } from '../../testing/colleagues.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const UPLOADS = '/api/v1/files/uploads/'
const { accessKeyId, secretAccessKey, region, bucket } = S3_DEMO
const PDF = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(5 * 1024 * 1024),
  Buffer.from('\n%%EOF\n'),
])

let sandbox: Sandbox
let world: World
let dana: Colleague
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
  const endpoint = `${sandbox.origin}/s3`
  const s3 = new S3Client({ region, endpoint, forcePathStyle: true })
  const rule = {
    AllowedOrigins: ['http://localhost'],
    AllowedMethods: ['PUT'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag'],
  }
  await s3.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
  world = await makeWorld({ FILES_URL: `s3://${bucket}/shop?region=${region}&endpoint=${endpoint}` })
  dana = await makeCustomer(world)
}, 60_000)
afterAll(async () => {
  await world.close()
  await sandbox.close()
  vi.unstubAllEnvs()
})

type Part = { number: number; url: string; bytes: number; is_stored: boolean; etag: string | null }

async function start(name: string, one = dana) {
  const sha256 = createHash('sha256').update(PDF).digest('hex')
  const about = { name, bytes: PDF.length, sha256, folder: 'own' }
  const { status, body } = await one.call('POST', UPLOADS, about)
  expect(status).toBe(200)
  return body as { upload_id: number; parts: Part[] }
}
const put = ({ url, number }: Part, bytes: Buffer) => {
  const at = (number - 1) * 5 * 1024 * 1024
  return fetch(url, { method: 'PUT', body: new Uint8Array(bytes.subarray(at, at + 5 * 1024 * 1024)) })
}

test('parts go to the bucket, and the upload becomes one file there', async () => {
  const upload = await start('brief.pdf')
  expect(upload.parts.every(({ url }) => url.startsWith(sandbox.origin))).toBe(true)
  expect((await put(upload.parts[0]!, PDF)).status).toBe(200)
  const path = `${UPLOADS}${upload.upload_id}/`
  const left = (await dana.call('GET', path)).body.parts as Part[]
  expect(left.map(({ is_stored }) => is_stored)).toEqual([true, false])
  const early = { parts: [{ number: 1, etag: left[0]!.etag }] }
  expect((await dana.call('POST', `${path}complete/`, early)).body.code).toBe('upload_incomplete')
  await put(left[1]!, PDF)
  const stored = (await dana.call('GET', path)).body.parts as Part[]
  const parts = stored.map(({ number, etag }) => ({ number, etag }))
  const done = await dana.call('POST', `${path}complete/`, { parts })
  expect(done.body).toMatchObject({ name: 'brief.pdf', bytes: PDF.length })
  expect((await dana.call('POST', `${path}complete/`, { parts })).body.id).toBe(done.body.id)
  // Under its own key, and nothing else.
  const keys: string[] = []
  for await (const key of world.kit.files.list()) keys.push(key)
  expect(keys).toHaveLength(1)
  expect((await world.kit.files.find(keys[0]!))?.equals(PDF)).toBe(true)

  const other = await start('other.pdf')
  await put(other.parts[0]!, PDF)
  expect((await dana.call('DELETE', `${UPLOADS}${other.upload_id}/`)).status).toBe(204)
  expect((await put(other.parts[1]!, PDF)).status).toBe(404)
})

test('without a CORS rule for the site, parts go through the server', async () => {
  const kim = await makeCustomer(world, 'acorn')
  const { parts } = await start('brief.pdf', kim)
  expect(parts[0]!.url).toMatch(/^\/api\/v1\/files\/uploads\//)
})
