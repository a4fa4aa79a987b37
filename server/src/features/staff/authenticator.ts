import { Secret, TOTP } from 'otpauth'

/** What the QR code says: the app then shows codes under the site's and the person's name. */
export function otpauthUrl(secret: string, issuer: string, label: string): string {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: 30, digits: 6 }).toString()
}
