import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { holdBack } from '../carriers/answers.ts'
import type { Faults } from '../faults/faults.ts'
import { type Bucket, type Buckets, makeBuckets, type StoredObject } from './buckets.ts'
import { corsHeaders, readCorsRules } from './cors.ts'
import { listObjects } from './list-objects.ts'
import { readBody } from './s3-body.ts'
import { S3Error } from './s3-error.ts'
import { listOf, parsed, textOf, written, type Xml } from './s3-xml.ts'
import { type AskedS3, assertSigned } from './signed-s3-requests.ts'

/** Queries that name an operation, in the order in which they're looked at. */
const OPERATIONS = ['cors', 'location', 'delete', 'uploads', 'uploadId'] as const
/** Headers that an object keeps, and that its readers get. */
const KEPT = ['content-type', 'cache-control', 'content-disposition', 'content-encoding', 'content-language']
const MAX_DELETED = 1_000
/** A browser asks for one of these by itself. */
const RESPONSE_HEADERS = ['content-type', 'content-disposition', 'cache-control', 'content-language'] as const

type Asked = {
  bucket: Bucket
  key: string
  query: URLSearchParams
  headers: FastifyRequest['headers']
  body: Buffer
}
type Answer = { status?: number; headers?: Record<string, string>; body?: string | Readable }

/** Amazon S3's REST API with path-style addresses, in memory. */
export function s3Routes(app: FastifyInstance, faults: Faults, now: () => Date) {
  const buckets = makeBuckets(now)
  app.register(async (s3) => {
    s3.removeAllContentTypeParsers()
    s3.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const url of ['/s3', '/s3/*']) {
      s3.route({
        method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS'],
        url,
        exposeHeadRoute: false,
        bodyLimit: Number.MAX_SAFE_INTEGER,
        handler: (request, reply) => answer(buckets, faults, now, request, reply),
      })
    }
  })
}

async function answer(
  buckets: Buckets,
  faults: Faults,
  now: () => Date,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const asked = askedOf(request)
  const [path = '', search] = asked.url.split('?')
  const [, , name = '', ...rest] = path.split('/').map(decodeURIComponent)
  const cors = corsHeaders(buckets.find(name)?.cors ?? [], methodOf(request), request.headers)
  reply.headers({ 'x-amz-request-id': randomUUID(), server: 'AmazonS3', ...cors })
  try {
    if (request.method === 'OPTIONS') {
      if (cors === undefined) throw new S3Error('AccessForbidden')
      return await reply.code(200).send()
    }
    await holdBack(faults.take('s3', 'slow'))
    if (faults.take('s3', 'denied')) throw new S3Error('AccessDenied')
    if (faults.take('s3', 'down')) throw new S3Error('SlowDown')
    if (faults.take('s3', 'bucket_gone')) throw new S3Error('NoSuchBucket')
    const signed = assertSigned(asked, now())
    const stream = (request.body ?? Readable.from([])) as AsyncIterable<Buffer>
    const query = new URLSearchParams(search)
    const body = await readBody(stream, request.headers, query, signed)
    const done = carryOut(buckets, request.method, name, rest.join('/'), query, request.headers, body)
    if (request.method === 'POST' && query.has('uploadId')) {
      await holdBack(faults.take('s3', 'complete_then_timeout'))
    }
    return await reply
      .code(done.status ?? 200)
      .headers({
        ...(typeof done.body === 'string' && { 'content-type': 'application/xml' }),
        ...done.headers,
      })
      .send(done.body)
  } catch (cause) {
    if (!(cause instanceof S3Error)) throw cause
    reply.code(cause.status)
    if (request.method === 'HEAD') return reply.send()
    const told = { Code: cause.code, Message: cause.message, Resource: path, RequestId: randomUUID() }
    return reply.type('application/xml').send(written('Error', told))
  }
}

function askedOf({ method, raw, headers }: FastifyRequest): AskedS3 {
  return { method, url: raw.url ?? '', headers }
}

function methodOf({ method, headers }: FastifyRequest): string {
  return method === 'OPTIONS' ? (headers['access-control-request-method'] ?? '') : method
}

