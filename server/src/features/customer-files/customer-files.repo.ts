import type { listFiles } from '@laurel/contract/files'
import {
  type FileFolderName,
  type FileScan,
  type FileType,
  MAX_FILES_AT_ONCE,
  typesOfKind,
} from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import { type ExpressionBuilder, expressionBuilder } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import { anyOf, isAnyContaining } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { isInBook } from '../companies/shared-things.ts'
import { isShown } from '../customers/cards-showing.ts'

export type FileRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
/** A fixed folder, or a folder in it. */
export type Place = { folder: FileFolderName; folder_id: number | null }
type Asked = z.output<typeof listFiles.query>
type FileTables = Database & { file: Database['files'] }

/** The first version of a file. */
function lineOf({ fn }: Pick<ExpressionBuilder<FileTables, 'file'>, 'fn'>) {
  return fn.coalesce('file.line_id', 'file.id')
}

/** All versions of the files that a customer sees. */
function rows(db: Db, actor: Customer) {
  return db
    .selectFrom('files as file')
    .innerJoin('customers as owner', (join) =>
      join.onRef('owner.site_id', '=', 'file.site_id').onRef('owner.id', '=', 'file.customer_id'),
    )
    .leftJoin('customers as adder', (join) =>
      join
        .onRef('adder.site_id', '=', 'file.site_id')
        .on(({ eb, fn }) => eb('adder.id', '=', fn.coalesce('file.added_by', 'file.customer_id'))),
    )
    .leftJoin('csv_card_item_imports as imported', (join) =>
      join.onRef('imported.site_id', '=', 'file.site_id').onRef('imported.id', '=', 'file.import_id'),
    )
    .select(['file.id', 'file.key', 'file.name', 'file.content_type', 'file.bytes', 'file.width'])
    .select(['file.height', 'file.folder', 'file.folder_id', 'file.company_id', 'file.scan'])
    .select(['file.added_by', 'file.created_at', 'file.expires_at', 'file.deleted_at', 'file.replaced_at'])
    .select(['owner.first_name as owner_first_name', 'owner.last_name as owner_last_name'])
    .select(['adder.first_name as adder_first_name', 'adder.last_name as adder_last_name'])
    .select(['imported.id as import_id', 'imported.rows_needing_attention as import_rows_to_check'])
    .select((eb) => [
      eb.ref('file.customer_id').$notNull().as('customer_id'),
      lineOf(eb).as('line_id'),
      versionsOf(eb)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('versions_count'),
    ])
    .where('file.site_id', '=', actor.siteId)
    .where(isInBook('file', actor.customerId, actor.company?.id ?? null))
    .where('file.hidden_at', 'is', null)
    .$narrowType<{ folder: FileFolderName; content_type: FileType; scan: FileScan }>()
}

function versionsOf(eb: ExpressionBuilder<FileTables, 'file'>) {
  return eb
    .selectFrom('files as version')
    .whereRef('version.site_id', '=', 'file.site_id')
    .where(({ eb: of, or }) =>
      or([of('version.id', '=', lineOf(eb)), of('version.line_id', '=', lineOf(eb))]),
    )
}

type Rows = ReturnType<typeof rows>

/** Current versions: in the trash, those that the customer can restore. */
function current(db: Db, actor: Customer, trash: boolean, isAdmin: boolean): Rows {
  const found = rows(db, actor).where('file.replaced_at', 'is', null)
  if (!trash) return found.where('file.deleted_at', 'is', null)
  const deleted = found.where('file.deleted_at', 'is not', null)
  return isAdmin ? deleted : deleted.where('file.customer_id', '=', actor.customerId)
}

export type Filter = Pick<Asked, 'folder' | 'search' | 'kind' | 'trash' | 'sort'> & {
  /** Only files directly in one of these; null for the fixed folder. */
  folders?: readonly number[] | null
  isAdmin: boolean
}

function filtered(db: Db, actor: Customer, filter: Filter): Rows {
  const { folder, folders, search, kind, trash = false, isAdmin } = filter
  let found = current(db, actor, trash, isAdmin)
  if (folder !== undefined) found = found.where('file.folder', '=', folder)
  if (folders === null) found = found.where('file.folder_id', 'is', null)
  else if (folders !== undefined) found = found.where('file.folder_id', '=', anyOf(folders))
  if (kind !== undefined) found = found.where('file.content_type', '=', anyOf(typesOfKind(kind)))
  if (search) found = found.where(({ ref }) => isAnyContaining([ref('file.name')], search))
  return found
}

