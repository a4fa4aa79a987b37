import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { BackupRefused } from './backup-refused.ts'

const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const KEY_BYTES = 32
const CHECK_BYTES = 16
/** 128 MB and about half a second for each guess of a passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1 }
const MAX_COST = 2 ** 20

/** How a passphrase becomes the key of one archive. Each archive has its own salt, so no two keys are the same. */
export type KeyRecipe = { name: 'scrypt'; N: number; r: number; p: number; salt: string; check: string }

export async function makeKey(passphrase: string): Promise<{ key: Buffer; recipe: KeyRecipe }> {
  const salt = randomBytes(16)
  const { key, check } = await derive(passphrase, salt, COST)
  return { key, recipe: { name: 'scrypt', ...COST, salt: salt.toString('base64url'), check } }
}

/** @throws {BackupRefused} for a wrong passphrase */
export async function openKey(
  passphrase: string,
  { name, N, r, p, salt, check }: KeyRecipe,
): Promise<Buffer> {
  const isKnown = name === 'scrypt' && Math.log2(N) % 1 === 0 && N * r * p <= MAX_COST * COST.r
  if (!isKnown) throw new BackupRefused('This file is damaged, or isn’t a backup of Laurel.')
  const derived = await derive(passphrase, Buffer.from(salt, 'base64url'), { N, r, p })
  if (derived.check !== check) {
    throw new BackupRefused('The passphrase is wrong: this backup was made with another one.')
  }
  return derived.key
}

function derive(passphrase: string, salt: Buffer, cost: ScryptOptions) {
  const options = { ...cost, maxmem: 160 * cost.N! * cost.r! }
  return new Promise<{ key: Buffer; check: string }>((done, fail) =>
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES + CHECK_BYTES, options, (cause, bytes) => {
      if (cause) fail(cause)
      else done({ key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES).toString('base64url') })
    }),
  )
}

/**
 * Encrypts a stream by the STREAM construction: AES-256-GCM for each chunk, whose nonce counts the chunks and marks
 * the last one. A chunk that is changed, moved, or missing doesn't open, nor does a stream that was cut off.
 *
 * @param about the header before the chunks; they don't decrypt after another one
 */
export async function* sealChunks(source: AsyncIterable<Buffer>, key: Buffer, about: Buffer) {
  let number = 0
  for await (const { piece, isLast } of piecesOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(about)
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/** @throws {BackupRefused} if a chunk is damaged, or the stream ends early */
export async function* openChunks(source: AsyncIterable<Buffer>, key: Buffer, about: Buffer) {
  let number = 0
  for await (const { piece, isLast } of piecesOf(source, CHUNK_BYTES + TAG_BYTES)) {
    const opened = open(piece, key, nonceOf(number, isLast), about)
    if (opened === undefined) {
      const isCutOff = isLast && (piece.length === 0 || open(piece, key, nonceOf(number, false), about))
      throw new BackupRefused(
        isCutOff
          ? 'This backup is incomplete: its end is missing. Copy the file again, or use another backup.'
          : 'This backup is damaged or incomplete. Copy the file again, or use another backup.',
      )
    }
    yield opened
    number += 1
  }
}

function open(piece: Buffer, key: Buffer, nonce: Buffer, about: Buffer): Buffer | undefined {
  if (piece.length < TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(about)
  decipher.setAuthTag(piece.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

/** The key belongs to one archive, so the count alone makes each nonce unique. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Pieces of one length, of which only the last may be shorter, or empty. */
async function* piecesOf(source: AsyncIterable<Buffer>, bytes: number) {
  let waiting: Buffer[] = []
  let length = 0
  for await (const part of source) {
    waiting.push(part)
    length += part.length
    if (length <= bytes) continue
    const joined = Buffer.concat(waiting)
    let from = 0
    for (; joined.length - from > bytes; from += bytes) {
      yield { piece: joined.subarray(from, from + bytes), isLast: false }
    }
    waiting = [joined.subarray(from)]
    length = joined.length - from
  }
  yield { piece: Buffer.concat(waiting), isLast: true }
}
