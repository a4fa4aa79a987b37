import type { FileFolderName } from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { anyOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { isInBook } from '../companies/shared-things.ts'

export type FolderRow = Awaited<ReturnType<typeof listFolders>>[number]

/** The customer's folders, and those that their company shares, by name. */
export function listFolders(db: Db, actor: Customer) {
  return db
    .selectFrom('file_folders as folder')
    .innerJoin('customers as owner', (join) =>
      join.onRef('owner.site_id', '=', 'folder.site_id').onRef('owner.id', '=', 'folder.customer_id'),
    )
    .select(['folder.id', 'folder.folder', 'folder.parent_id', 'folder.name'])
    .select(['folder.customer_id', 'folder.company_id'])
    .select(['owner.first_name as owner_first_name', 'owner.last_name as owner_last_name'])
    .select(({ selectFrom }) =>
      selectFrom('files as file')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('file.site_id', '=', 'folder.site_id')
        .whereRef('file.folder_id', '=', 'folder.id')
        .where('file.replaced_at', 'is', null)
        .where('file.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('files_count'),
    )
    .where('folder.site_id', '=', actor.siteId)
    .where(isInBook('folder', actor.customerId, actor.company?.id ?? null))
    .orderBy(({ fn }) => fn<string>('lower', ['folder.name']))
    .orderBy('folder.id')
    .$narrowType<{ folder: FileFolderName }>()
    .execute()
}

/** @throws {Refusal} `not_found` if it isn't among the folders that the customer sees */
export function folderIn(folders: readonly FolderRow[], id: number): FolderRow {
  const found = folders.find((one) => one.id === id)
  if (found === undefined) throw new Refusal('not_found')
  return found
}

export async function countFolders(db: Db, { siteId, customerId }: Customer): Promise<number> {
  const { count } = await db
    .selectFrom('file_folders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewFolder = Pick<FolderRow, 'folder' | 'parent_id' | 'name' | 'company_id'>

/** @returns undefined when there's a folder of this name */
export async function insertFolder(
  db: Db,
  { siteId, customerId }: Customer,
  folder: NewFolder,
  at: Date,
): Promise<number | undefined> {
  const row = await db
    .insertInto('file_folders')
    .values({ site_id: siteId, customer_id: customerId, created_at: at, ...folder })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Also shares everything in it as told. */
export async function updateFolder(
  db: Db,
  { siteId }: Customer,
  id: number,
  change: Pick<FolderRow, 'parent_id' | 'name' | 'company_id'>,
  inside: readonly number[],
): Promise<void> {
  const { company_id } = change
  await db
    .updateTable('file_folders')
    .set(change)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('file_folders')
    .set({ company_id })
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(inside))
    .execute()
  await db
    .updateTable('files')
    .set({ company_id })
    .where('site_id', '=', siteId)
    .where('folder_id', '=', anyOf([id, ...inside]))
    .execute()
}

/** Whose files are in these folders, also in the trash. */
export async function ownersIn(db: Db, { siteId }: Customer, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('files')
    .select('customer_id')
    .distinct()
    .where('site_id', '=', siteId)
    .where('folder_id', '=', anyOf(ids))
    .where('customer_id', 'is not', null)
    .where('hidden_at', 'is', null)
    .execute()
  return rows.map(({ customer_id }) => customer_id!)
}

/** Their files go to the trash. */
export async function deleteFolders(
  db: Db,
  { siteId }: Customer,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  await db
    .updateTable('files')
    .set(({ fn, val }) => ({ deleted_at: fn.coalesce('deleted_at', val(at)) }))
    .where('site_id', '=', siteId)
    .where('folder_id', '=', anyOf(ids))
    .execute()
  await db.deleteFrom('file_folders').where('site_id', '=', siteId).where('id', '=', anyOf(ids)).execute()
}
