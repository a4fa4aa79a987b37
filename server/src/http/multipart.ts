import { isUtf8 } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { Refusal } from '@laurel/domain/refusal'
import type { FastifyRequest } from 'fastify'
import type { FileStore } from '../features/files/file-store.ts'
import { givenTwice } from './form-values.ts'

export type UploadedFile = { name: string; bytes: Buffer; sha256: string }

/** A file streamed to the store; the handler calls `keep` so that it stays there. */
export type StoredUpload = {
  name: string
  sha256: string
  key: string
  bytes: number
  /** The first bytes of the file, enough to detect its format. */
  head: Buffer
  isUtf8: boolean
  keep(): void
}

/** The largest file that can be streamed. */
const MAX_STREAMED_BYTES = 500_000_000
const HEAD_BYTES = 256 * 1024

/** The largest file read into memory; endpoints can be stricter. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024

const LIMITS = { files: 1, fields: 40, fieldSize: 4_000_000, fileSize: MAX_UPLOAD_BYTES }

/**
 * Reads a multipart body: its text fields, and at most one file part named `file`.
 *
 * @throws {Refusal} `validation_failed` for malformed multipart
 * @throws `file_too_large` (by its framework code) past {@link MAX_UPLOAD_BYTES}
 */
export async function readMultipart(request: FastifyRequest) {
  return wellFormed(() => readParts(request))
}

/**
 * Like {@link readMultipart}, for a file of up to 500 MB: it's streamed to the store, and only its first bytes
 * are in memory.
 *
 * @param stored gets the file's key before its first byte, so that it's removed in any case
 * @throws {Refusal} `file_too_large`, `validation_failed`
 */
export async function storeMultipart(
  request: FastifyRequest,
  files: FileStore,
  stored: (key: string) => void,
) {
  return wellFormed(async () => {
    const fields: Record<string, string> = Object.create(null)
    let file: Omit<StoredUpload, 'keep'> | undefined
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: MAX_STREAMED_BYTES } })) {
      if (part.type === 'file') file = await storePart(part, files, stored)
      else takeField(fields, part.fieldname, part.value)
    }
    return { fields, file }
  })
}

async function storePart(
  part: MultipartFile,
  files: FileStore,
  stored: (key: string) => void,
): Promise<Omit<StoredUpload, 'keep'>> {
  const key = randomBytes(24).toString('base64url')
  stored(key)
  const seen = new Seen()
  await files.put(key, Readable.from(seen.pass(part.file), { objectMode: false })).catch((cause: unknown) => {
    // The store couldn't read because the body is malformed.
    throw part.file.errored ?? cause
  })
  if (part.file.truncated) throw new Refusal('file_too_large', { limit: '500 MB' })
  return { key, name: (part.filename ?? '').slice(-120), ...seen.told() }
}

/** What is learned about a file while it streams. */
class Seen {
  readonly #hash = createHash('sha256')
  readonly #head: Buffer[] = []
  #headBytes = 0
  #bytes = 0
  #isUtf8 = true
  /** The bytes of a character that the next chunk completes. */
  #open: Buffer = Buffer.alloc(0)

  async *pass(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      this.#bytes += chunk.length
      this.#hash.update(chunk)
      if (this.#headBytes < HEAD_BYTES) {
        this.#head.push(chunk)
        this.#headBytes += chunk.length
      }
      if (this.#isUtf8) this.#look(chunk)
      yield chunk
    }
  }

  told() {
    return {
      bytes: this.#bytes,
      sha256: this.#hash.digest('base64url'),
      head: Buffer.concat(this.#head).subarray(0, HEAD_BYTES),
      isUtf8: this.#isUtf8 && this.#open.length === 0,
    }
  }

  #look(chunk: Buffer) {
    const bytes = this.#open.length === 0 ? chunk : Buffer.concat([this.#open, chunk])
    const end = bytes.length - openBytes(bytes)
    this.#isUtf8 = isUtf8(bytes.subarray(0, end))
    this.#open = Buffer.from(bytes.subarray(end))
  }
}

/** How many bytes at the end belong to an incomplete UTF-8 character. */
function openBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? back : 0
    }
  }
  return 0
}

async function wellFormed<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    // The framework's own refusals have a code; a bare error from the parser means a malformed body.
    if (cause instanceof Refusal || (cause as { code?: string }).code !== undefined) throw cause
    throw new Refusal('validation_failed')
  }
}

async function readParts(request: FastifyRequest) {
  const fields: Record<string, string> = Object.create(null)
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      const sha256 = createHash('sha256').update(bytes).digest('base64url')
      file = { name: (part.filename ?? '').slice(-120), bytes, sha256 }
    } else {
      takeField(fields, part.fieldname, part.value)
    }
  }
  return { fields, file }
}

function takeField(fields: Record<string, string>, name: string, value: unknown) {
  if (name in fields) throw givenTwice(name)
  fields[name] = String(value)
}
