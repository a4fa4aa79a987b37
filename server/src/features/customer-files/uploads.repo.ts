import type { FileFolderName, FileScan, FileType } from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import type { Insertable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { FileUploads } from '../../database/generated/tables.ts'
import { anyOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

type Owner = Pick<Customer, 'siteId' | 'customerId'>
export type UploadRow = Awaited<ReturnType<typeof readUpload>>
export type Conflict = 'ask' | 'keep_both' | 'replace'
export type PartRow = { number: number; key: string; bytes: number; etag: string }

export async function insertUpload(
  db: Db,
  { siteId, customerId }: Owner,
  upload: Omit<Insertable<FileUploads>, 'site_id' | 'customer_id'>,
): Promise<number> {
  const { id } = await db
    .insertInto('file_uploads')
    .values({ site_id: siteId, customer_id: customerId, ...upload })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function keepToken(db: Db, { siteId }: Owner, id: number, token_hash: string): Promise<void> {
  await db
    .updateTable('file_uploads')
    .set({ token_hash })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

function uploads(db: Db, siteId: number, now: Date) {
  return db
    .selectFrom('file_uploads')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('expires_at', '>', now)
    .$narrowType<{ folder: FileFolderName; on_conflict: Conflict }>()
}

/** The customer's unfinished uploads, the newest first. */
export function listOpenUploads(db: Db, { siteId, customerId }: Owner, now: Date) {
  return uploads(db, siteId, now)
    .where('customer_id', '=', customerId)
    .where('file_id', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

/** @throws {Refusal} `not_found` if it's missing, over, or of someone else */
export async function readUpload(db: Db, { siteId, customerId }: Owner, id: number, now: Date) {
  const row = await uploads(db, siteId, now)
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** An open upload. Its token is the permission. */
export function findOpenUpload(db: Db, siteId: number, id: number, now: Date) {
  return uploads(db, siteId, now).where('id', '=', id).where('file_id', 'is', null).executeTakeFirst()
}

/** Locks an upload until the transaction ends. @returns undefined if it's gone */
export function lockUpload(db: Db, siteId: number, id: number) {
  return db
    .selectFrom('file_uploads')
    .select(['id', 'file_id', 'key', 'store_upload'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function listParts(
  db: Db,
  siteId: number,
  uploadIds: readonly number[],
): Promise<Map<number, PartRow[]>> {
  const rows = await db
    .selectFrom('file_upload_parts')
    .select(['upload_id', 'number', 'key', 'bytes', 'etag'])
    .where('site_id', '=', siteId)
    .where('upload_id', '=', anyOf(uploadIds))
    .orderBy('number')
    .execute()
  return Map.groupBy(rows, ({ upload_id }) => upload_id)
}

/** Also in place of an earlier one. @returns the key of the one before */
export async function putPart(
  db: Db,
  siteId: number,
  uploadId: number,
  part: PartRow,
): Promise<string | undefined> {
  const before = await db
    .selectFrom('file_upload_parts')
    .select('key')
    .where('site_id', '=', siteId)
    .where('upload_id', '=', uploadId)
    .where('number', '=', part.number)
    .executeTakeFirst()
  const { number, ...values } = part
  await db
    .insertInto('file_upload_parts')
    .values({ site_id: siteId, upload_id: uploadId, ...part })
    .onConflict((conflict) => conflict.columns(['site_id', 'upload_id', 'number']).doUpdateSet(values))
    .execute()
  return before?.key
}

/** Removes an upload's parts, whose bytes are no longer needed. @returns their keys */
export async function takeParts(db: Db, siteId: number, uploadId: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('file_upload_parts')
    .where('site_id', '=', siteId)
    .where('upload_id', '=', uploadId)
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}

export async function deleteUpload(db: Db, siteId: number, id: number): Promise<void> {
  await db.deleteFrom('file_uploads').where('site_id', '=', siteId).where('id', '=', id).execute()
}

export async function finishUpload(db: Db, siteId: number, id: number, file_id: number): Promise<void> {
  await db
    .updateTable('file_uploads')
    .set({ file_id })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

export type NewVersion = {
  key: string
  name: string
  content_type: FileType
  bytes: number
  width: number | null
  height: number | null
  folder: FileFolderName
  folder_id: number | null
  company_id: number | null
  customer_id: number
  added_by: number | null
  line_id: number | null
  expires_at: Date | null
  created_at: Date
  scan: FileScan
}

export async function insertVersion(db: Db, { siteId }: Owner, file: NewVersion): Promise<number> {
  const { id } = await db
    .insertInto('files')
    .values({ site_id: siteId, ...file })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A newer version takes the place of the current one. */
export async function replaceCurrent(
  db: Db,
  { siteId }: Owner,
  id: number,
  replaced_at: Date | null,
): Promise<void> {
  await db
    .updateTable('files')
    .set({ replaced_at })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}
