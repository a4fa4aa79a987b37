import { type Call, note } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import type { Question, SignIn } from './challenge.ts'
import { CognitoError, invalidSession } from './cognito-error.ts'
import type { MfaFactor, MfaType, Pool, Tx, User } from './database.ts'
import { readPoolOf } from './pools.ts'
import { changeUser, findUserForUpdate, type UserChanges } from './users.ts'

const FACTOR_OF: Record<MfaType, MfaFactor> = {
  SMS: 'SMS_MFA',
  TOTP: 'SOFTWARE_TOKEN_MFA',
  EMAIL: 'EMAIL_OTP',
}

/** What a sign-in remembers about its second factor, from one question to the next. */
export const CHOSEN = 'chosen_factor'
export const SET_UP = 'set_up_factor'
const PASSED = 'second_factor'

export const FACTOR_GUESSES = ['code:sign-in', 'code:recovery'] as const
type FactorGuess = (typeof FACTOR_GUESSES)[number]

/** The question a second factor is asked by, or the one that comes before it. */
type FactorQuestion = MfaFactor | 'SELECT_MFA_TYPE' | 'MFA_SETUP'

/** Second factors a site offers: none while it has them switched off. */
export function offeredFactors(pool: Pool): MfaFactor[] {
  return pool.mfa === 'off' ? [] : pool.mfa_factors.map((type) => FACTOR_OF[type])
}

/** Whether a factor could be asked for: codes go to proven destinations alone. */
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

/** The second factors that stand between this person's password and the tokens. */
export function activeFactors(pool: Pool, user: User): MfaFactor[] {
  return offeredFactors(pool).filter((one) => user.mfa_enabled.includes(one) && isReady(user, one))
}

/**
 * Holds a change of somebody's factors against the site's rule.
 *
 * @throws {CognitoError} InvalidParameterException when it would leave them without any where one is required
 */
export function assertKeepsFactor(pool: Pool, before: User, next: User): void {
  if (pool.mfa !== 'required' || activeFactors(pool, before).length === 0) return
  if (activeFactors(pool, next).length > 0) return
  throw new CognitoError(
    'InvalidParameterException',
    'This site requires a second step, so you can’t remove your last one.',
  )
}

/** Those a person without any can set up while signing in. A phone number has to be proven before. */
export function factorsToSetUp(pool: Pool): MfaFactor[] {
  return offeredFactors(pool).filter((one) => one !== 'SMS_MFA')
}

/** Whether everybody needs a second factor here and codes by text message are the only one offered. */
export function isPhoneOnlyWay(pool: Pool): boolean {
  return pool.mfa === 'required' && offeredFactors(pool).length > 0 && factorsToSetUp(pool).length === 0
}

/** The question about a second factor that a sign-in has to answer next; none when it passed one. */
export async function findDueFactor(tx: Tx, { user, notes }: SignIn): Promise<FactorQuestion | undefined> {
  if (notes[PASSED]) return undefined
  const pool = await readPoolOf(tx, user)
  const active = activeFactors(pool, user)
  if (active.length === 0) return mustSetUp(pool, user) ? firstFactor(pool, user, notes) : undefined
  if (active.length === 1) return active[0]
  const wanted = notes[CHOSEN] ?? user.mfa_preferred
  return active.find((one) => one === wanted) ?? 'SELECT_MFA_TYPE'
}

/** Whether this person has to set up a second factor before going in. */
export function mustSetUp(pool: Pool, user: User): boolean {
  return pool.mfa === 'required' && activeFactors(pool, user).length === 0
}

/** A proven phone needs no set-up. An unproven one is proven by the code, where nothing else is offered. */
function firstFactor(pool: Pool, user: User, notes: SignIn['notes']): FactorQuestion {
  if (notes[SET_UP] === 'EMAIL_OTP') return 'EMAIL_OTP'
  const hasPhone =
    user.attributes.phone_number !== undefined &&
    (user.phone_number_verified || factorsToSetUp(pool).length === 0)
  return hasPhone && offeredFactors(pool).includes('SMS_MFA') ? 'SMS_MFA' : 'MFA_SETUP'
}

/**
 * Lets a guess at a second factor through, or refuses it while there were too many wrong ones. All
 * factors count together, over all sign-ins; recovery codes count apart, so that neither blocks the other.
 *
 * @throws {CognitoError} LimitExceededException
 */
export function countFactorGuess(call: Call, user: User, guess: FactorGuess = 'code:sign-in'): Promise<void> {
  return countAttempt(call, user.pool_id, user, guess)
}

/** Notes a wrong guess in the trail, and refuses it. */
export async function refuseFactor(call: Call, user: User, refusal: CognitoError): Promise<never> {
  await call.db.transaction().execute((tx) => note(call, tx, 'second_factor_failed', user))
  throw refusal
}

/**
 * The second factor was shown: the sign-in goes on without asking for another. Who passed one that was
 * not switched on has set it up by that.
 *
 * @param changesOf what else the answer proved; sees the user as nobody else may change it now
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
      // Switched off meanwhile, or another sign-in was faster in setting up another one.
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
