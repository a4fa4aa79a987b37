import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30

/** A secret for an authenticator app: 160 bits, in the letters such apps take. */
export function newAuthenticatorSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32
}

/** What the QR code says: the app then shows codes under the site's and the person's name. */
export function otpauthUrl(secret: string, issuer: string, label: string): string {
  return authenticator(secret, issuer, label).toString()
}

/**
 * Finds the time step a code belongs to: this one, or one to either side for clocks that differ.
 *
 * @param after the last step that was used; that and earlier ones are spent
 * @returns undefined when the code is wrong or spent
 */
export function stepOfCode(secret: string, code: string, at: Date, after: number): number | undefined {
  const digits = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const delta = authenticator(secret).validate({ token: digits, timestamp: at.getTime(), window: 1 })
  if (delta === null) return undefined
  const step = Math.floor(at.getTime() / 1000 / PERIOD_S) + delta
  return step > after ? step : undefined
}

function authenticator(secret: string, issuer = '', label = 'code') {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6 })
}
