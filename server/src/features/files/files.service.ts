import { randomBytes } from 'node:crypto'
import type { StoredFile } from '@laurel/contract/card-items'
import { freeFileName, MAX_FILES, MAX_FILES_BYTES } from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { UploadedFile } from '../../http/multipart.ts'
import type { FileAnswer } from '../../http/serve.ts'
import { cleanImage } from './clean-image.ts'
import type { FileStore } from './file-store.ts'
import {
  type FileRow,
  findPicture,
  insertFile,
  lockFilesOf,
  ownPictureNames,
  readUsage,
} from './files.repo.ts'
import type { ImageType } from './image-header.ts'

const ENDINGS: Readonly<Record<ImageType | 'image/svg+xml', string>> = {
  'image/svg+xml': '.svg',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
}

/**
 * Stores a customer's image under an unguessable key. The bytes are stored before the row that names them: a
 * crash leaves an unreferenced image, never a reference without an image.
 *
 * @throws {Refusal} `file_too_large`, `file_not_an_image`; `limit_exceeded` beyond {@link MAX_FILES} or
 * {@link MAX_FILES_BYTES}
 */
export async function storeFile(
  pool: Pool,
  store: FileStore,
  actor: Customer,
  upload: UploadedFile,
): Promise<z.input<typeof StoredFile>> {
  await inSite(pool, actor.siteId, (db) => assertRoom(db, actor, { files: 1, bytes: upload.bytes.length }))
  const { bytes, contentType, width, height } = await cleanImage(upload.bytes)
  const key = randomBytes(24).toString('base64url')
  await store.put(key, bytes)

  return inSite(pool, actor.siteId, async (db) => {
    await lockFilesOf(db, actor)
    await assertRoom(db, actor, { files: 1, bytes: bytes.length })
    const file = {
      key,
      name: freeFileName(displayName(upload.name, contentType), await ownPictureNames(db, actor)),
      content_type: contentType,
      bytes: bytes.length,
      width,
      height,
    }
    return fileWire(await insertFile(db, actor, file))
  })
}

/**
 * The picture under a key of this site.
 *
 * @throws {Refusal} `not_found`
 */
export async function readFile(
  pool: Pool,
  store: FileStore,
  siteId: number,
  key: string,
): Promise<FileAnswer> {
  const file = await inSite(pool, siteId, (db) => findPicture(db, siteId, key))
  const bytes = file && (await store.find(key))
  if (bytes === undefined) throw new Refusal('not_found')
  return { bytes, contentType: file!.content_type, fileName: file!.name, cache: 'forever' }
}

/** @throws {Refusal} `limit_exceeded` if a customer has, or would have with these, more than they can */
export async function assertRoom(
  db: Db,
  owner: Pick<Customer, 'siteId' | 'customerId'>,
  more: { files: number; bytes: number } = { files: 0, bytes: 0 },
): Promise<void> {
  const { files, bytes } = await readUsage(db, owner)
  if (files + more.files > MAX_FILES) {
    throw new Refusal('limit_exceeded', { limit: MAX_FILES, of: /*i18n*/ '{limit, number} files' })
  }
  if (bytes + more.bytes > MAX_FILES_BYTES) throw new Refusal('limit_exceeded', { limit: '2 GB' })
}

/** The name it came with, without folders, ending in what it really is. */
export function displayName(name: string, contentType: keyof typeof ENDINGS): string {
  const base = name.replace(/^.*[\\/]/s, '').replace(/\.[^.]*$/, '')
  const visible = base.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  return `${visible || 'logo'}${ENDINGS[contentType]}`
}

/** Of a picture, which has a size. */
export function fileWire(file: FileRow): z.input<typeof StoredFile> {
  return { ...file, width: file.width!, height: file.height!, url: `/api/v1/files/${file.key}/` }
}
