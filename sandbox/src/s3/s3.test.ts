import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  AbortMultipartUploadCommand,
  type CORSRule,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openSandbox } from '../testing/sandbox-world.ts'
import { S3_DEMO } from './signed-s3-requests.ts'

const run = promisify(execFile)
const { accessKeyId, secretAccessKey, region, bucket: Bucket } = S3_DEMO
const PART_BYTES = 5 * 1024 * 1024

let sandbox: Awaited<ReturnType<typeof openSandbox>>
let aheadMs: number
let s3: S3Client
beforeEach(async () => {
  aheadMs = 0
  sandbox = await openSandbox({ now: () => new Date(Date.now() + aheadMs) })
  s3 = client()
  return () => s3.destroy()
})
afterEach(() => sandbox.close())

function client(given: object = {}): S3Client {
  return new S3Client({
    region,
    endpoint: `${sandbox.origin}/s3`,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
    ...given,
  })
}

type Sent = { headers: Record<string, string>; body: unknown }
function beforeSending({ middlewareStack }: S3Client, change: (request: Sent) => void): void {
  const middleware = (next: (given: { request: Sent }) => unknown) => (given: { request: Sent }) => {
    change(given.request)
    return next(given)
  }
  middlewareStack.add(middleware as never, { step: 'finalizeRequest', priority: 'low' })
}

const put = (Key: string, Body: string | Buffer = Key) => s3.send(new PutObjectCommand({ Bucket, Key, Body }))
const bytesOf = async (Key: string, Range?: string) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range }))
  return Buffer.from(await Body!.transformToByteArray())
}
const startUpload = async (Key: string) =>
  (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'application/pdf' }))).UploadId!
const putPart = async (Key: string, UploadId: string, PartNumber: number, Body: Buffer) => {
  const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
  return { PartNumber, ETag }
}
const complete = (Key: string, UploadId: string, Parts: { PartNumber: number; ETag: string | undefined }[]) =>
  s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))

