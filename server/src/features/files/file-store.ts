/** Where uploaded bytes lie: a local folder by default, object storage by setting. */
export type FileStore = {
  put(key: string, bytes: Buffer): Promise<void>
  /** @returns undefined when nothing is kept under the key */
  find(key: string): Promise<Buffer | undefined>
  /** A key that names nothing is removed already. */
  remove(key: string): Promise<void>
}
