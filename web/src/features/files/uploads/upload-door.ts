import type { OnConflict, Target } from './upload-engine.ts'

export type UploadPart = {
  number: number
  url: string
  headers: Record<string, string>
  bytes: number
  isStored: boolean
  etag: string | null
}
export type UploadedParts = { id: number; parts: readonly UploadPart[] }

/** What uploads need of the server and the browser. */
export type UploadDoor = {
  hash: (file: File, signal?: AbortSignal) => Promise<string>
  folderOf: (target: Target) => Promise<number | null>
  start: (
    file: {
      name: string
      bytes: number
      contentType: string
      sha256: string
      folder: Target['folder']
      folderId: number | null
      onConflict: OnConflict
    },
    idempotencyKey: string,
  ) => Promise<UploadedParts>
  read: (id: number) => Promise<UploadedParts>
  put: (
    part: UploadPart,
    piece: Blob,
    signal: AbortSignal,
    onSent: (bytes: number) => void,
  ) => Promise<string>
  complete: (id: number, parts: { number: number; etag: string }[], onConflict: OnConflict) => Promise<void>
  abort: (id: number) => Promise<void>
  unfinished: () => Promise<
    {
      key: string
      id: number
      name: string
      bytes: number
      sha256: string
      target: Target
      sentBytes: number
    }[]
  >
  isOnline: () => boolean
  onOnline: (tell: () => void) => () => void
}
