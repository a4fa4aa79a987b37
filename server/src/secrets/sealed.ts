import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/**
 * Encrypts a value for the database: AES-256-GCM under a key kept elsewhere, bound to its place (`context`), so
 * that a value copied to another row can't be decrypted.
 */
export function seal(key: Buffer, context: string, value: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyObject(key), nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** @throws if the value was changed, or encrypted for another place or key */
export function unseal(key: Buffer, context: string, sealed: string): string {
  if (!isCanonical(sealed)) throw new Error('not as it was sealed')
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyObject(key), bytes.subarray(0, 12)).setAAD(
    Buffer.from(context),
  )
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** Canonical base64url: no padding, and no leftover bits. Each value has exactly one text. */
export function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text
}

const keyObjects = new WeakMap<Buffer, KeyObject>()

/** Cached per key, because creating one takes longer than encrypting a card number. */
function keyObject(key: Buffer): KeyObject {
  const known = keyObjects.get(key)
  if (known !== undefined) return known
  const made = createSecretKey(key)
  keyObjects.set(key, made)
  return made
}
