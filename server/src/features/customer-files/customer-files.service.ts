import type {
  changeFiles,
  File,
  FileVersion,
  getFilesOverview,
  listFiles,
  patchFile,
} from '@laurel/contract/files'
import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import {
  FILE_FOLDERS,
  FILE_TYPES,
  freeFileName,
  isFileName,
  MAX_FILES,
  MAX_FILES_BYTES,
  renamedFile,
} from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { pageOfResults, windowOf } from '../../http/page-links.ts'
import type { Kit } from '../../kit.ts'
import { assertMayChange, lockToOrder, sharedWire } from '../companies/shared-things.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import { readUsage } from '../files/files.repo.ts'
import {
  countByFolder,
  countFileRows,
  deleteLine,
  type FileRow,
  type Filter,
  listFileRows,
  listVersions,
  namesIn,
  type Place,
  readCurrent,
  readFileRow,
  renameFile,
  updateLine,
} from './customer-files.repo.ts'
import { expiryIn } from './file-expiry.ts'
import { usesOf } from './file-uses.repo.ts'
import { type FolderRow, folderIn, listFolders } from './folders.repo.ts'
import { folderWire, insideOf, unsuitable } from './folders.service.ts'

type FileWire = z.input<typeof File>
export type FilesKit = Pick<Kit, 'pool' | 'files' | 'now' | 'scan'>

/** @throws {Refusal} `not_found` for a folder that the customer doesn't see */
export function filesPage(
  { pool }: Pick<FilesKit, 'pool'>,
  actor: Customer,
  asked: z.output<typeof listFiles.query>,
) {
  const { page: _, page_size: __, ...filters } = asked
  return inSite(pool, actor.siteId, async (db) => {
    const filter: Filter = { ...filters, isAdmin: isAdmin(actor), ...(await foldersAsked(db, actor, asked)) }
    const count = await countFileRows(db, actor, filter)
    const rows = await listFileRows(db, actor, filter, windowOf(asked))
    return pageOfResults(api.listFiles.path, filters, asked, count, await wires(db, actor, rows))
  })
}

/** A search looks into the folders of a folder, too. */
async function foldersAsked(
  db: Db,
  actor: Customer,
  { folder, folder_id, search, kind, trash }: z.output<typeof listFiles.query>,
): Promise<Pick<Filter, 'folders'>> {
  if (folder_id === undefined) {
    const isOne = folder !== undefined && !search && kind === undefined && !trash
    return isOne ? { folders: null } : {}
  }
  const folders = await listFolders(db, actor)
  const { id } = folderIn(folders, folder_id)
  return { folders: search ? [id, ...insideOf(folders, id)] : [id] }
}

export function filesOverview(
  { pool, scan }: Pick<FilesKit, 'pool' | 'scan'>,
  actor: Customer,
): Promise<z.input<typeof getFilesOverview.response>> {
  return inSite(pool, actor.siteId, async (db) => {
    const counts = await countByFolder(db, actor)
    const subfolders = await listFolders(db, actor)
    const trash = { trash: true, isAdmin: isAdmin(actor), sort: 'name' } as const
    const usage = await readUsage(db, actor)
    return {
      folders: FILE_FOLDERS.map((folder) => ({ folder, count: counts.get(folder) ?? 0 })),
      subfolders: subfolders.map((row) => folderWire(actor, row)),
      trash_count: await countFileRows(db, actor, trash),
      used_bytes: usage.bytes,
      used_files: usage.files,
      max_bytes: MAX_FILES_BYTES,
      max_files: MAX_FILES,
      is_scanning: scan !== undefined,
    }
  })
}

/** @throws {Refusal} `not_found` */
export function oneFile({ pool }: Pick<FilesKit, 'pool'>, actor: Customer, id: number) {
  return inSite(pool, actor.siteId, async (db) => {
    const row = await readFileRow(db, actor, id)
    const versions = await listVersions(db, actor, row)
    const current = versions.find(({ replaced_at }) => replaced_at === null) ?? row
    return { ...(await wireOf(db, actor, current)), versions: versions.map(versionWire) }
  })
}

/**
 * Renames a file, moves it, shares it with the company, or stops sharing it.
 *
 * @throws {Refusal} `not_found`; `not_allowed` for a colleague's, or to share it; `file_name_taken`
 */
