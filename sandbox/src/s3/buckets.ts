import { createHash, randomUUID } from 'node:crypto'
import type { CorsRule } from './cors.ts'
import { digest } from './s3-body.ts'
import { S3Error } from './s3-error.ts'
import { S3_DEMO } from './signed-s3-requests.ts'

/** Everything is in memory: objects, and parts of unfinished uploads. */
const MAX_BYTES = 512 * 1024 * 1024
const MIN_PART_BYTES = 5 * 1024 * 1024
const MAX_PART_NUMBER = 10_000
const MAX_KEY_BYTES = 1_024

/** A long object is the parts it was uploaded in. */
export type StoredObject = {
  chunks: Buffer[]
  bytes: number
  etag: string
  headers: Record<string, string>
  modifiedAt: Date
}
export type StoredPart = { body: Buffer; etag: string; modifiedAt: Date }
export type Upload = {
  id: string
  key: string
  headers: Record<string, string>
  startedAt: Date
  parts: Map<number, StoredPart>
}
export type Bucket = {
  name: string
  madeAt: Date
  objects: Map<string, StoredObject>
  uploads: Map<string, Upload>
  cors: CorsRule[]
}
export type Buckets = ReturnType<typeof makeBuckets>

/** Buckets, their objects, and unfinished uploads. */
export function makeBuckets(now: () => Date) {
  const buckets = new Map<string, Bucket>()

  const make = (name: string) => {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) throw new S3Error('InvalidBucketName')
    if (buckets.has(name)) throw new S3Error('BucketAlreadyOwnedByYou')
    buckets.set(name, { name, madeAt: now(), objects: new Map(), uploads: new Map(), cors: [] })
  }
  make(S3_DEMO.bucket)

  const assertRoom = (bytes: number) => {
    let used = bytes
    for (const { objects, uploads } of buckets.values()) {
      for (const object of objects.values()) used += object.bytes
      for (const { parts } of uploads.values()) for (const { body } of parts.values()) used += body.length
    }
    if (used > MAX_BYTES) throw new S3Error('SlowDown', 'The sandbox keeps 512 MB. Delete some objects.')
  }

  return {
    make,
    list: () => [...buckets.values()],
    find: (name: string) => buckets.get(name),
    read(name: string): Bucket {
      const found = buckets.get(name)
      if (found === undefined) throw new S3Error('NoSuchBucket')
      return found
    },
    remove({ name, objects }: Bucket): void {
      if (objects.size > 0) throw new S3Error('BucketNotEmpty')
      buckets.delete(name)
    },

    put({ objects }: Bucket, key: string, body: Buffer, headers: Record<string, string>): StoredObject {
      assertKey(key)
      assertRoom(body.length)
      const etag = `"${digest('md5', body, 'hex')}"`
      const object = { chunks: [body], bytes: body.length, etag, headers, modifiedAt: now() }
      objects.set(key, object)
      return object
    },

    startUpload({ uploads }: Bucket, key: string, headers: Record<string, string>): Upload {
      assertKey(key)
      const upload = { id: randomUUID(), key, headers, startedAt: now(), parts: new Map() }
      uploads.set(upload.id, upload)
      return upload
    },

    readUpload({ uploads }: Bucket, key: string, id: string): Upload {
      const found = uploads.get(id)
      if (found?.key !== key) throw new S3Error('NoSuchUpload')
      return found
    },

    putPart({ parts }: Upload, number: number, body: Buffer): StoredPart {
      if (!(Number.isInteger(number) && number >= 1 && number <= MAX_PART_NUMBER)) {
        throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
      }
      assertRoom(body.length)
      const part = { body, etag: `"${digest('md5', body, 'hex')}"`, modifiedAt: now() }
      parts.set(number, part)
      return part
    },

    complete(
      { objects, uploads }: Bucket,
      upload: Upload,
      told: { number: number; etag: string }[],
    ): StoredObject {
      if (told.length === 0) throw new S3Error('MalformedXML')
      const chosen = told.map(({ number, etag }, at) => {
        if (at > 0 && number <= told[at - 1]!.number) throw new S3Error('InvalidPartOrder')
        const part = upload.parts.get(number)
        if (part === undefined || part.etag.replaceAll('"', '') !== etag.replaceAll('"', '')) {
          throw new S3Error('InvalidPart')
        }
        return part
      })
      if (chosen.slice(0, -1).some(({ body }) => body.length < MIN_PART_BYTES)) {
        throw new S3Error('EntityTooSmall')
      }
      const sums = createHash('md5')
      for (const { body } of chosen) sums.update(digest('md5', body, 'hex'), 'hex')
      const object = {
        chunks: chosen.map(({ body }) => body),
        bytes: chosen.reduce((sum, { body }) => sum + body.length, 0),
        etag: `"${sums.digest('hex')}-${chosen.length}"`,
        headers: upload.headers,
        modifiedAt: now(),
      }
      objects.set(upload.key, object)
      uploads.delete(upload.id)
      return object
    },
  }
}

function assertKey(key: string): void {
  if (key === '') throw new S3Error('MethodNotAllowed')
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error('KeyTooLongError')
}
