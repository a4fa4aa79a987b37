import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Files } from '../../database/generated/tables.ts'
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

export async function countFiles(db: Db, actor: Customer): Promise<number> {
  const { count } = await own(db, actor)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A file of this site by its key; the key is the permission. */
export function findFile(db: Db, siteId: number, key: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Whether the key names a file this customer uploaded. */
export async function ownsFile(db: Db, actor: Customer, key: string): Promise<boolean> {
  const file = await own(db, actor).select('id').where('key', '=', key).executeTakeFirst()
  return file !== undefined
}

function own(db: Db, actor: Customer) {
  return db
    .selectFrom('files')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
}
