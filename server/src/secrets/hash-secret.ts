import { createHash } from 'node:crypto'

/** How a random token is kept: whoever reads the table cannot use it. Not for passwords. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
