import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Files } from '../../database/generated/tables.ts'
import { literal, now, sumOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

export type FileRow = Selectable<Files>
export type NewFile = Pick<FileRow, 'key' | 'name' | 'content_type' | 'bytes' | 'width' | 'height'>

export function insertFile(db: Db, actor: Customer, file: NewFile): Promise<FileRow> {
  return db
    .insertInto('files')
    .values({ ...file, site_id: actor.siteId, customer_id: actor.customerId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks this customer's files against additions until the transaction ends. */
export async function lockFilesOf(db: Db, actor: Customer): Promise<void> {
  await db
    .selectFrom('customers')
    .select('id')
    .where('site_id', '=', actor.siteId)
    .where('id', '=', actor.customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The names of the customer's own pictures directly in their folder. */
export async function ownPictureNames(db: Db, actor: Customer): Promise<string[]> {
  const rows = await own(db, actor)
    .select('name')
    .where('folder', '=', 'logos')
    .where('folder_id', 'is', null)
    .where('company_id', 'is', null)
    .where('replaced_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}

/** What counts toward a customer's limits: their files with versions and the trash, and unfinished uploads. */
export async function readUsage(
  db: Db,
  { siteId, customerId }: Pick<Customer, 'siteId' | 'customerId'>,
): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await db
    .selectFrom('files')
    .select(({ fn, ref }) => [fn.countAll<number>().as('files'), sumOf(ref('bytes')).as('bytes')])
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  const uploads = await db
    .selectFrom('file_uploads')
    .select(({ fn, ref }) => [fn.countAll<number>().as('files'), sumOf(ref('bytes')).as('bytes')])
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('file_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return { files: Number(files) + Number(uploads.files), bytes: Number(bytes) + Number(uploads.bytes) }
}

/** A picture of this site by its key; the key is the permission. Other files need more. */
export function findPicture(db: Db, siteId: number, key: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .where('content_type', 'like', literal('image/%'))
    .where('scan', '<>', literal('infected'))
    .executeTakeFirst()
}

/** Whether the key names a picture that this customer added, or that the company they act for shares. */
export async function canUsePicture(db: Db, actor: Customer, key: string): Promise<boolean> {
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('site_id', '=', actor.siteId)
    .where('key', '=', key)
    .where('content_type', 'like', literal('image/%'))
    .where('deleted_at', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        and([eb('customer_id', '=', actor.customerId), eb('company_id', 'is', null)]),
        eb('company_id', '=', actor.company?.id ?? null),
      ]),
    )
    .executeTakeFirst()
  return file !== undefined
}

function own(db: Db, actor: Customer) {
  return db
    .selectFrom('files')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
}