export function changeFile(
  kit: FilesKit,
  actor: Customer,
  id: number,
  change: z.output<typeof patchFile.body>,
): Promise<FileWire> {
  return inSite(kit.pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const file = await readCurrent(db, actor, id)
    if (file.deleted_at !== null) throw new Refusal('not_found')
    await assertMayChange(db, actor, file)
    const name = change.name === undefined ? file.name : renamed(change.name, file)
    const place = placeAsked(file, change)
    const target = await targetOf(db, actor, place)
    const isShared = change.is_shared ?? file.company_id !== null
    const company_id = await sharingIn(db, actor, file, target, isShared)
    await assertFree(db, actor, place, file, name)
    if (name !== file.name) await renameFile(db, actor, id, name)
    const moved = await moveTo(kit, db, actor, file, place, company_id)
    // As it is now: an admin no longer sees what they stopped sharing.
    return wireOf(db, actor, { ...file, ...moved, name })
  })
}

/** Without a folder of its own, a fixed folder is asked for itself. */
function placeAsked(file: FileRow, { folder, folder_id }: Partial<Place>): Place {
  if (folder === undefined && folder_id === undefined) return file
  return { folder: folder ?? file.folder, folder_id: folder_id ?? null }
}

function renamed(given: string, { content_type }: FileRow): string {
  const name = renamedFile(given, content_type)
  if (!isFileName(name)) throw unsuitable()
  return name
}

/** @throws {Refusal} `not_found` */
export async function targetOf(
  db: Db,
  actor: Customer,
  { folder, folder_id }: Place,
): Promise<FolderRow | undefined> {
  if (folder_id === null) return undefined
  const target = folderIn(await listFolders(db, actor), folder_id)
  if (target.folder !== folder) throw new Refusal('not_found')
  return target
}

/**
 * The company that a file is shared with in a folder: the folder's, or, in a fixed folder, the file's own choice.
 *
 * @throws {Refusal} `not_allowed` to share it, or in a private folder of someone else
 */
export async function sharingIn(
  db: Db,
  actor: Customer,
  file: Pick<FileRow, 'customer_id' | 'company_id'>,
  target: FolderRow | undefined,
  isShared: boolean,
): Promise<number | null> {
  const willBeShared = target === undefined ? isShared : target.company_id !== null
  if (willBeShared) return file.company_id ?? (await lockToOrder(db, actor))
  if (target !== undefined && target.customer_id !== file.customer_id) throw new Refusal('not_allowed')
  return null
}

async function assertFree(db: Db, actor: Customer, place: Place, file: FileRow, name: string): Promise<void> {
  const isSame = name === file.name && place.folder === file.folder && place.folder_id === file.folder_id
  if (isSame) return
  const names = await namesIn(db, actor, place, file.line_id)
  if (names.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
    throw new Refusal('file_name_taken', { name })
  }
}

async function moveTo(
  { now }: Pick<FilesKit, 'now'>,
  db: Db,
  actor: Customer,
  file: FileRow,
  { folder, folder_id }: Place,
  company_id: number | null,
) {
  const expires_at = folder === file.folder ? file.expires_at : await expiryIn(db, actor, folder, now())
  const moved = { folder, folder_id, company_id, expires_at }
  await updateLine(db, actor, file, moved)
  return moved
}

type Change = z.output<typeof changeFiles.body>
type ChangeOne = (db: Db, file: FileRow) => Promise<string[] | undefined>

/** How many files are changed in one transaction. */
const STEP = 50

/**
 * Moves files, or moves them to the trash, restores, or deletes them. Each is changed alone.
 *
 * @throws {Refusal} `not_found` for a folder that the customer doesn't see
 */
export async function changeMany(
  kit: FilesKit,
  actor: Customer,
  { action, ids, folder, folder_id = null }: Change,
): Promise<z.input<typeof changeFiles.response>> {
  if (action === 'move' && folder === undefined) {
    const message = /*i18n*/ 'Choose a folder.'
    throw new Refusal('validation_failed', {}, [{ field: 'folder', code: 'required', message }])
  }
  const changes: Record<Change['action'], ChangeOne> = {
    move: (db, file) => moveOne(kit, db, actor, file, { folder: folder!, folder_id }),
    trash: (db, file) => trashOne(kit, db, actor, file),
    restore: (db, file) => restoreOne(db, actor, file),
    delete: (db, file) => deleteOne(kit, db, actor, file),
  }
  const all = [...new Set(ids)]
  const refused: Array<{ id: number; code: string }> = []
  for (let from = 0; from < all.length; from += STEP) {
    const keys = await inSite(kit.pool, actor.siteId, async (db) => {
      await lockCustomerRow(db, actor)
      if (action === 'move') await targetOf(db, actor, { folder: folder!, folder_id })
      const removed: string[] = []
      for (const id of all.slice(from, from + STEP)) {
        try {
          removed.push(...((await changes[action](db, await readToChange(db, actor, id))) ?? []))
        } catch (cause) {
          if (!(cause instanceof Refusal)) throw cause
          refused.push({ id, code: cause.code })
        }
      }
      return removed
    })
    // After the rows: a crash here leaves unreferenced files, never references without files.
    for (const key of keys) await kit.files.remove(key)
  }
  return { done: all.length - refused.length, refused }
}

