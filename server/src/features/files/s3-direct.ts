import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  NoSuchUpload,
  NotFound,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { WrongSetting } from '../../wrong-setting.ts'
import type { DirectStorage } from './file-store.ts'

const DOWNLOAD_S = 60
const PREFLIGHT_MS = 3_000
const KEEP_OPEN_MS = 10 * 60_000
/** A rule that was just set is noticed within a minute. */
const KEEP_CLOSED_MS = 60_000
const MAX_KEPT = 1_000

/**
 * Uploads to a bucket that don't pass through our server. Parts are sent by `PUT` with a signed `content-length`:
 * several services that speak S3 have no POST policies, or ignore their limits.
 *
 * @param pathOf the object's key in the bucket
 * @throws {WrongSetting} without a region
 */
export async function openDirect(
  setting: string,
  options: S3ClientConfig,
  Bucket: string,
  pathOf: (key: string) => string,
): Promise<DirectStorage> {
  // A signed address must not fix a checksum: the bytes are still unknown.
  const s3 = new S3Client({ ...options, requestChecksumCalculation: 'WHEN_REQUIRED' })
  const origin = await originOf(options, Bucket).catch(() => {
    throw new WrongSetting(`${setting} is wrong: expects a region, as in s3://bucket/folder?region=us-east-1`)
  })
  const kept = new Map<string, { isOpen: Promise<boolean>; until: number }>()

  const partUrl: DirectStorage['partUrl'] = (key, UploadId, { number, bytes }, expiresIn) => {
    const part = { Bucket, Key: pathOf(key), UploadId, PartNumber: number, ContentLength: bytes }
    return getSignedUrl(s3, new UploadPartCommand(part), {
      expiresIn,
      signableHeaders: new Set(['content-length']),
    })
  }

  async function preflight(from: string): Promise<boolean> {
    // A page over https can't send to a server without it.
    if (from.startsWith('https:') && !origin.startsWith('https:')) return false
    const url = await partUrl('cors-check', 'none', { number: 1, bytes: 1 }, DOWNLOAD_S)
    const answer = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'PUT' },
      signal: AbortSignal.timeout(PREFLIGHT_MS),
    })
    await answer.body?.cancel()
    const allowed = answer.headers.get('access-control-allow-origin')
    return answer.ok && (allowed === '*' || allowed === from)
  }

  async function sizeOf(key: string): Promise<number | undefined> {
    try {
      return (await s3.send(new HeadObjectCommand({ Bucket, Key: pathOf(key) }))).ContentLength!
    } catch (cause) {
      if (cause instanceof NotFound) return undefined
      throw cause
    }
  }

  return {
    origin,
    partUrl,
    isOpenTo(from, again = false) {
      const known = kept.get(from)
      if (!again && known !== undefined && known.until > Date.now()) return known.isOpen
      const isOpen = preflight(from).catch(() => false)
      const entry = { isOpen, until: Date.now() + KEEP_CLOSED_MS }
      void isOpen.then((open) => {
        if (open) entry.until = Date.now() + KEEP_OPEN_MS
      })
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(from, entry)
      return isOpen
    },
    async startUpload(key, ContentType) {
      const { UploadId } = await s3.send(
        new CreateMultipartUploadCommand({ Bucket, Key: pathOf(key), ContentType }),
      )
      return UploadId!
    },
    async listParts(key, UploadId) {
      try {
        // One page has a thousand. The client's own paginator never ends: S3 names a next page after the last one.
        const { Parts = [] } = await s3.send(new ListPartsCommand({ Bucket, Key: pathOf(key), UploadId }))
        return Parts.map(({ PartNumber, ETag, Size }) => ({ number: PartNumber!, etag: ETag!, bytes: Size! }))
      } catch (cause) {
        if (cause instanceof NoSuchUpload) return undefined
        throw cause
      }
    },
    async completeUpload(key, UploadId, parts) {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
      const Key = pathOf(key)
      await s3
        .send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
        .catch((cause: unknown) => {
          // Completed before, and the answer was lost: then the object is there.
          if (!(cause instanceof NoSuchUpload)) throw cause
        })
      return sizeOf(key)
    },
    sizeOf,
    async abortUpload(key, UploadId) {
      await s3
        .send(new AbortMultipartUploadCommand({ Bucket, Key: pathOf(key), UploadId }))
        .catch((cause: unknown) => {
          if (!(cause instanceof NoSuchUpload)) throw cause
        })
    },
    downloadUrl(key, { disposition, contentType }) {
      const command = new GetObjectCommand({
        Bucket,
        Key: pathOf(key),
        ResponseContentDisposition: disposition,
        ResponseContentType: contentType,
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(s3, command, { expiresIn: DOWNLOAD_S })
    },
  }
}

/** Known from the address that the client would sign; nothing is sent, and no credentials are needed. */
async function originOf(options: S3ClientConfig, Bucket: string): Promise<string> {
  const credentials = { accessKeyId: 'none', secretAccessKey: 'none' }
  const s3 = new S3Client({ ...options, credentials })
  try {
    return new URL(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'none' }))).origin
  } finally {
    s3.destroy()
  }
}
