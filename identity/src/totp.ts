import { Secret, TOTP } from 'otpauth'
import type { Call } from './accounts.ts'
import { seal, unseal } from './secrecy.ts'

/** What every authenticator app expects (RFC 6238): SHA-1, six digits, thirty seconds, 160 bits. */
const SECRET_BYTES = 20
const STEP_S = 30
/** Allows for clock skew: the previous and next codes are accepted too. */
const WINDOW_STEPS = 1

/** A new secret for an authenticator app: 32 characters to scan or to type. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/**
 * The time step of an authenticator app's code. The caller must refuse used steps, because a code could be replayed
 * for a minute and a half.
 *
 * @returns undefined for a wrong code
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  // The library throws on digits of another script.
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
