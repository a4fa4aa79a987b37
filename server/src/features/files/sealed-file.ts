import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './file-store.ts'

const NONCE_BYTES = 12

/**
 * Encrypts a file as it's created, without holding it in memory: print files have numbers and PINs, which must
 * not be readable in the file store.
 *
 * @returns the file's part of the key, used with the installation's key, and its length
 */
export async function putSealed(
  files: Pick<FileStore, 'put'>,
  dataSeal: Buffer,
  fileKey: string,
  source: Readable,
): Promise<{ seal: string; bytes: number }> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(dataSeal, fileKey), nonce)
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await Promise.all([pipeline(source, counted, cipher), files.put(fileKey, cipher)])
  return { seal: Buffer.concat([nonce, cipher.getAuthTag()]).toString('base64url'), bytes }
}

/** Decrypts a file as a stream. A changed byte ends it with an error. */
export async function openSealed(
  files: Pick<FileStore, 'open'>,
  dataSeal: Buffer,
  fileKey: string,
  seal: string,
): Promise<Readable> {
  const opened = Buffer.from(seal, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(dataSeal, fileKey), opened.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(opened.subarray(NONCE_BYTES))
  const stored = await files.open(fileKey)
  // The reader gets the error: the pipeline destroys the decipher with it.
  pipeline(stored, decipher).catch(() => {})
  return decipher
}

/** Each file has a key of its own, so that no nonce ever meets the same key twice. */
function keyOf(dataSeal: Buffer, fileKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataSeal, 'laurel', `batch-file:${fileKey}`, 32))
}
