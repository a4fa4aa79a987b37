import { createHash, timingSafeEqual } from 'node:crypto'

/** The stored form of a random token, so that reading the table doesn't reveal it. Not for passwords. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Compares stored forms without showing by its time how far they agree. A missing one is compared, too. */
export function isSameHash(given: string, kept: string | null | undefined): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(kept ?? hashSecret(''))]
  return one.length === other.length && timingSafeEqual(one, other)
}
