import { Secret, TOTP } from 'otpauth'
import type { Call } from './accounts.ts'
import { seal, unseal } from './secrecy.ts'

/** What every authenticator app expects (RFC 6238): SHA-1, six digits, thirty seconds, 160 bits. */
const SECRET_BYTES = 20
const STEP_S = 30
/** Clocks differ: the code before and the code after this one are taken too. */
const WINDOW_STEPS = 1

/** A new secret for an authenticator app: 32 characters to scan or to type. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/**
 * Which time step a code of an authenticator app belongs to. A step that was used is for the caller to
 * refuse: within its minute and a half a code would work again for whoever saw it typed.
 *
 * @returns undefined when the code is not right now
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  // The library compares bytes, so digits of another script would be a fault.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const clock = { period: STEP_S, timestamp: now.getTime() }
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    window: WINDOW_STEPS,
    ...clock,
  })
  return delta === null ? undefined : TOTP.counter(clock) + delta
}

export function sealTotpSecret(call: Call, sub: string, secret: string): string {
  return seal(call.secrets.sealKey, `totp:${sub}`, secret)
}

export function unsealTotpSecret(call: Call, sub: string, sealed: string): string {
  return unseal(call.secrets.sealKey, `totp:${sub}`, sealed)
}