export async function countFileRows(db: Db, actor: Customer, filter: Filter): Promise<number> {
  const { count } = await filtered(db, actor, filter)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function listFileRows(
  db: Db,
  actor: Customer,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<FileRow[]> {
  const found = filtered(db, actor, filter)
  const sorted =
    filter.sort === 'added'
      ? found.orderBy('file.created_at', 'desc')
      : filter.sort === 'size'
        ? found.orderBy('file.bytes', 'desc')
        : found.orderBy(({ fn }) => fn<string>('lower', ['file.name']))
  return sorted.orderBy('file.id', 'desc').limit(limit).offset(offset).execute()
}

/** Those of the files that the customer sees, as they are now. */
export function listFilesById(db: Db, actor: Customer, ids: readonly number[]): Promise<FileRow[]> {
  return current(db, actor, false, false).where('file.id', '=', anyOf(ids)).orderBy('file.id').execute()
}

/** A fixed folder with all in it, or some folders; one more than fit into an archive. */
export function listFilesIn(
  db: Db,
  actor: Customer,
  folder: FileFolderName,
  folders: readonly number[] | undefined,
): Promise<FileRow[]> {
  const found = current(db, actor, false, false).where('file.folder', '=', folder)
  const inside = folders === undefined ? found : found.where('file.folder_id', '=', anyOf(folders))
  return inside
    .orderBy('file.id')
    .limit(MAX_FILES_AT_ONCE + 1)
    .execute()
}

/** @throws {Refusal} `not_found` for what the customer doesn't see */
export async function readFileRow(db: Db, actor: Customer, id: number): Promise<FileRow> {
  const row = await rows(db, actor).where('file.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** The same, if it's the current version. @throws {Refusal} `not_found` */
export async function readCurrent(db: Db, actor: Customer, id: number): Promise<FileRow> {
  const row = await readFileRow(db, actor, id)
  if (row.replaced_at !== null) throw new Refusal('not_found')
  return row
}

/** The versions of a file, the newest first. */
export function listVersions(db: Db, actor: Customer, { line_id }: Pick<FileRow, 'line_id'>) {
  return rows(db, actor)
    .where((eb) => eb(lineOf(eb), '=', line_id))
    .orderBy('file.id', 'desc')
    .execute()
}

/** Changes all versions of a file. */
export async function updateLine(
  db: Db,
  actor: Customer,
  { line_id }: Pick<FileRow, 'line_id'>,
  change: Partial<Place> & {
    company_id?: number | null
    deleted_at?: Date | null
    expires_at?: Date | null
  },
): Promise<void> {
  await db
    .updateTable('files')
    .set(change)
    .where('site_id', '=', actor.siteId)
    .where(({ eb, or }) => or([eb('id', '=', line_id), eb('line_id', '=', line_id)]))
    .execute()
}

export async function renameFile(db: Db, actor: Customer, id: number, name: string): Promise<void> {
  await db
    .updateTable('files')
    .set({ name })
    .where('site_id', '=', actor.siteId)
    .where('id', '=', id)
    .execute()
}

/** The names in a folder that the customer sees, without those of a file itself. */
export async function namesIn(
  db: Db,
  actor: Customer,
  { folder, folder_id }: Place,
  lineId: number | undefined,
): Promise<Array<{ id: number; name: string }>> {
  return db
    .selectFrom('files as file')
    .select(['file.id', 'file.name'])
    .where('file.site_id', '=', actor.siteId)
    .where(isInBook('file', actor.customerId, actor.company?.id ?? null))
    .where('file.folder', '=', folder)
    .where('file.folder_id', folder_id === null ? 'is' : '=', folder_id)
    .where('file.replaced_at', 'is', null)
    .where('file.deleted_at', 'is', null)
    .$if(lineId !== undefined, (found) => found.where((eb) => eb(lineOf(eb), '<>', lineId!)))
    .execute()
}

/** Removes a file with its versions; those that a card or design shows only from sight. @returns keys to remove */
export async function deleteLine(
  db: Db,
  actor: Customer,
  { line_id }: Pick<FileRow, 'line_id'>,
  at: Date,
): Promise<string[]> {
  const line = expressionBuilder<Database & { f: Database['files'] }, 'f'>()
  const isOfLine = line.and([
    line('f.site_id', '=', actor.siteId),
    line.or([line('f.id', '=', line_id), line('f.line_id', '=', line_id)]),
  ])
  const removed = await db
    .deleteFrom('files as f')
    .where(isOfLine)
    .where(({ not }) => not(isShown()))
    .returning('f.key')
    .execute()
  await db.updateTable('files as f').set({ hidden_at: at }).where(isOfLine).execute()
  return removed.map(({ key }) => key)
}

export async function countByFolder(db: Db, actor: Customer) {
  const rows = await db
    .selectFrom('files as file')
    .select(({ fn }) => ['file.folder', fn.countAll<number>().as('count')])
    .where('file.site_id', '=', actor.siteId)
    .where(isInBook('file', actor.customerId, actor.company?.id ?? null))
    .where('file.replaced_at', 'is', null)
    .where('file.deleted_at', 'is', null)
    .groupBy('file.folder')
    .execute()
  return new Map(rows.map(({ folder, count }) => [folder, Number(count)]))
}
