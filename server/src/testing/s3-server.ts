import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a client asks: `part` and `uploadId` during an upload in several parts. */
export type S3Request = { method: string; bucket: string; key: string; query: URLSearchParams }
/** `cut` closes the connection halfway, `deny` refuses. */
export type S3Fault = 'cut' | 'deny' | undefined

export const S3_KEYS = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'a secret of tests' }

const REGION = 'us-east-1'
/** Every part but the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024

class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/**
 * A server that speaks S3 as far as Laurel needs it, in memory. Like S3, it checks the signature and the checksum of
 * every request, shows an object only once it's complete, lists by pages, and refuses small parts and ACLs.
 */
export async function openS3Server({ pageSize = 1_000 } = {}) {
  const buckets = new Map<string, Map<string, Buffer>>()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  const hooks: { fault: (request: S3Request) => S3Fault } = { fault: () => undefined }
  const server = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => {
      const { status, code } = cause instanceof S3Error ? cause : new S3Error(500, String(cause))
      send(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', `http://127.0.0.1:${port}`)
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    const asked = { method: request.method ?? '', bucket, key, query: url.searchParams }
    const fault = hooks.fault(asked)
    if (fault === 'cut' && asked.method !== 'GET') {
      await once(request, 'data')
      return void request.destroy()
    }
    const body = await bytesOf(request)
    assertSigned(request, body)
    const objects = buckets.get(bucket)
    if (objects === undefined) throw new S3Error(404, 'NoSuchBucket')
    if (fault === 'deny') throw new S3Error(403, 'AccessDenied')
    if (asked.method !== 'GET') return send(response, 200, change(asked, objects, body))
    if (asked.query.get('list-type') === '2') return send(response, 200, list(objects, asked.query, pageSize))
    const object = objects.get(key)
    if (object === undefined) throw new S3Error(404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': object.length })
    if (fault !== 'cut') return void response.end(object)
    response.write(object.subarray(0, object.length / 2), () => response.destroy())
  }

  function change({ method, key, query }: S3Request, objects: Map<string, Buffer>, body: Buffer): string {
    const uploadId = query.get('uploadId') ?? ''
    const upload = uploads.get(uploadId)
    if (uploadId !== '' && upload?.key !== key) throw new S3Error(404, 'NoSuchUpload')
    if (method === 'DELETE') {
      if (uploadId === '') objects.delete(key)
      uploads.delete(uploadId)
      return ''
    }
    if (method === 'PUT' && upload) upload.parts.set(Number(query.get('partNumber')), body)
    else if (method === 'PUT') objects.set(key, body)
    if (method === 'PUT') return etagOf(body)
    if (query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map() })
      return `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    }
    if (method !== 'POST' || !upload) throw new S3Error(501, 'NotImplemented')
    objects.set(key, joined(upload.parts, body.toString()))
    uploads.delete(uploadId)
    return `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`
  }

  return {
    hooks,
    /** Parts of uploads that were neither completed nor aborted. */
    uploads,
    /** @returns its objects by key */
    makeBucket(name: string): Map<string, Buffer> {
      const objects = new Map<string, Buffer>()
      buckets.set(name, objects)
      return objects
    },
    endpoint: `http://127.0.0.1:${port}`,
    addressOf: (path: string) => `s3://${path}?region=${REGION}&endpoint=http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  const isEtag = text.startsWith('"')
  response.writeHead(status, { 'content-type': 'application/xml', ...(isEtag && { etag: text }) })
  response.end(isEtag ? '' : text)
}

function joined(parts: Map<number, Buffer>, told: string): Buffer {
  const tags = [...told.matchAll(/<PartNumber>(\d+)<\/PartNumber>|<ETag>(.*?)<\/ETag>/g)]
  const numbers = tags.flatMap(([, number]) => (number === undefined ? [] : [Number(number)]))
  const etags = tags.flatMap(([, , etag]) => (etag === undefined ? [] : [etag.replaceAll('&quot;', '"')]))
  const chosen = numbers.map((number) => parts.get(number))
  const whole = chosen.filter((part) => part !== undefined)
  if (whole.length !== numbers.length || whole.some((part, at) => etagOf(part) !== etags[at])) {
    throw new S3Error(400, 'InvalidPart')
  }
  if (whole.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES))
    throw new S3Error(400, 'EntityTooSmall')
  return Buffer.concat(whole)
}

function list(objects: Map<string, Buffer>, query: URLSearchParams, pageSize: number): string {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const after = query.get('continuation-token') ?? ''
  const names = new Set<string>()
  for (const key of objects.keys()) {
    if (!key.startsWith(prefix)) continue
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    names.add(end < 0 ? key : key.slice(0, end + 1))
  }
  const left = [...names].sort().filter((name) => name > after)
  const page = left.slice(0, pageSize)
  const entries = page.map((name) =>
    delimiter !== '' && name.endsWith(delimiter)
      ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`,
  )
  const isCut = left.length > page.length
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`
}

/** @throws {S3Error} unless signed by {@link S3_KEYS} (AWS Signature Version 4), with a body that fits its checksum */
function assertSigned({ headers, method, url = '' }: IncomingMessage, body: Buffer): void {
  const signed = new URL(url, 'http://bucket').searchParams
  const isInUrl = signed.has('X-Amz-Signature')
  const [, id, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      isInUrl
        ? `AWS4-HMAC-SHA256 Credential=${signed.get('X-Amz-Credential')}, SignedHeaders=${signed.get('X-Amz-SignedHeaders')}, Signature=${signed.get('X-Amz-Signature')}`
        : (headers.authorization ?? ''),
    ) ?? []
  if (id === undefined) throw new S3Error(403, 'AccessDenied')
  if (id !== S3_KEYS.AWS_ACCESS_KEY_ID) throw new S3Error(403, 'InvalidAccessKeyId')
  const hash = isInUrl ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256'])
  if (!isInUrl && hash !== sha256(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch')
  if (headers['x-amz-acl'] !== undefined) throw new S3Error(400, 'AccessControlListNotSupported')
  const [path, query = ''] = url.split('?')
  const parts = query.split('&').filter((one) => !one.startsWith('X-Amz-Signature='))
  const sorted = parts.map((one) => (one === '' || one.includes('=') ? one : `${one}=`))
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, path, sorted.sort().join('&'), lines.join(''), names, hash].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    isInUrl ? signed.get('X-Amz-Date') : headers['x-amz-date'],
    scope,
    sha256(canonical),
  ].join('\n')
  const key = scope
    .split('/')
    .reduce((of: string | Buffer, part) => hmac(of, part), `AWS4${S3_KEYS.AWS_SECRET_ACCESS_KEY}`)
  if (hmac(key, text).toString('hex') !== signature) throw new S3Error(403, 'SignatureDoesNotMatch')
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
