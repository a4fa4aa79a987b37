import type { Readable } from 'node:stream'
import type { downloadFiles } from '@laurel/contract/files'
import { FILE_TYPES, freeFileName, MAX_ARCHIVE_BYTES, MAX_FILES_AT_ONCE } from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import { ZipFile } from 'yazl'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Download } from '../../http/serve.ts'
import { type FileRow, listFilesById, listFilesIn } from './customer-files.repo.ts'
import type { FilesKit } from './customer-files.service.ts'
import { type FolderRow, folderIn, listFolders } from './folders.repo.ts'
import { insideOf } from './folders.service.ts'
import { assertReadable } from './versions.service.ts'

type Entry = { path: string; file: FileRow }
type Asked = z.output<typeof downloadFiles.query>

/**
 * Files, or a folder with its folders, as one ZIP. Each file is read when it's its turn.
 *
 * @throws {Refusal} `not_found`; `limit_exceeded`; `file_not_scanned` and `file_infected` of chosen files, which are left
 * out of folders
 */
export async function archiveOf(
  { pool, files }: Pick<FilesKit, 'pool' | 'files'>,
  actor: Customer,
  asked: Asked,
): Promise<Download> {
  if (asked.ids === undefined && asked.folder === undefined && asked.folder_id === undefined) {
    const message = /*i18n*/ 'Choose at least one file.'
    throw new Refusal('validation_failed', {}, [{ field: 'ids', code: 'required', message }])
  }
  const { name, entries } = await inSite(pool, actor.siteId, (db) =>
    asked.ids === undefined ? folderEntries(db, actor, asked) : chosenEntries(db, actor, asked.ids),
  )
  if (entries.length === 0) throw new Refusal('not_found')
  if (entries.length > MAX_FILES_AT_ONCE) {
    throw new Refusal('limit_exceeded', { limit: MAX_FILES_AT_ONCE, of: /*i18n*/ '{limit, number} files' })
  }
  const bytes = entries.reduce((sum, { file }) => sum + file.bytes, 0)
  if (bytes > MAX_ARCHIVE_BYTES) throw new Refusal('limit_exceeded', { limit: '500 MB' })

  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (cause) => stream.destroy(cause))
  for (const { path, file } of entries) {
    // Pictures and workbooks are compressed already.
    const compress = file.content_type.startsWith('text/') || FILE_TYPES[file.content_type].kind === 'pdf'
    zip.addReadStreamLazy(path, { mtime: file.created_at, compress }, (done) => {
      files.open(file.key).then(
        (opened) => done(null, opened),
        (cause: unknown) => stream.destroy(cause as Error),
      )
    })
  }
  zip.end()
  return { stream, contentType: 'application/zip', fileName: `${name}.zip`, isUsers: true }
}

async function chosenEntries(db: Db, actor: Customer, ids: readonly number[]) {
  const files = await listFilesById(db, actor, ids)
  if (files.length < new Set(ids).size) throw new Refusal('not_found')
  for (const file of files) assertReadable(actor, file)
  return { name: 'Files', entries: placed(files.map((file) => ({ path: file.name, file }))) }
}

async function folderEntries(db: Db, actor: Customer, { folder = 'own', folder_id }: Asked) {
  const folders = await listFolders(db, actor)
  const top = folder_id === undefined ? undefined : folderIn(folders, folder_id)
  const inside = top && [top.id, ...insideOf(folders, top.id)]
  const files = await listFilesIn(db, actor, top?.folder ?? folder, inside)
  const entries = files
    .filter((file) => isReadable(actor, file))
    .map((file) => ({ path: pathOf(folders, top, file), file }))
  return { name: top?.name ?? 'Files', entries: placed(entries) }
}

function isReadable(actor: Customer, file: FileRow): boolean {
  try {
    assertReadable(actor, file)
    return true
  } catch {
    return false
  }
}

/** The names of its folders, below the one that is downloaded, and its own. */
function pathOf(folders: readonly FolderRow[], top: FolderRow | undefined, file: FileRow): string {
  const names = [file.name]
  let id = file.folder_id
  while (id !== null && id !== top?.id) {
    const folder = folders.find((one) => one.id === id)
    if (folder === undefined) break
    names.unshift(folder.name)
    id = folder.parent_id
  }
  return names.join('/')
}

/** A colleague's file may have the same name. */
function placed(entries: readonly Entry[]): Entry[] {
  const taken = new Map<string, string[]>()
  return entries.map(({ path, file }) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const names = taken.get(folder) ?? []
    const name = freeFileName(path.slice(folder.length), names)
    taken.set(folder, [...names, name])
    return { path: `${folder}${name}`, file }
  })
}
