import { randomBytes } from 'node:crypto'
import type { StoredFile } from '@laurel/contract/card-items'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { UploadedFile } from '../../http/multipart.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { cleanImage } from './clean-image.ts'
import { displayName, fileWire } from './files.service.ts'

const MAX_PICTURES = 1_000

/**
 * Stores a site's image by the same rules as a customer's: re-encoded, under an unguessable key, its bytes
 * before the row that names them.
 *
 * @throws {Refusal} `file_too_large`, `file_not_an_image`, `limit_exceeded`
 */
export async function storeSitePicture(
  { pool, files, now }: Pick<Kit, 'pool' | 'files' | 'now'>,
  actor: Staff,
  upload: UploadedFile,
): Promise<z.input<typeof StoredFile>> {
  const { siteId } = actor
  await inSite(pool, siteId, (db) => assertRoom(db, siteId))
  const { bytes, contentType, width, height } = await cleanImage(upload.bytes)
  const key = randomBytes(24).toString('base64url')
  await files.put(key, bytes)
  return inSite(pool, siteId, async (db) => {
    const row = await db
      .insertInto('files')
      .values({
        site_id: siteId,
        customer_id: null,
        key,
        name: displayName(upload.name, contentType),
        content_type: contentType,
        bytes: bytes.length,
        width,
        height,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const facts = { name: row.name, bytes: row.bytes }
    record(db, siteId, {
      actor: actor.by,
      event: 'site.picture_added',
      subject: `file:${row.id}`,
      facts,
      at: now(),
    })
    return fileWire(row)
  })
}

/** The address of a stored file, and its key. */
export const SITE_FILE = /^\/api\/v1\/files\/([\w-]{22,64})\/$/

/** Whether an address is that of a picture of this site's own: a customer's is not borrowed. */
export async function isSitePicture(db: Db, siteId: number, address: string): Promise<boolean> {
  const [, key] = SITE_FILE.exec(address) ?? []
  if (key === undefined) return false
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .where('customer_id', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function assertRoom(db: Db, siteId: number): Promise<void> {
  const { count } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('customer_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_PICTURES) throw new Refusal('limit_exceeded', { limit: MAX_PICTURES })
}
