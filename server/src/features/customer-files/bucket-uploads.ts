import { Refusal } from '@laurel/domain/refusal'
import type { DirectStorage, FileStore } from '../files/file-store.ts'
import type { PartRow, UploadRow } from './uploads.repo.ts'

/** An upload whose parts browsers send to the bucket itself. */
type InBucket = Pick<UploadRow, 'key' | 'store_upload'>

/** @returns what the bucket calls the upload; '' if browsers on this origin send to our server */
export async function startInBucket({ direct }: FileStore, origin: string, key: string): Promise<string> {
  if (direct === undefined || !(await direct.isOpenTo(origin))) return ''
  // The type of a download is in its address.
  return direct.startUpload(key, 'application/octet-stream')
}

/** @throws {Refusal} `not_found` if files are kept elsewhere by now */
function bucketOf({ direct }: FileStore): DirectStorage {
  if (direct === undefined) throw new Refusal('not_found')
  return direct
}

export async function partsInBucket(
  files: FileStore,
  { key, store_upload }: InBucket,
): Promise<Omit<PartRow, 'key'>[]> {
  return (await bucketOf(files).listParts(key, store_upload)) ?? []
}

export function addressInBucket(
  files: FileStore,
  { key, store_upload, expires_at }: InBucket & Pick<UploadRow, 'expires_at'>,
  part: { number: number; bytes: number },
  now: Date,
): Promise<string> {
  const forS = Math.max(1, Math.floor((expires_at.getTime() - now.getTime()) / 1_000))
  return bucketOf(files).partUrl(key, store_upload, part, forS)
}

/**
 * Puts an upload's parts together under its key, also once more after a lost answer. The bucket says which parts it
 * has: a browser sees their ETags only if the CORS rule exposes them.
 *
 * @throws {Refusal} `upload_incomplete`, `upload_changed`
 */
export async function putTogether(
  files: FileStore,
  { key, store_upload, bytes }: InBucket & Pick<UploadRow, 'bytes'>,
  sizes: readonly number[],
): Promise<void> {
  const bucket = bucketOf(files)
  const parts = await bucket.listParts(key, store_upload)
  const isComplete =
    parts?.length === sizes.length && parts.every((part) => sizes[part.number - 1] === part.bytes)
  if (parts !== undefined && !isComplete) throw new Refusal('upload_incomplete')
  const size =
    parts === undefined ? await bucket.sizeOf(key) : await bucket.completeUpload(key, store_upload, parts)
  if (size === undefined) throw new Refusal('upload_incomplete')
  if (size !== Number(bytes)) throw new Refusal('upload_changed')
}

/** Removes what an upload left in the bucket, unless it became a file. */
export async function dropInBucket(files: FileStore, { key, store_upload }: InBucket): Promise<void> {
  if (store_upload === '') return
  await files.direct?.abortUpload(key, store_upload)
  // Its parts may have been put together.
  await files.remove(key)
}

/** Enough to tell what a file is. */
const HEAD_BYTES = 4_096

/** A stored file in chunks, the first of which is long enough to tell its kind. */
export async function* chunksOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of source) {
    if (head === undefined) yield chunk
    else {
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD_BYTES) continue
      yield head
      head = undefined
    }
  }
  if (head !== undefined && head.length > 0) yield head
}