/** @throws {Refusal} `not_found`; `not_allowed` for what a colleague shared, except for admins */
export async function readToChange(db: Db, actor: Customer, id: number): Promise<FileRow> {
  const file = await readCurrent(db, actor, id)
  await assertMayChange(db, actor, file)
  return file
}

async function moveOne(
  kit: FilesKit,
  db: Db,
  actor: Customer,
  file: FileRow,
  place: Place,
): Promise<undefined> {
  if (file.deleted_at !== null) throw new Refusal('not_found')
  const target = await targetOf(db, actor, place)
  const company_id = await sharingIn(db, actor, file, target, file.company_id !== null)
  await assertFree(db, actor, place, file, file.name)
  await moveTo(kit, db, actor, file, place, company_id)
}

async function trashOne({ now }: FilesKit, db: Db, actor: Customer, file: FileRow): Promise<undefined> {
  if (file.deleted_at === null) await updateLine(db, actor, file, { deleted_at: now() })
}

/** Puts a file where it was, or into its fixed folder if its folder is gone. */
async function restoreOne(db: Db, actor: Customer, file: FileRow): Promise<undefined> {
  if (file.deleted_at === null) return
  const folders = await listFolders(db, actor)
  const isThere = folders.some(({ id }) => id === file.folder_id)
  const place = { folder: file.folder, folder_id: isThere ? file.folder_id : null }
  const names = await namesIn(db, actor, place, file.line_id)
  const name = freeFileName(
    file.name,
    names.map((one) => one.name),
  )
  if (name !== file.name) await renameFile(db, actor, file.id, name)
  await updateLine(db, actor, file, { ...place, deleted_at: null })
}

async function deleteOne({ now }: FilesKit, db: Db, actor: Customer, file: FileRow): Promise<string[]> {
  if (file.deleted_at === null) throw new Refusal('not_found')
  return deleteLine(db, actor, file, now())
}

function isAdmin({ company }: Customer): boolean {
  return company !== undefined && mayInCompany(company, 'people.manage')
}

export async function wireOf(db: Db, actor: Customer, row: FileRow): Promise<FileWire> {
  const [wire] = await wires(db, actor, [row])
  return wire!
}

async function wires(db: Db, actor: Customer, rows: readonly FileRow[]): Promise<FileWire[]> {
  const uses = await usesOf(
    db,
    actor,
    rows.map(({ line_id }) => line_id),
  )
  return rows.map((row) => fileWire(actor, row, uses.get(row.line_id) ?? { used_by: [], used_by_count: 0 }))
}

function fileWire(
  actor: Customer,
  row: FileRow,
  uses: Pick<FileWire, 'used_by' | 'used_by_count'>,
): FileWire {
  const { kind } = FILE_TYPES[row.content_type]
  const isPicture = kind === 'picture' && row.scan !== 'infected'
  return {
    ...row,
    ...uses,
    kind,
    key: isPicture ? row.key : null,
    preview_url: isPicture ? `/api/v1/files/${row.key}/` : null,
    shared: sharedWire(actor, row),
    added_by: adderOf(row),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    versions_count: Number(row.versions_count),
    import:
      row.import_id === null
        ? null
        : { id: row.import_id, has_errors_file: (row.import_rows_to_check ?? 0) > 0 },
  }
}

function adderOf({ adder_first_name, adder_last_name }: FileRow) {
  return adder_first_name === null ? null : { first: adder_first_name, last: adder_last_name ?? '' }
}

function versionWire(row: FileRow): z.input<typeof FileVersion> {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    added_by: adderOf(row),
    is_current: row.replaced_at === null,
  }
}
