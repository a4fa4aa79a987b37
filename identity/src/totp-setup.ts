import { z } from 'zod'
import { type Call, note } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { CognitoError } from './cognito-error.ts'
import type { Pool, User } from './database.ts'
import { offeredFactors } from './second-factor.ts'
import { findTotpStep, makeTotpSecret, sealTotpSecret, unsealTotpSecret } from './totp.ts'

/** People look for their phone, fetch an app, scan: a quarter of an hour. */
export const TOTP_SETUP_MS = 15 * 60_000

/** What the question MFA_SETUP remembers: the secret from the first step on, its step once it was shown. */
export const TotpSetupState = z.object({
  totp_secret: z.string().optional(),
  totp_step: z.number().optional(),
})

/** A new secret for a user's app, readable for them and sealed for us. */
export function makeSetup(call: Call, pool: Pool, user: User) {
  assertTotpOffered(pool)
  const secret = makeTotpSecret()
  return { secret, sealed: sealTotpSecret(call, user.sub, secret) }
}

/**
 * Checks the first code of an app that was just set up.
 *
 * @returns the code's time step, which is used up by it
 * @throws {CognitoError} EnableSoftwareTokenMFAException or LimitExceededException
 */
export async function checkFirstCode(
  call: Call,
  pool: Pool,
  user: User,
  sealed: string | null | undefined,
  code: string,
): Promise<number> {
  assertTotpOffered(pool)
  if (!sealed) {
    throw new CognitoError(
      'InvalidParameterException',
      'That key no longer works. Start again with a new one.',
    )
  }
  await countAttempt(call, pool.pool_id, user, 'code:totp-setup')
  const step = findTotpStep(unsealTotpSecret(call, user.sub, sealed), code, call.now())
  if (step === undefined) {
    await call.db.transaction().execute((tx) => note(call, tx, 'second_factor_failed', user))
    throw new CognitoError(
      'EnableSoftwareTokenMFAException',
      'That code isn’t right. Enter the newest code from your app.',
    )
  }
  await forgiveAttempts(call, call.db, pool.pool_id, user, 'code:totp-setup')
  return step
}

function assertTotpOffered(pool: Pool): void {
  if (offeredFactors(pool).includes('SOFTWARE_TOKEN_MFA')) return
  throw new CognitoError(
    'SoftwareTokenMFANotFoundException',
    'Software token TOTP multi-factor authentication (MFA) is not enabled for the user pool.',
  )
}