test('keeps an object with its headers, gives a range of it, and forgets it', async () => {
  const bytes = randomBytes(200_000)
  const Key = 'ab/abc 100%+ü (1).pdf'
  const { ETag } = await s3.send(
    new PutObjectCommand({
      Bucket,
      Key,
      Body: bytes,
      ContentType: 'application/pdf',
      Metadata: { line: '7' },
    }),
  )
  expect(ETag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`)
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key }))
  expect(head).toMatchObject({
    ETag,
    ContentLength: 200_000,
    ContentType: 'application/pdf',
    Metadata: { line: '7' },
  })
  expect((await bytesOf(Key)).equals(bytes)).toBe(true)
  expect((await bytesOf(Key, 'bytes=10-19')).equals(bytes.subarray(10, 20))).toBe(true)
  expect((await bytesOf(Key, 'bytes=-5')).equals(bytes.subarray(-5))).toBe(true)
  await expect(bytesOf(Key, 'bytes=200000-')).rejects.toMatchObject({ name: 'InvalidRange' })

  await s3.send(new DeleteObjectCommand({ Bucket, Key }))
  await s3.send(new DeleteObjectCommand({ Bucket, Key }))
  await expect(bytesOf(Key)).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } })
  await expect(s3.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NotFound' })
})

test('takes a stream in chunks, with its checksum in the trailer', async () => {
  let sent: Record<string, string> = {}
  beforeSending(s3, ({ headers }) => {
    sent = headers
  })
  const bytes = randomBytes(300_000)
  const pieces = [bytes.subarray(0, 70_000), bytes.subarray(70_000)]
  await s3.send(
    new PutObjectCommand({ Bucket, Key: 'stream', Body: Readable.from(pieces), ContentLength: bytes.length }),
  )
  expect(sent['x-amz-trailer']).toBe('x-amz-checksum-crc32')
  expect((await bytesOf('stream')).equals(bytes)).toBe(true)
  const { ContentEncoding } = await s3.send(new HeadObjectCommand({ Bucket, Key: 'stream' }))
  expect(ContentEncoding).toBeUndefined()
})

test('lists by pages and folders, in order', async () => {
  for (const key of ['b/2', 'a', 'b/1', 'c&d/é', 'z']) await put(key)
  const list = (given: object) => s3.send(new ListObjectsV2Command({ Bucket, ...given }))
  const first = await list({ MaxKeys: 2 })
  expect(first).toMatchObject({ IsTruncated: true, KeyCount: 2 })
  const rest = await list({ ContinuationToken: first.NextContinuationToken })
  const keys = [...first.Contents!, ...rest.Contents!].map(({ Key }) => Key)
  expect(keys).toEqual(['a', 'b/1', 'b/2', 'c&d/é', 'z'])
  const folders = await list({ Delimiter: '/' })
  expect(folders.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['b/', 'c&d/'])
  expect(folders.Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([
    ['a', 1],
    ['z', 1],
  ])
  expect((await list({ Prefix: 'b/' })).KeyCount).toBe(2)

  const { Deleted } = await s3.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'c&d/é' }, { Key: 'absent' }] } }),
  )
  expect(Deleted).toHaveLength(2)
  expect((await list({})).KeyCount).toBe(4)
})

test('puts an object together from its parts', async () => {
  const Key = 'parts.pdf'
  const bytes = randomBytes(PART_BYTES + 1_000)
  const id = await startUpload(Key)
  const second = await putPart(Key, id, 2, bytes.subarray(PART_BYTES))
  await putPart(Key, id, 1, Buffer.from('replaced'))
  const first = await putPart(Key, id, 1, bytes.subarray(0, PART_BYTES))
  const { Parts } = await s3.send(new ListPartsCommand({ Bucket, Key, UploadId: id }))
  expect(Parts).toMatchObject([
    { ...first, Size: PART_BYTES },
    { ...second, Size: 1_000 },
  ])
  await expect(bytesOf(Key)).rejects.toMatchObject({ name: 'NoSuchKey' })

  const { ETag } = await complete(Key, id, [first, second])
  expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/)
  expect((await bytesOf(Key)).equals(bytes)).toBe(true)
  const across = await bytesOf(Key, `bytes=${PART_BYTES - 2}-${PART_BYTES + 1}`)
  expect(across.equals(bytes.subarray(PART_BYTES - 2, PART_BYTES + 2))).toBe(true)
  expect(await s3.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({
    ContentType: 'application/pdf',
  })
  await expect(complete(Key, id, [first, second])).rejects.toMatchObject({ name: 'NoSuchUpload' })
})

test('refuses parts that are missing, changed, small, or out of order, and forgets an aborted upload', async () => {
  const Key = 'parts'
  const id = await startUpload(Key)
  const [first, second] = [
    await putPart(Key, id, 1, Buffer.from('1')),
    await putPart(Key, id, 2, Buffer.from('2')),
  ]
  await expect(complete(Key, id, [])).rejects.toMatchObject({ name: 'MalformedXML' })
  await expect(complete(Key, id, [second, first])).rejects.toMatchObject({ name: 'InvalidPartOrder' })
  await expect(complete(Key, id, [first, second])).rejects.toMatchObject({ name: 'EntityTooSmall' })
  await expect(complete(Key, id, [{ ...first, ETag: second.ETag }])).rejects.toMatchObject({
    name: 'InvalidPart',
  })
  await expect(complete(Key, id, [{ ...first, PartNumber: 3 }])).rejects.toMatchObject({
    name: 'InvalidPart',
  })
  for (const number of [0, 10_001]) {
    await expect(putPart(Key, id, number, Buffer.from('x'))).rejects.toMatchObject({
      name: 'InvalidArgument',
    })
  }
  const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket }))
  expect(Uploads).toMatchObject([{ Key, UploadId: id }])
  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: id }))
  await expect(complete(Key, id, [first])).rejects.toMatchObject({ name: 'NoSuchUpload' })
})

test('has buckets', async () => {
  await s3.send(new CreateBucketCommand({ Bucket: 'another' }))
  const { Buckets } = await s3.send(new ListBucketsCommand({}))
  expect(Buckets?.map(({ Name }) => Name)).toEqual([Bucket, 'another'])
  await s3.send(new HeadBucketCommand({ Bucket: 'another' }))
  await s3.send(new DeleteBucketCommand({ Bucket: 'another' }))
  await expect(s3.send(new HeadBucketCommand({ Bucket: 'another' }))).rejects.toMatchObject({
    name: 'NotFound',
  })
  await put('a')
  await expect(s3.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'BucketNotEmpty' })
})

test.each([
  ['a wrong secret', { credentials: { accessKeyId, secretAccessKey: 'another' } }, 'SignatureDoesNotMatch'],
  ['an unknown key', { credentials: { accessKeyId: 'ANOTHER', secretAccessKey } }, 'InvalidAccessKeyId'],
  ['no signature', { signer: { sign: async (request: unknown) => request } }, 'AccessDenied'],
])('%s is refused', async (_, given, name) => {
  const other = client(given)
  await expect(other.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({ name })
  other.destroy()
})

test('a presigned part is only for its number, its length, and its time', async () => {
  const Key = 'presigned'
  const UploadId = await startUpload(Key)
  const part = { Bucket, Key, UploadId, PartNumber: 1, ContentLength: 5 }
  const options = { expiresIn: 60, signableHeaders: new Set(['content-length']) }
  const signer = client({ requestChecksumCalculation: 'WHEN_REQUIRED' })
  const url = await getSignedUrl(signer, new UploadPartCommand(part), options)
  signer.destroy()
  const send = async (to: string, body: string) => {
    const answer = await fetch(to, { method: 'PUT', body })
    return [answer.status, /<Code>(.*)<\/Code>/.exec(await answer.text())?.[1], answer.headers.get('etag')]
  }
  const [status, , etag] = await send(url, 'right')
  expect(status).toBe(200)
  // By default, the client signs the checksum of an empty body.
  const withChecksum = await getSignedUrl(s3, new UploadPartCommand(part), options)
  expect(await send(withChecksum, 'right')).toEqual([400, 'BadDigest', null])
  expect(await send(url, 'longer')).toEqual([403, 'SignatureDoesNotMatch', null])
  const second = url.replace('partNumber=1', 'partNumber=2')
  expect(await send(second, 'right')).toEqual([403, 'SignatureDoesNotMatch', null])
  expect((await fetch(url)).status).toBe(403)
  aheadMs = 61_000
  expect(await send(url, 'right')).toEqual([403, 'AccessDenied', null])
  aheadMs = 0
  await complete(Key, UploadId, [{ PartNumber: 1, ETag: String(etag) }])
  expect((await bytesOf(Key)).toString()).toBe('right')
})

test('a presigned GET answers with the headers it was signed with', async () => {
  await put('paper', 'text')
  const command = new GetObjectCommand({
    Bucket,
    Key: 'paper',
    ResponseContentDisposition: 'attachment; filename="a.txt"',
  })
  const answer = await fetch(await getSignedUrl(s3, command, { expiresIn: 60 }))
  expect(await answer.text()).toBe('text')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.txt"')
})

test('other bytes than signed, and other bytes than their checksum, are refused', async () => {
  const tampered = client({ requestChecksumCalculation: 'WHEN_REQUIRED' })
  onTestFinished(() => tampered.destroy())
  beforeSending(tampered, (request) => {
    request.body = Buffer.from('other')
  })
  const command = (given = {}) =>
    new PutObjectCommand({ Bucket, Key: 'a', Body: Buffer.from('bytes'), ...given })
  await expect(tampered.send(command())).rejects.toMatchObject({
    name: 'XAmzContentSHA256Mismatch',
  })
  const md5 = client()
  const wrong = md5.send(command({ ContentMD5: createHash('md5').update('other').digest('base64') }))
  await expect(wrong).rejects.toMatchObject({ name: 'BadDigest' })
  const crc = md5.send(command({ ChecksumCRC32: 'AAAAAA==' }))
  await expect(crc).rejects.toMatchObject({ name: 'BadDigest' })
  md5.destroy()
})

test('answers preflights by the bucket’s CORS rules', async () => {
  const origin = 'http://localhost:3000'
  const preflight = async (from: string, method = 'PUT', headers = 'content-type') => {
    const answer = await fetch(`${sandbox.origin}/s3/${Bucket}/a`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    })
    return [answer.status, answer.headers.get('access-control-allow-origin')]
  }
  await expect(s3.send(new GetBucketCorsCommand({ Bucket }))).rejects.toMatchObject({
    name: 'NoSuchCORSConfiguration',
  })
  expect(await preflight(origin)).toEqual([403, null])

  const rules = [
    {
      AllowedOrigins: [origin],
      AllowedMethods: ['PUT'],
      AllowedHeaders: ['content-*'],
      ExposeHeaders: ['ETag'],
    },
    { AllowedOrigins: ['https://*.example.com'], AllowedMethods: ['GET'], MaxAgeSeconds: 60 },
  ]
  const set = (CORSRules: CORSRule[]) =>
    s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))
  await set(rules)
  expect((await s3.send(new GetBucketCorsCommand({ Bucket }))).CORSRules).toEqual(rules)
  expect(await preflight(origin)).toEqual([200, origin])
  expect(await preflight(origin, 'DELETE')).toEqual([403, null])
  expect(await preflight(origin, 'PUT', 'x-other')).toEqual([403, null])
  expect(await preflight('http://localhost:3001')).toEqual([403, null])
  expect(await preflight('https://a.example.com', 'GET', '')).toEqual([200, 'https://a.example.com'])

  const signer = client({ requestChecksumCalculation: 'WHEN_REQUIRED' })
  const url = await getSignedUrl(signer, new PutObjectCommand({ Bucket, Key: 'a' }))
  signer.destroy()
  const answer = await fetch(url, { method: 'PUT', body: 'x', headers: { origin } })
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  expect(answer.headers.get('access-control-expose-headers')).toBe('ETag')
  await expect(set([{ AllowedOrigins: [origin], AllowedMethods: ['PATCH'] }])).rejects.toMatchObject({
    name: 'MalformedXML',
  })
})

test.each([
  ['denied', { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } }],
  ['down', { name: 'SlowDown', $metadata: { httpStatusCode: 503 } }],
  ['bucket_gone', { name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } }],
])('%s: a call fails once', async (fault, failure) => {
  await sandbox.switchOn('s3', { fault, times: 1 })
  await expect(put('a')).rejects.toMatchObject(failure)
  await put('a')
})

test('complete_then_timeout: the object is there although the answer is late', async () => {
  const id = await startUpload('late')
  const part = await putPart('late', id, 1, Buffer.from('part'))
  await sandbox.switchOn('s3', { fault: 'complete_then_timeout', ms: 60_000, times: 1 })
  const late = client({ requestHandler: { requestTimeout: 300, throwOnRequestTimeout: true } })
  const asked = late.send(
    new CompleteMultipartUploadCommand({
      Bucket,
      Key: 'late',
      UploadId: id,
      MultipartUpload: { Parts: [part] },
    }),
  )
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  expect((await bytesOf('late')).toString()).toBe('part')
  late.destroy()
})

/** Debian's packages awscli and s3cmd: `apt-get install awscli s3cmd`. */
const isInstalled = (command: string) =>
  run(command, ['--version']).then(
    () => true,
    () => false,
  )
const [hasAws, hasS3cmd] = await Promise.all([isInstalled('/usr/bin/aws'), isInstalled('/usr/bin/s3cmd')])

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'laurel-s3-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test.skipIf(!hasAws)(
  'Debian’s aws-cli copies, in parts too, lists, and removes (needs /usr/bin/aws)',
  async () => {
    const at = folder()
    const bytes = randomBytes(12 * 1024 * 1024)
    writeFileSync(join(at, 'large.bin'), bytes)
    const aws = async (...given: string[]) => {
      const env = {
        PATH: '/usr/bin:/bin',
        HOME: at,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_DEFAULT_REGION: region,
        AWS_EC2_METADATA_DISABLED: 'true',
      }
      return (await run('/usr/bin/aws', ['--endpoint-url', `${sandbox.origin}/s3`, ...given], { env })).stdout
    }
    await aws('s3', 'cp', join(at, 'large.bin'), `s3://${Bucket}/folder/large ü.bin`)
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'folder/large ü.bin' }))).ETag).toMatch(/-2"$/)
    expect(await aws('s3', 'ls', `s3://${Bucket}/`)).toContain('PRE folder/')
    expect(await aws('s3', 'ls', `s3://${Bucket}/folder/`)).toContain(`${bytes.length} large ü.bin`)
    await aws('s3', 'cp', `s3://${Bucket}/folder/large ü.bin`, join(at, 'again.bin'))
    expect(readFileSync(join(at, 'again.bin')).equals(bytes)).toBe(true)
    const url = (await aws('s3', 'presign', `s3://${Bucket}/folder/large ü.bin`)).trim()
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(bytes.length)
    await aws('s3', 'rm', '--recursive', `s3://${Bucket}/`)
    expect((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
  },
  60_000,
)

/** s3cmd knows no path in the address of S3. */
async function openRoot(): Promise<string> {
  const server = createServer((asked, response) => {
    const { method, headers } = asked
    const forwarded = request(`${sandbox.origin}/s3${asked.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    asked.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.skipIf(!hasS3cmd)(
  's3cmd puts, in parts too, lists, sets a CORS rule, and removes (needs /usr/bin/s3cmd)',
  async () => {
    const at = folder()
    const bytes = randomBytes(12 * 1024 * 1024)
    writeFileSync(join(at, 'large.bin'), bytes)
    writeFileSync(
      join(at, 'cors.xml'),
      '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod></CORSRule></CORSConfiguration>',
    )
    const host = await openRoot()
    const s3cmd = async (...given: string[]) => {
      const options = ['--no-ssl', `--host=${host}`, `--host-bucket=${host}`, '--multipart-chunk-size-mb=5']
      const keys = [`--access_key=${accessKeyId}`, `--secret_key=${secretAccessKey}`, `--region=${region}`]
      return (
        await run('/usr/bin/s3cmd', [...options, ...keys, ...given], {
          env: { PATH: '/usr/bin:/bin', HOME: at },
        })
      ).stdout
    }
    await s3cmd('put', join(at, 'large.bin'), `s3://${Bucket}/folder/`)
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'folder/large.bin' }))).ETag).toMatch(/-3"$/)
    expect(await s3cmd('ls', `s3://${Bucket}`)).toContain(`s3://${Bucket}/folder/`)
    await s3cmd('get', `s3://${Bucket}/folder/large.bin`, join(at, 'again.bin'))
    expect(readFileSync(join(at, 'again.bin')).equals(bytes)).toBe(true)
    await s3cmd('setcors', join(at, 'cors.xml'), `s3://${Bucket}`)
    expect((await s3.send(new GetBucketCorsCommand({ Bucket }))).CORSRules).toEqual([
      { AllowedOrigins: ['*'], AllowedMethods: ['PUT'] },
    ])
    await s3cmd('del', '--recursive', '--force', `s3://${Bucket}/folder/`)
    expect((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
  },
  60_000,
)
