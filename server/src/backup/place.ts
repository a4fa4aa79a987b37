import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStorage } from '@flystorage/file-storage'
import { WITHOUT_LOOKING } from '../features/files/local-file-store.ts'
import { openBucket } from '../features/files/s3-storage.ts'
import { BackupRefused, NoSuchBackup } from './backup-refused.ts'

/** Where backups are kept. */
export type BackupPlace = {
  /** Writes a whole archive, or nothing. @returns its size in bytes */
  write(name: string, archive: AsyncIterable<Buffer>): Promise<number>
  /** The names of the backups, oldest first. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
  /** The address to pass to `npm run restore`. */
  addressOf(name: string): string
}

/** The name of a backup. Other files in the place are never removed. */
const NAME = /^laurel-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.laurel$/

/** The end of the name of one that is being written. */
const PART = '.part'
const LEFT_AFTER_MS = 3_600_000

export function backupName(at: Date): string {
  return `laurel-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.laurel`
}

/** @param address a folder, or `s3://bucket/folder?region=us-east-1` */
export function openPlace(address: string): BackupPlace {
  return address.startsWith('s3://') ? bucket(address) : folder(resolve(address))
}

function folder(path: string): BackupPlace {
  return {
    async write(name, archive) {
      await mkdir(path, { recursive: true, mode: 0o700 })
      await removeLeftovers(path)
      return writeFile(join(path, name), archive)
    },
    async list() {
      return (await readdir(path)).filter((name) => NAME.test(name)).sort()
    },
    remove: (name) => rm(join(path, name)),
    addressOf: (name) => join(path, name),
  }
}

/** Removes partial backups that nothing has written to for an hour: their process was killed. */
async function removeLeftovers(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    if (!name.endsWith(PART) || !NAME.test(name.slice(0, -PART.length))) continue
    const part = join(path, name)
    const writtenMs = await stat(part).then(({ mtimeMs }) => mtimeMs, Date.now)
    if (Date.now() - writtenMs > LEFT_AFTER_MS) await rm(part, { force: true })
  }
}

/** Writes to a temporary file first, so that a file of this name is always complete. */
export async function writeFile(file: string, archive: AsyncIterable<Buffer>): Promise<number> {
  const part = `${file}${PART}`
  try {
    await rm(part, { force: true })
    await pipeline(archive, createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }))
    const { size } = await stat(part)
    await rename(part, file)
    await syncFolder(dirname(file))
    return size
  } catch (cause) {
    await rm(part, { force: true }).catch(() => {})
    throw plainly(cause, dirname(file))
  }
}

/** So that the new name survives a power failure too. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

function bucket(address: string): BackupPlace {
  const storage = new FileStorage(openBucket('BACKUP_URL', address).storage)
  return {
    async write(name, archive) {
      let bytes = 0
      let failure: { cause: unknown } | undefined
      async function* counted() {
        try {
          for await (const part of archive) {
            bytes += part.length
            yield part
          }
        } catch (cause) {
          failure = { cause }
          throw cause
        }
      }
      const body = Readable.from(counted())
      try {
        // The object appears with its last part.
        await storage.write(name, body, WITHOUT_LOOKING)
      } catch (cause) {
        throw failure === undefined ? plainlyOf(cause, address) : failure.cause
      } finally {
        body.destroy()
      }
      return bytes
    },
    async list() {
      const names: string[] = []
      try {
        for await (const { path, type } of storage.list('')) if (type === 'file') names.push(path)
      } catch (cause) {
        throw plainlyOf(cause, address)
      }
      return names.filter((name) => NAME.test(name)).sort()
    },
    async remove(name) {
      await storage.deleteFile(name).catch((cause) => {
        throw plainlyOf(cause, address)
      })
    },
    addressOf: (name) => {
      const [before, query] = address.split('?')
      return `${before!.replace(/\/$/, '')}/${name}${query === undefined ? '' : `?${query}`}`
    },
  }
}

/**
 * The bytes of an archive in a file, or at an address in a bucket.
 *
 * @throws {NoSuchBackup}
 */
export async function readBackup(address: string): Promise<Readable> {
  if (address.startsWith('s3://')) {
    const [path = '', query] = address.split('?')
    const end = path.lastIndexOf('/')
    const folder = `${path.slice(0, end)}${query === undefined ? '' : `?${query}`}`
    const storage = new FileStorage(openBucket('The address', folder).storage)
    const body = await storage.read(path.slice(end + 1)).catch((cause) => {
      throw plainlyOf(cause, address)
    })
    return Readable.from(plainlyRead(body, address))
  }
  const handle = await open(address).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') throw new NoSuchBackup(`There’s no file ${address}.`)
    throw cause
  })
  return createReadStream(address, { fd: handle })
}

async function* plainlyRead(body: Readable, address: string) {
  try {
    yield* body
  } catch (cause) {
    throw plainlyOf(cause, address)
  }
}

/** What a bucket's error means, in one sentence. */
function plainlyOf(cause: unknown, address: string): unknown {
  const [path = ''] = address.split('?')
  const bucketName = path.split('/')[2]
  const sentences: [RegExp, string][] = [
    [/^NoSuchBucket$/, `There’s no bucket ${bucketName}. Create it, or correct the address.`],
    [
      /^(InvalidAccessKeyId|SignatureDoesNotMatch)$/,
      `${path} rejected the credentials. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    ],
    [
      /^CredentialsProviderError$/,
      `There are no credentials for ${path}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    ],
    [
      /^AccessDenied$/,
      `${path} doesn’t allow that. Let these credentials list, read, write, and delete objects.`,
    ],
    [/^(PermanentRedirect|AuthorizationHeaderMalformed)$/, `${path} is in another region. Add it: ?region=…`],
    [
      /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/,
      `${path} can’t be reached. Check the address.`,
    ],
    [/^(ECONNRESET|EPIPE|ETIMEDOUT|TimeoutError)$/, `The connection to ${path} was lost. Try again.`],
  ]
  for (let at = cause; at instanceof Error; at = at.cause) {
    const { name, code = '' } = at as NodeJS.ErrnoException
    if (name === 'NoSuchKey') return new NoSuchBackup(`There’s no file ${path}.`, { cause })
    const [, sentence] = sentences.find(([kind]) => kind.test(name) || kind.test(code)) ?? []
    if (sentence !== undefined) return new BackupRefused(sentence, { cause })
  }
  return cause
}

/** A full disk in one sentence, whichever layer reports it. Nothing of the archive is left. */
export function plainly(cause: unknown, path: string): unknown {
  if (cause instanceof BackupRefused) return cause
  for (let at = cause; isReason(at); at = at.cause) {
    const { code, name, errno, message = '' } = at
    if (code === 'ENOSPC' || code === 'EDQUOT' || isFullInPGlite(name, errno) || /^ENOSPC/.test(message)) {
      return new BackupRefused(`The disk of ${path} is full. Free up space, or use another one.`, { cause })
    }
    if (code === DISK_FULL)
      return new BackupRefused('The disk of the database is full. Free up space.', { cause })
    if (code === 'EACCES' || code === 'EROFS')
      return new BackupRefused(`${path} can’t be written.`, { cause })
  }
  return cause
}

/** PostgreSQL's own. */
const DISK_FULL = '53100'

type Reason = { code?: string; name?: string; errno?: number; message?: string; cause?: unknown }

function isReason(cause: unknown): cause is Reason {
  return typeof cause === 'object' && cause !== null
}

/** Its file system throws numbers of its own. */
function isFullInPGlite(name: string | undefined, errno: number | undefined): boolean {
  return name === 'ErrnoError' && errno === 51
}
