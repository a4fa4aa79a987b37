import { randomBytes } from 'node:crypto'
import type { StoredFile } from '@laurel/contract/card-items'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { UploadedFile } from '../../http/multipart.ts'
import type { FileAnswer } from '../../http/serve.ts'
import { cleanImage } from './clean-image.ts'
import type { FileStore } from './file-store.ts'
import { countFiles, type FileRow, findFile, insertFile, lockFilesOf } from './files.repo.ts'
import type { ImageType } from './image-header.ts'

export const MAX_FILES = 500

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
 * @throws {Refusal} `file_too_large`, `file_not_an_image`, `limit_exceeded` beyond {@link MAX_FILES}
 */
export async function storeFile(
  pool: Pool,
  store: FileStore,
  actor: Customer,
  upload: UploadedFile,
): Promise<z.input<typeof StoredFile>> {
  const room = await inSite(pool, actor.siteId, (db) => countFiles(db, actor))
  assertRoom(room)
  const { bytes, contentType, width, height } = await cleanImage(upload.bytes)
  const key = randomBytes(24).toString('base64url')
  await store.put(key, bytes)

  return inSite(pool, actor.siteId, async (db) => {
    await lockFilesOf(db, actor)
    assertRoom(await countFiles(db, actor))
    const file = {
      key,
      name: displayName(upload.name, contentType),
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
  const file = await inSite(pool, siteId, (db) => findFile(db, siteId, key))
  const bytes = file && (await store.find(key))
  if (bytes === undefined) throw new Refusal('not_found')
  return { bytes, contentType: file!.content_type, fileName: file!.name, cache: 'forever' }
}

function assertRoom(count: number): void {
  if (count >= MAX_FILES) throw new Refusal('limit_exceeded', { limit: MAX_FILES })
}

/** The name it came with, without folders, ending in what it really is. */
export function displayName(name: string, contentType: keyof typeof ENDINGS): string {
  const base = name.replace(/^.*[\\/]/s, '').replace(/\.[^.]*$/, '')
  const visible = base.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  return `${visible || 'logo'}${ENDINGS[contentType]}`
}

export function fileWire(file: FileRow): z.input<typeof StoredFile> {
  return { ...file, url: `/api/v1/files/${file.key}/` }
}
