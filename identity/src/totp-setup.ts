import { z } from 'zod'
import { type Call, note } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { moveQuestion, readQuestionOf } from './challenge.ts'
import { CognitoError } from './cognito-error.ts'
import type { Pool, User } from './database.ts'
import { offeredFactors } from './second-factor.ts'
import { findTotpStep, makeTotpSecret, sealTotpSecret, unsealTotpSecret } from './totp.ts'

/** Enough to find a phone, install an app, and scan. */
export const TOTP_SETUP_MS = 15 * 60_000

/** The state of an MFA_SETUP challenge: the secret, and its time step once verified. */
export const TotpSetupState = z.object({
  totp_secret: z.string().optional(),
  totp_step: z.number().optional(),
})

/** A new secret for an authenticator app, in plain text for the user and encrypted for storage. */
export function makeSetup(call: Call, pool: Pool, user: User) {
  assertTotpOffered(pool)
  const secret = makeTotpSecret()
  return { secret, sealed: sealTotpSecret(call, user.sub, secret) }
}

/**
 * Checks the first code of an app that was just set up.
 *
 * @returns the code's time step, now used up
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

/** Issues a secret in a sign-in that requires setup. @returns it with the new `Session` */
export async function startSetup(call: Call, session: string) {
  const question = await readQuestionOf(call, 'MFA_SETUP', session)
  const { secret, sealed } = makeSetup(call, question.pool, question.user)
  return { secret, ticket: await moveQuestion(call.db, question, { totp_secret: sealed }) }
}

/** Records in the sign-in that the app is verified. @returns the new `Session` */
export async function finishSetup(call: Call, session: string, code: string): Promise<string> {
  const question = await readQuestionOf(call, 'MFA_SETUP', session)
  const { totp_secret } = TotpSetupState.parse(question.state)
  const totp_step = await checkFirstCode(call, question.pool, question.user, totp_secret, code)
  return moveQuestion(call.db, question, { totp_secret, totp_step })
}

function assertTotpOffered(pool: Pool): void {
  if (offeredFactors(pool).includes('SOFTWARE_TOKEN_MFA')) return
  throw new CognitoError(
    'SoftwareTokenMFANotFoundException',
    'Software token TOTP multi-factor authentication (MFA) is not enabled for the user pool.',
  )
}
