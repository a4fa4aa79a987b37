import type { z } from 'zod'
import type { Call } from './accounts.ts'
import { askForCode, type CodeFactor } from './code-sign-in.ts'
import { CognitoError, missing, wrongCredentials } from './cognito-error.ts'
import type { Pool, Tx, User } from './database.ts'
import { putOpening, readOpening, useOpening } from './opening.ts'
import { Password } from './operation.ts'
import { signInByPassword } from './password-sign-in.ts'
import { answerWith, proceed } from './sign-in.ts'
import { openSrp, SrpA } from './srp-sign-in.ts'
import { findUser, findUserForUpdate } from './users.ts'

type FirstFactor = 'PASSWORD' | 'PASSWORD_SRP' | CodeFactor

/** A site's sign-in methods: the same for every name, so that they reveal nothing. */
function firstFactorsOf(pool: Pool): FirstFactor[] {
  // If a second factor is required, a code can't replace the password.
  const byCode = pool.passwordless && pool.mfa !== 'required'
  return [
    'PASSWORD',
    ...(pool.srp ? (['PASSWORD_SRP'] as const) : []),
    ...(byCode ? (['EMAIL_OTP'] as const) : []),
    ...(byCode && pool.mfa_factors.includes('SMS') ? (['SMS_OTP'] as const) : []),
  ]
}

/** The methods this person can use: codes are sent to verified destinations only. */
export function firstFactorsFor(pool: Pool, user: User): FirstFactor[] {
  return firstFactorsOf(pool).filter((one) => {
    if (one === 'EMAIL_OTP') return user.email_verified && !user.mfa_enabled.includes('EMAIL_OTP')
    if (one === 'SMS_OTP') return user.phone_number_verified && !user.mfa_enabled.includes('SMS_MFA')
    return one === 'PASSWORD' || user.srp_verifier !== null
  })
}

/** The fields of a first factor, from `AuthParameters` or `ChallengeResponses`. */
type Fields = { username: string; PASSWORD?: string; SRP_A?: string }

/** Starts a USER_AUTH sign-in with the preferred factor, or lets the person choose. */
export async function openUserAuth(
  call: Call,
  pool: Pool,
  fields: Fields,
  preferred: string | undefined,
): Promise<object> {
  const factors = firstFactorsOf(pool)
  const factor = factors.find((one) => one === preferred)
  if (factor) return takeFirstFactor(call, pool, factor, fields)

  const { username } = fields
  const user = await findUser(call.db, pool.pool_id, username)
  const Session = await putOpening(call, call.db, pool, { name: 'SELECT_CHALLENGE', username, user })
  return {
    ChallengeName: 'SELECT_CHALLENGE',
    ChallengeParameters: { USERNAME: username },
    AvailableChallenges: factors,
    Session,
  }
}

/** Handles the choice. A wrong password leaves it open. */
export async function answerSelectChallenge(
  call: Call,
  pool: Pool,
  { username, session }: { username: string; session: string },
  { ANSWER, ...answers }: Record<string, string>,
): Promise<object> {
  const opening = await readOpening(call, pool, { name: 'SELECT_CHALLENGE', ticket: session, username })
  const factor = firstFactorsOf(pool).find((one) => one === ANSWER)
  if (!factor) {
    throw new CognitoError(
      'InvalidParameterException',
      `${ANSWER ?? 'ANSWER'} is not one of the available challenges.`,
    )
  }
  return takeFirstFactor(call, pool, factor, { ...answers, username }, (tx) => useOpening(tx, opening))
}

function takeFirstFactor(
  call: Call,
  pool: Pool,
  factor: FirstFactor,
  { username, PASSWORD, SRP_A }: Fields,
  use?: (tx: Tx) => Promise<void>,
): Promise<object> {
  switch (factor) {
    case 'PASSWORD':
      return signInByPassword(
        call,
        pool,
        { username, password: readField('PASSWORD', Password, PASSWORD) },
        use,
      )
    case 'PASSWORD_SRP':
      return openSrp(call, pool, { username, A: readField('SRP_A', SrpA, SRP_A) }, use)
    default:
      return askForCode(call, pool, { username, factor }, use)
  }
}

/** Signs in after a confirmed sign-up, by the `Session` it returned. */
export async function signInAfterSignUp(
  call: Call,
  pool: Pool,
  { username, session }: { username: string; session: string },
): Promise<object> {
  const opening = await readOpening(call, pool, { name: 'SIGNED_UP', ticket: session, username })
  const progress = await call.db.transaction().execute(async (tx) => {
    const user = opening.sub === undefined ? undefined : await findUserForUpdate(tx, opening.sub)
    if (!user) throw wrongCredentials()
    await useOpening(tx, opening)
    return proceed(call, tx, { user, answered: [], notes: {} })
  })
  return answerWith(call, pool, progress)
}

function readField(name: string, schema: z.ZodString, value: string | undefined): string {
  const read = schema.safeParse(value)
  if (!read.success) throw missing(name)
  return read.data
}