function carryOut(
  buckets: Buckets,
  method: string,
  name: string,
  key: string,
  query: URLSearchParams,
  headers: FastifyRequest['headers'],
  body: Buffer,
): Answer {
  if (name === '') return method === 'GET' ? { body: bucketsXml(buckets) } : refused('MethodNotAllowed')
  const operation = OPERATIONS.find((one) => query.has(one)) ?? ''
  if (method === 'PUT' && key === '' && operation === '') {
    buckets.make(name)
    return { headers: { location: `/${name}` } }
  }
  if (headers['x-amz-copy-source'] !== undefined) throw new S3Error('NotImplemented')
  const asked: Asked = { bucket: buckets.read(name), key, query, headers, body }
  return key === ''
    ? onBucket(buckets, `${method} ${operation}`, asked)
    : onObject(buckets, `${method} ${operation}`, asked)
}

function onBucket(buckets: Buckets, operation: string, { bucket, query, body }: Asked): Answer {
  switch (operation) {
    case 'HEAD ':
      return {}
    case 'GET ':
      return { body: listObjects(bucket, query) }
    case 'DELETE ':
      buckets.remove(bucket)
      return { status: 204 }
    case 'GET location':
      return { body: written('LocationConstraint', {}) }
    case 'PUT cors':
      bucket.cors = readCorsRules(body)
      return {}
    case 'GET cors':
      if (bucket.cors.length === 0) throw new S3Error('NoSuchCORSConfiguration')
      return { body: written('CORSConfiguration', { CORSRule: bucket.cors }) }
    case 'DELETE cors':
      bucket.cors = []
      return { status: 204 }
    case 'POST delete':
      return { body: deleteMany(bucket, body) }
    case 'GET uploads':
      return { body: uploadsXml(bucket, query) }
    default:
      return refused('NotImplemented')
  }
}

function onObject(buckets: Buckets, operation: string, asked: Asked): Answer {
  const { bucket, key, query, body } = asked
  const upload = () => buckets.readUpload(bucket, key, query.get('uploadId') ?? '')
  switch (operation) {
    case 'GET ':
      return readObject(asked, true)
    case 'HEAD ':
      return readObject(asked, false)
    case 'PUT ': {
      if (asked.headers['if-none-match'] === '*' && bucket.objects.has(key))
        throw new S3Error('PreconditionFailed')
      return { headers: { etag: buckets.put(bucket, key, body, keptHeaders(asked)).etag } }
    }
    case 'DELETE ':
      bucket.objects.delete(key)
      return { status: 204 }
    case 'POST uploads': {
      const { id } = buckets.startUpload(bucket, key, keptHeaders(asked))
      return {
        body: written('InitiateMultipartUploadResult', { Bucket: bucket.name, Key: key, UploadId: id }),
      }
    }
    case 'PUT uploadId':
      return { headers: { etag: buckets.putPart(upload(), Number(query.get('partNumber')), body).etag } }
    case 'GET uploadId':
      return { body: partsXml(asked, upload()) }
    case 'POST uploadId': {
      const { etag } = buckets.complete(bucket, upload(), toldParts(body))
      return { body: written('CompleteMultipartUploadResult', { Bucket: bucket.name, Key: key, ETag: etag }) }
    }
    case 'DELETE uploadId':
      bucket.uploads.delete(upload().id)
      return { status: 204 }
    default:
      return refused('NotImplemented')
  }
}

function readObject({ bucket, key, query, headers }: Asked, withBody: boolean): Answer {
  const object = bucket.objects.get(key)
  if (object === undefined) throw new S3Error('NoSuchKey')
  const [from, to] = rangeOf(headers.range, object.bytes)
  const isPart = to - from !== object.bytes
  const wished = RESPONSE_HEADERS.flatMap((name) => {
    const value = query.get(`response-${name}`)
    return value === null ? [] : [[name, value] as const]
  })
  return {
    status: isPart ? 206 : 200,
    headers: {
      'content-type': 'binary/octet-stream',
      ...object.headers,
      ...Object.fromEntries(wished),
      etag: object.etag,
      'last-modified': object.modifiedAt.toUTCString(),
      'accept-ranges': 'bytes',
      'content-length': String(to - from),
      ...(isPart && { 'content-range': `bytes ${from}-${to - 1}/${object.bytes}` }),
    },
    ...(withBody && { body: Readable.from(slices(object, from, to), { objectMode: false }) }),
  }
}

