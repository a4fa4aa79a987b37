import { type Call, note } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import type { Question, SignIn } from './challenge.ts'
import { CognitoError, invalidSession } from './cognito-error.ts'
import type { MfaFactor, MfaType, Pool, Tx, User } from './database.ts'
import { changeUser, findUserForUpdate, type UserChanges } from './users.ts'

const FACTOR_OF: Record<MfaType, MfaFactor> = {
  SMS: 'SMS_MFA',
  TOTP: 'SOFTWARE_TOKEN_MFA',
  EMAIL: 'EMAIL_OTP',
}

/** What a sign-in keeps about its second factor between challenges. */
export const CHOSEN = 'chosen_factor'
export const SET_UP = 'set_up_factor'
const PASSED = 'second_factor'

export const FACTOR_GUESSES = ['code:sign-in', 'code:recovery'] as const
type FactorGuess = (typeof FACTOR_GUESSES)[number]

/** A second-factor challenge, or the choice or setup before it. */
type FactorQuestion = MfaFactor | 'SELECT_MFA_TYPE' | 'MFA_SETUP'

/** The second factors a site offers; none if they are off. */
export function offeredFactors(pool: Pool): MfaFactor[] {
  return pool.mfa === 'off' ? [] : pool.mfa_factors.map((type) => FACTOR_OF[type])
}

/** Whether a factor is usable: codes are sent to verified destinations only. */
export function isReady(user: User, factor: MfaFactor): boolean {
  switch (factor) {
    case 'SMS_MFA':
      return user.phone_number_verified && user.attributes.phone_number !== undefined
    case 'EMAIL_OTP':
      return user.email_verified && user.attributes.email !== undefined
    case 'SOFTWARE_TOKEN_MFA':
      return user.totp_secret !== null
  }
}

/** The second factors that this person has to choose from at sign-in. */
export function activeFactors(pool: Pool, user: User): MfaFactor[] {
  return offeredFactors(pool).filter((one) => user.mfa_enabled.includes(one) && isReady(user, one))
}

/**
 * Checks a change of factors against the site's rule.
 *
 * @throws {CognitoError} InvalidParameterException when it would remove the last factor although one is required
 */
export function assertKeepsFactor(pool: Pool, before: User, next: User): void {
  if (pool.mfa !== 'required' || activeFactors(pool, before).length === 0) return
  if (activeFactors(pool, next).length > 0) return
  throw new CognitoError(
    'InvalidParameterException',
    'This site requires a second step, so you can’t remove your last one.',
  )
}

/** The factors that can be set up at sign-in. A phone number must be verified before. */
export function factorsToSetUp(pool: Pool): MfaFactor[] {
  return offeredFactors(pool).filter((one) => one !== 'SMS_MFA')
}

/** Whether a second factor is required and text messages are the only one offered. */
export function isPhoneOnlyWay(pool: Pool): boolean {
  return pool.mfa === 'required' && offeredFactors(pool).length > 0 && factorsToSetUp(pool).length === 0
}

/** The next second-factor challenge; none after one was passed. */
export function findDueFactor({ pool, user, notes }: SignIn): FactorQuestion | undefined {
  if (notes[PASSED]) return undefined
  const active = activeFactors(pool, user)
  if (active.length === 0) return mustSetUp(pool, user) ? firstFactor(pool, user, notes) : undefined
  if (active.length === 1) return active[0]
  const wanted = notes[CHOSEN] ?? user.mfa_preferred
  return active.find((one) => one === wanted) ?? 'SELECT_MFA_TYPE'
}

/** Whether this person has to set up a second factor to sign in. */
export function mustSetUp(pool: Pool, user: User): boolean {
  return pool.mfa === 'required' && activeFactors(pool, user).length === 0
}

/** A verified phone needs no setup. If nothing else is offered, the code verifies an unverified one. */
function firstFactor(pool: Pool, user: User, notes: SignIn['notes']): FactorQuestion {
  if (notes[SET_UP] === 'EMAIL_OTP') return 'EMAIL_OTP'
  const hasPhone =
    user.attributes.phone_number !== undefined &&
    (user.phone_number_verified || factorsToSetUp(pool).length === 0)
  return hasPhone && offeredFactors(pool).includes('SMS_MFA') ? 'SMS_MFA' : 'MFA_SETUP'
}

/**
 * Rate-limits second-factor codes over all factors and sign-ins. Recovery codes are counted separately, so that
 * neither blocks the other.
 *
 * @throws {CognitoError} LimitExceededException
 */
export function countFactorGuess(call: Call, user: User, guess: FactorGuess = 'code:sign-in'): Promise<void> {
  return countAttempt(call, user.pool_id, user, guess)
}

/** Audits and refuses a wrong code. */
export async function refuseFactor(call: Call, user: User, refusal: CognitoError): Promise<never> {
  await call.db.transaction().execute((tx) => note(call, tx, 'second_factor_failed', user))
  throw refusal
}

/**
 * Completes the second factor of a sign-in. Passing a factor that was off turns it on.
 *
 * @param changesOf further changes to the locked user
 */
export function passFactor(
  call: Call,
  { pool, user }: Question,
  factor: MfaFactor,
  changesOf: (current: User) => UserChanges,
) {
  return {
    notes: { [PASSED]: factor },
    async write(tx: Tx): Promise<void> {
      const current = await findUserForUpdate(tx, user.sub)
      if (!current) throw invalidSession()
      const isNew = !current.mfa_enabled.includes(factor)
      // Turned off since, or another sign-in set up another one first.
      if (isNew && !mustSetUp(pool, current)) throw invalidSession()
      await changeUser(tx, user.sub, {
        ...changesOf(current),
        ...(isNew && { mfa_enabled: [...current.mfa_enabled, factor] }),
      })
      await forgiveAttempts(call, tx, user.pool_id, user, ...FACTOR_GUESSES)
      if (isNew) await note(call, tx, 'mfa_enabled', user, factor)
      await note(call, tx, 'second_factor_passed', user)
    },
  }
}
