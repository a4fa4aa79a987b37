import type { Readable } from 'node:stream'

/** Storage for uploads: a local folder by default, object storage by setting. */
export type FileStore = {
  put(key: string, bytes: Buffer | Readable): Promise<void>
  /** @returns undefined if the key doesn't exist */
  find(key: string): Promise<Buffer | undefined>
  /** The bytes as they come, however many there are. */
  open(key: string): Promise<Readable>
  /** A missing key is ignored. */
  remove(key: string): Promise<void>
  /** Every key, in no order. */
  list(): AsyncIterable<string>
  /** When a key was last written. */
  changedAt(key: string): Promise<Date>
  /** Uploads from browsers to the storage itself; undefined for a folder. */
  direct?: DirectStorage
}

export type UploadPart = { number: number; etag: string; bytes: number }

/** Object storage that browsers reach, at addresses that we sign. */
export type DirectStorage = {
  /** Where it is, for the pages' Content-Security-Policy. */
  origin: string
  /**
   * Whether browsers may send parts from a page of this origin, by the storage's CORS rule.
   *
   * @param again asks the storage now, whatever it answered before
   */
  isOpenTo(origin: string, again?: boolean): Promise<boolean>
  /** @returns what the storage calls the upload */
  startUpload(key: string, contentType: string): Promise<string>
  /** An address that takes exactly these bytes by `PUT`, as this part. */
  partUrl(key: string, upload: string, part: { number: number; bytes: number }, forS: number): Promise<string>
  /** @returns undefined if there's no such upload, or not any more */
  listParts(key: string, upload: string): Promise<UploadPart[] | undefined>
  /**
   * Puts the parts together under the key; again after a lost answer, too.
   *
   * @returns the size of the whole; undefined if there's neither the upload nor what it became
   */
  completeUpload(key: string, upload: string, parts: readonly UploadPart[]): Promise<number | undefined>
  /** @returns undefined if there's no such file */
  sizeOf(key: string): Promise<number | undefined>
  /** An upload that doesn't exist is ignored. */
  abortUpload(key: string, upload: string): Promise<void>
  /** An address that downloads the file, for a minute. */
  downloadUrl(key: string, file: { disposition: string; contentType: string }): Promise<string>
}
