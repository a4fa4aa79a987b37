import type { Readable } from 'node:stream'

/** Where uploaded bytes lie: a local folder by default, object storage by setting. */
export type FileStore = {
  put(key: string, bytes: Buffer | Readable): Promise<void>
  /** @returns undefined when nothing is kept under the key */
  find(key: string): Promise<Buffer | undefined>
  /** The bytes as they come, however many there are. */
  open(key: string): Promise<Readable>
  /** Nothing under the key is nothing to do. */
  remove(key: string): Promise<void>
}
