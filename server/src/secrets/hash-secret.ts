import { createHash } from 'node:crypto'

/** The stored form of a random token, so that reading the table doesn't reveal it. Not for passwords. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