function* slices({ chunks }: StoredObject, from: number, to: number): Generator<Buffer> {
  let at = 0
  for (const chunk of chunks) {
    const piece = chunk.subarray(Math.max(0, from - at), Math.max(0, to - at))
    if (piece.length > 0) yield piece
    at += chunk.length
  }
}

/** @returns the first byte and the one after the last; a range that isn't understood is ignored, as S3 does */
function rangeOf(range: string | undefined, bytes: number): [from: number, to: number] {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return [0, bytes]
  if (first === '') return [Math.max(0, bytes - Number(last)), bytes]
  if (Number(first) >= bytes) throw new S3Error('InvalidRange')
  return [Number(first), last === '' ? bytes : Math.min(bytes, Number(last) + 1)]
}

function keptHeaders({ headers }: Asked): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) => (KEPT.includes(name) || name.startsWith('x-amz-meta-')) && typeof value === 'string',
  ) as [string, string][]
  // The encoding of the transfer isn't the object's.
  return Object.fromEntries(
    kept
      .map(([name, value]) => [
        name,
        name === 'content-encoding' ? value.replace(/aws-chunked,?\s*/, '') : value,
      ])
      .filter(([, value]) => value !== ''),
  )
}

function deleteMany({ objects }: Bucket, body: Buffer): string {
  const told = parsed(body, 'Delete') as Xml
  const keys = listOf(told.Object).map((one) => keyOf((one as Xml).Key))
  if (keys.length === 0 || keys.length > MAX_DELETED) throw new S3Error('MalformedXML')
  for (const key of keys) objects.delete(key)
  const isQuiet = textOf(told.Quiet) === 'true'
  return written('DeleteResult', isQuiet ? {} : { Deleted: keys.map((key) => ({ Key: key })) })
}

function keyOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new S3Error('MalformedXML')
  return value
}

function toldParts(body: Buffer): { number: number; etag: string }[] {
  const told = parsed(body, 'CompleteMultipartUpload') as Xml
  return listOf(told.Part).map((part) => ({
    number: Number(textOf((part as Xml).PartNumber)),
    etag: textOf((part as Xml).ETag),
  }))
}

function partsXml({ bucket, key, query }: Asked, upload: ReturnType<Buckets['readUpload']>): string {
  const after = Number(query.get('part-number-marker') ?? 0)
  const most = Math.min(Number(query.get('max-parts') ?? 1_000), 1_000)
  const left = [...upload.parts].filter(([number]) => number > after).sort(([one], [other]) => one - other)
  const page = left.slice(0, most)
  return written('ListPartsResult', {
    Bucket: bucket.name,
    Key: key,
    UploadId: upload.id,
    PartNumberMarker: after,
    NextPartNumberMarker: page.at(-1)?.[0] ?? 0,
    MaxParts: most,
    IsTruncated: left.length > page.length,
    Part: page.map(([number, part]) => ({
      PartNumber: number,
      LastModified: part.modifiedAt.toISOString(),
      ETag: part.etag,
      Size: part.body.length,
    })),
  })
}

function uploadsXml({ name, uploads }: Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const found = [...uploads.values()].filter(({ key }) => key.startsWith(prefix))
  return written('ListMultipartUploadsResult', {
    Bucket: name,
    Prefix: prefix,
    IsTruncated: false,
    Upload: found.map(({ key, id, startedAt }) => ({
      Key: key,
      UploadId: id,
      Initiated: startedAt.toISOString(),
    })),
  })
}

function bucketsXml(buckets: Buckets): string {
  const all = buckets.list().map(({ name, madeAt }) => ({ Name: name, CreationDate: madeAt.toISOString() }))
  return written('ListAllMyBucketsResult', { Owner: { ID: 'sandbox' }, Buckets: { Bucket: all } })
}

function refused(code: ConstructorParameters<typeof S3Error>[0]): never {
  throw new S3Error(code)
}
