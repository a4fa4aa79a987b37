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
}
