import { join } from 'node:path'
import { FileStorage, FileWasNotFound, type StorageAdapter, UnableToReadFile } from '@flystorage/file-storage'
import { LocalStorageAdapter } from '@flystorage/local-fs'
import type { Config } from '../../config.ts'
import { WrongSetting } from '../../wrong-setting.ts'
import type { FileStore } from './file-store.ts'

/**
 * Opens where uploads are kept: the folder `files` of the data folder, or the bucket that `FILES_URL`
 * names.
 *
 * @throws {WrongSetting} when `FILES_URL` cannot be used
 */
export async function makeFileStore({
  dataDir,
  filesUrl,
}: Pick<Config, 'dataDir' | 'filesUrl'>): Promise<FileStore> {
  if (filesUrl === undefined) return onStorage(new LocalStorageAdapter(join(dataDir, 'files')))
  if (!filesUrl.startsWith('s3://')) {
    throw new WrongSetting('FILES_URL is wrong: expects s3://bucket/folder?region=us-east-1')
  }
  // Loaded only if needed: the S3 client is larger than the whole server.
  const { openBucket } = await import('./s3-storage.ts').catch((cause: unknown) => {
    const missing = (cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
    if (missing) throw new WrongSetting('FILES_URL needs the package @aws-sdk/client-s3, which is not here')
    throw cause
  })
  const { storage, direct } = openBucket('FILES_URL', filesUrl)
  return { ...onStorage(storage), direct: await direct(pathOf) }
}

/** Looking for the type of a stream that fails would never end. */
export const WITHOUT_LOOKING = { mimeType: 'application/octet-stream' }

function onStorage(opened: StorageAdapter): FileStore {
  const storage = new FileStorage(opened)
  return {
    put: (key, bytes) => storage.write(pathOf(key), bytes, WITHOUT_LOOKING),
    find: (key) =>
      storage.readToBuffer(pathOf(key)).catch((cause: unknown) => {
        if (isAbsent(cause)) return undefined
        throw cause
      }),
    open: (key) => storage.read(pathOf(key)),
    remove: (key) => storage.deleteFile(pathOf(key)),
    async *list() {
      try {
        for await (const { path, type } of storage.list('', { deep: true })) {
          if (type === 'file') yield path.slice(path.lastIndexOf('/') + 1)
        }
      } catch (cause) {
        // The folder is made with the first file.
        if (!hasNoFolder(cause)) throw cause
      }
    },
    changedAt: async (key) => new Date(await storage.lastModified(pathOf(key))),
  }
}

/** Two letters of the key as a folder: a folder of a million files is slow. */
function pathOf(key: string): string {
  return `${key.slice(0, 2)}/${key}`
}

export function isAbsent(cause: unknown): boolean {
  return cause instanceof FileWasNotFound || (cause instanceof UnableToReadFile && cause.wasFileNotFound)
}

function hasNoFolder(cause: unknown): boolean {
  const inner = cause instanceof Error ? cause.cause : undefined
  return inner instanceof Error && 'code' in inner && inner.code === 'ENOENT'
}
