import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/**
 * Seals a value for the database: AES-256-GCM under a key that is kept elsewhere, bound to its
 * place (`context`), so that a sealed value moved to another row does not open.
 */
export function seal(key: Buffer, context: string, value: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyObject(key), nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** @throws when the value was changed, or sealed for another place or key */
export function unseal(key: Buffer, context: string, sealed: string): string {
  if (!isCanonical(sealed)) throw new Error('not as it was sealed')
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyObject(key), bytes.subarray(0, 12)).setAAD(
    Buffer.from(context),
  )
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** Base64url as it is written: no padding, and nothing in the bits that are left over. One value has one text. */
export function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text
}

const keyObjects = new WeakMap<Buffer, KeyObject>()

/** Made once for each key: to make one takes longer than to seal a card's number. */
function keyObject(key: Buffer): KeyObject {
  const known = keyObjects.get(key)
  if (known !== undefined) return known
  const made = createSecretKey(key)
  keyObjects.set(key, made)
  return made
}
