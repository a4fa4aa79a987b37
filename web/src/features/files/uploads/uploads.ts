import { api } from '@laurel/contract/routes'
import { ApiProblem, offlineProblem, readProblem } from '../../../app/api-problem.ts'
import { type AnswerOf, call, freshKey, sendWithProgress } from '../../../app/call.ts'
import { subscribeToSession } from '../../../app/session.ts'
import { hashFile } from './hash-file.ts'
import type { UploadDoor, UploadPart } from './upload-door.ts'
import { makeUploads, type Target } from './upload-engine.ts'

/** A connection that is lost silently never fails. */
const STALLS_AFTER_MS = 60_000
/** The browser sets these itself. */
const ITS_OWN = new Set(['content-length', 'host'])

/** Uploads continue on other screens, and end at sign-out. */
export const uploads = makeUploads({
  hash: hashFile,
  folderOf,
  start: (body, idempotencyKey) => call(api.startUpload, { body, idempotencyKey }).then(begun),
  read: (id) => call(api.getUpload, { params: { id } }).then(begun),
  put,
  complete: async (id, parts, onConflict) => {
    await call(api.completeUpload, { params: { id }, body: { parts, onConflict } })
  },
  abort: async (id) => {
    await call(api.abortUpload, { params: { id } })
  },
  unfinished: async () => (await call(api.listUploads)).map(left),
  isOnline: () => navigator.onLine,
  onOnline: (tell) => {
    addEventListener('online', tell)
    return () => removeEventListener('online', tell)
  },
} satisfies UploadDoor)

subscribeToSession((state) => {
  if (state === 'signed-out') uploads.forget()
})

/** A failure shows nothing: these uploads can still be chosen anew. */
export function readUnfinished(): void {
  uploads.readUnfinished().catch((cause) => console.warn('Unfinished uploads didn’t load', cause))
}

type Begun = AnswerOf<'startUpload'>

const begun = ({ uploadId, parts }: Begun) => ({ id: uploadId, parts })

const left = ({ uploadId, name, bytes, sha256, folder, folderId, parts }: Begun) => ({
  key: freshKey(),
  id: uploadId,
  name,
  bytes,
  sha256,
  target: { folder, folderId, path: [] },
  sentBytes: parts.filter(({ isStored }) => isStored).reduce((sum, part) => sum + part.bytes, 0),
})

const folders = new Map<string, Promise<number>>()

export function addFiles(files: readonly File[], targetOf: (file: File) => Target): void {
  // One of them may have been deleted since.
  folders.clear()
  uploads.add(files, targetOf)
}

/** Creates the folders of a dropped folder, each once. */
async function folderOf({ folder, folderId, path }: Target): Promise<number | null> {
  let parentId = folderId
  for (const name of path) parentId = await folderIn(folder, parentId, name)
  return parentId
}

function folderIn(folder: Target['folder'], parentId: number | null, name: string): Promise<number> {
  const key = `${folder}/${parentId}/${name.toLowerCase()}`
  const under = folders.get(key) ?? findOrCreate(folder, parentId, name)
  folders.set(key, under)
  under.catch(() => folders.delete(key))
  return under
}

async function findOrCreate(folder: Target['folder'], parentId: number | null, name: string) {
  const { subfolders } = await call(api.getFilesOverview)
  const found = subfolders.find(
    (one) =>
      one.folder === folder && one.parentId === parentId && one.name.toLowerCase() === name.toLowerCase(),
  )
  return (found ?? (await call(api.createFileFolder, { body: { folder, parentId, name } }))).id
}

async function put(part: UploadPart, piece: Blob, signal: AbortSignal, onSent: (bytes: number) => void) {
  const stalled = new AbortController()
  const stall = () => setTimeout(() => stalled.abort(), STALLS_AFTER_MS)
  let timer = stall()
  const headers = new Headers(
    Object.entries(part.headers).filter(([name]) => !ITS_OWN.has(name.toLowerCase())),
  )
  try {
    const request = { method: 'PUT', headers, body: piece, signal: AbortSignal.any([signal, stalled.signal]) }
    const response = await sendWithProgress(part.url, request, ({ bytes }) => {
      clearTimeout(timer)
      timer = stall()
      onSent(bytes)
    })
    if (!response.ok) throw await readProblem(response)
    return response.headers.get('etag') ?? ''
  } catch (cause) {
    if (cause instanceof ApiProblem || signal.aborted) throw cause
    throw offlineProblem(cause)
  } finally {
    clearTimeout(timer)
  }
}
