import type { createFileFolder, FileFolder, patchFileFolder } from '@laurel/contract/files'
import {
  type FileFolderName,
  isFileName,
  MAX_FILE_FOLDERS,
  MAX_FOLDER_DEPTH,
  MAX_FOLDER_NAME,
  tidyFileName,
} from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { assertMayChange, lockToOrder, sharedWire } from '../companies/shared-things.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import {
  countFolders,
  deleteFolders,
  type FolderRow,
  folderIn,
  insertFolder,
  listFolders,
  ownersIn,
  updateFolder,
} from './folders.repo.ts'

type FolderWire = z.input<typeof FileFolder>
type FolderKit = Pick<Kit, 'pool' | 'now'>

/**
 * @throws {Refusal} `not_found`; `not_allowed` to share it, or in a folder that a colleague shares; `limit_exceeded`;
 * `validation_failed` for a name that is taken
 */
export function makeFolder(
  { pool, now }: FolderKit,
  actor: Customer,
  { folder, parent_id, name, is_shared = false }: z.output<typeof createFileFolder.body>,
): Promise<FolderWire> {
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const folders = await listFolders(db, actor)
    const parent = parent_id === null ? undefined : parentIn(folders, parent_id, folder)
    const isShared = parent === undefined ? is_shared : parent.company_id !== null
    const company_id = isShared ? await lockToOrder(db, actor) : null
    if ((await countFolders(db, actor)) >= MAX_FILE_FOLDERS) {
      throw new Refusal('limit_exceeded', { limit: MAX_FILE_FOLDERS, of: /*i18n*/ '{limit, number} folders' })
    }
    if (parent !== undefined) assertDepth(depthOf(folders, parent) + 1)
    const id = await insertFolder(db, actor, { folder, parent_id, name: folderName(name), company_id }, now())
    if (id === undefined) throw nameTaken()
    return folderWire(actor, folderIn(await listFolders(db, actor), id))
  })
}

/**
 * Renames, moves, or shares a folder, or stops sharing it. What is in it is shared the same way.
 *
 * @throws {Refusal} `not_found`; `not_allowed` for a colleague's, to share it, or to stop sharing what colleagues added;
 * `limit_exceeded`; `validation_failed` for a name that is taken, or a folder that is moved into itself
 */
export function changeFolder(
  { pool }: FolderKit,
  actor: Customer,
  id: number,
  change: z.output<typeof patchFileFolder.body>,
): Promise<FolderWire> {
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const folders = await listFolders(db, actor)
    const folder = folderIn(folders, id)
    await assertMayChange(db, actor, folder)
    const inside = insideOf(folders, id)
    const parent_id = change.parent_id === undefined ? folder.parent_id : change.parent_id
    const parent = parent_id === null ? undefined : parentIn(folders, parent_id, folder.folder)
    if (parent !== undefined && [id, ...inside].includes(parent.id)) {
      const message = /*i18n*/ 'A folder can’t be moved into itself.'
      throw new Refusal('validation_failed', {}, [{ field: 'parentId', code: 'inside_itself', message }])
    }
    if (parent !== undefined) {
      const height = Math.max(...[id, ...inside].map((one) => depthOf(folders, folderIn(folders, one))))
      assertDepth(depthOf(folders, parent) + height - depthOf(folders, folder) + 1)
    }
    const wasShared = folder.company_id !== null
    const isShared = parent === undefined ? (change.is_shared ?? wasShared) : parent.company_id !== null
    const company_id = isShared ? (folder.company_id ?? (await lockToOrder(db, actor))) : null
    if (wasShared && !isShared) await assertAllOf(db, actor, folder, folders, inside, parent)
    const name = change.name === undefined ? folder.name : folderName(change.name)
    const isTaken = folders.some(
      (one) =>
        one.id !== id &&
        one.folder === folder.folder &&
        one.parent_id === parent_id &&
        one.name.toLowerCase() === name.toLowerCase(),
    )
    if (isTaken) throw nameTaken()
    await updateFolder(db, actor, id, { parent_id, name, company_id }, inside)
    return folderWire(actor, { ...folder, parent_id, name, company_id })
  })
}

/** @throws {Refusal} `not_found`; `not_allowed` for a colleague's, or for one with files of colleagues */
export function removeFolder({ pool, now }: FolderKit, actor: Customer, id: number): Promise<void> {
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const folders = await listFolders(db, actor)
    const folder = folderIn(folders, id)
    const inside = insideOf(folders, id)
    await assertMayChange(db, actor, folder)
    for (const customer_id of await peopleIn(db, actor, folders, [id, ...inside])) {
      await assertMayChange(db, actor, { customer_id, company_id: folder.company_id })
    }
    await deleteFolders(db, actor, [id, ...inside], now())
  })
}

/** The folders in a folder, at any depth. */
export function insideOf(folders: readonly FolderRow[], id: number): number[] {
  const own = folders.filter(({ parent_id }) => parent_id === id)
  return own.flatMap((one) => [one.id, ...insideOf(folders, one.id)])
}

/** What is private in a folder belongs to one person: colleagues would lose what they added. */
async function assertAllOf(
  db: Db,
  actor: Customer,
  folder: FolderRow,
  folders: readonly FolderRow[],
  inside: readonly number[],
  parent: FolderRow | undefined,
): Promise<void> {
  const people = await peopleIn(db, actor, folders, [folder.id, ...inside])
  const owner = parent?.customer_id ?? folder.customer_id
  if ([...people].some((one) => one !== owner)) throw new Refusal('not_allowed')
}

async function peopleIn(db: Db, actor: Customer, folders: readonly FolderRow[], ids: readonly number[]) {
  const owners = ids.map((id) => folderIn(folders, id).customer_id)
  return new Set([...owners, ...(await ownersIn(db, actor, ids))])
}

/** @throws {Refusal} `not_found` also for one in another fixed folder */
function parentIn(folders: readonly FolderRow[], id: number, folder: FileFolderName): FolderRow {
  const parent = folderIn(folders, id)
  if (parent.folder !== folder) throw new Refusal('not_found')
  return parent
}

/** 1 for a folder directly in a fixed folder. */
function depthOf(folders: readonly FolderRow[], { parent_id }: FolderRow): number {
  const parent = folders.find(({ id }) => id === parent_id)
  return parent === undefined ? 1 : depthOf(folders, parent) + 1
}

function assertDepth(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH) {
    throw new Refusal('limit_exceeded', { limit: MAX_FOLDER_DEPTH, of: /*i18n*/ '{limit, number} levels' })
  }
}

/** @throws {Refusal} `validation_failed` */
function folderName(given: string): string {
  const name = tidyFileName(given)
  if (!isFileName(name, MAX_FOLDER_NAME)) throw unsuitable()
  return name
}

export function unsuitable(): Refusal {
  const message = /*i18n*/ 'Choose another name, without \\ / : * ? " < > |'
  return new Refusal('validation_failed', {}, [{ field: 'name', code: 'invalid', message }])
}

function nameTaken(): Refusal {
  const message = /*i18n*/ 'There’s already a folder with this name.'
  return new Refusal('validation_failed', {}, [{ field: 'name', code: 'taken', message }])
}

export function folderWire(actor: Customer, row: FolderRow): FolderWire {
  return { ...row, files_count: Number(row.files_count), shared: sharedWire(actor, row) }
}
