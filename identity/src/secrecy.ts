import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Kept outside the database: stolen tables alone don't allow offline guessing or signing tokens. */
export type Secrets = {
  /** 32 bytes; keys the digests of guessable values (passwords, codes, names). */
  pepper: Buffer
  /** 32 bytes; encrypts private keys and other secrets that must be read back. */
  sealKey: Buffer
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** @throws {RangeError} when a secret is not 32 bytes long: a wrong configuration must stop the start. */
export function assertSecrets({ pepper, sealKey }: Secrets): void {
  if (pepper.length !== 32) throw new RangeError('identity: pepper must be 32 bytes')
  if (sealKey.length !== 32) throw new RangeError('identity: sealKey must be 32 bytes')
}

/** A new secret of 256 bits, safe in URLs. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** For random values. Guessable ones need `keyedDigest`. */
export function digest(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}

/** @param parts the first names the purpose, so that digests never match across purposes */
export function keyedDigest(pepper: Buffer, ...parts: string[]): string {
  return createHmac('sha256', pepper).update(JSON.stringify(parts)).digest('base64url')
}

export function sameDigest(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** @param context bound to the ciphertext, and needed to decrypt it */
export function seal(sealKey: Buffer, context: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')
}

/** @throws when the text was changed, or the key or context differs */
export function unseal(sealKey: Buffer, context: string, sealed: string): string {
  if (!isCanonical(sealed)) throw new Error('not as it was sealed')
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** Whether this is canonical base64url: no padding, unused bits zero. */
export function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text
}
