import type { Call } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { deliveryOf, sendCode, useCode } from './codes.ts'
import { CognitoError, deadCode, missing, tooManyTries, wrongCode } from './cognito-error.ts'
import type { Pool, Tx, User } from './database.ts'
import { inEvenTime } from './even-time.ts'
import { type Opening, putOpening, useOpening } from './opening.ts'
import { assertDelivers, countDestination, countSend, destinationIn, guessFrom } from './sends.ts'
import { answerWith, proceed } from './sign-in.ts'
import { unknownUser } from './srp-verifiers.ts'
import { findUser, findUserForUpdate, normalizeUsername } from './users.ts'

/** Passwordless sign-in methods: codes by mail or text message. */
export type CodeFactor = 'EMAIL_OTP' | 'SMS_OTP'

/** The second factor on the same channel, which adds nothing to the code. */
const SAME_WAY = { EMAIL_OTP: 'EMAIL_OTP', SMS_OTP: 'SMS_MFA' } as const

/** Sends a sign-in code and opens its challenge. An unknown name gets the same challenge and no code. */
export function askForCode(
  call: Call,
  pool: Pool,
  { username, factor }: { username: string; factor: CodeFactor },
  use?: (tx: Tx) => Promise<void>,
): Promise<object> {
  return inEvenTime(async () => {
    const named = await findUser(call.db, pool.pool_id, username)
    const who = named ?? unknownUser(call, pool, username)
    assertDelivers(call, factor === 'EMAIL_OTP' ? 'EMAIL' : 'SMS')
    const mailbox = factor === 'EMAIL_OTP' ? destinationIn(who.username) : undefined
    await countSend(call, pool.pool_id, who, 'first-factor', mailbox)
    const phone = named && factor === 'SMS_OTP' ? destinationOf(named, factor) : undefined
    const isHeld = phone !== undefined && (await isPhoneHeld(call, pool, phone))

    const Session = await call.db.transaction().execute(async (tx) => {
      await use?.(tx)
      const user = named && (await findUserForUpdate(tx, named.sub))
      const destination = user && !isHeld && destinationOf(user, factor)
      if (destination) await sendCode(call, tx, user, codeUse(factor), destination)
      return putOpening(call, tx, pool, { name: `FIRST:${factor}`, username, user })
    })
    const ChallengeParameters = {
      CODE_DELIVERY_DELIVERY_MEDIUM: factor === 'EMAIL_OTP' ? 'EMAIL' : 'SMS',
      // The name contains the address; a number's last digits would reveal it.
      CODE_DELIVERY_DESTINATION:
        factor === 'EMAIL_OTP'
          ? deliveryOf('email', normalizeUsername(username)).Destination
          : '+***********',
    }
    return { ChallengeName: factor, ChallengeParameters, Session }
  })
}

/** Checks a sign-in code. It replaces the password only: second factors are still required. */
export function answerCode(
  call: Call,
  pool: Pool,
  { opening, factor }: { opening: Opening; factor: CodeFactor },
  answers: Record<string, string>,
): Promise<object> {
  return inEvenTime(async () => {
    const code = answers[`${factor}_CODE`]
    if (!code) throw missing(`${factor}_CODE`)
    const { username } = opening
    const failure = { event: 'code_failed:sign-in', of: { pool_id: pool.pool_id, username } }
    const progress = await guessFrom(call, { refusal: tooManyTries, failure }, async () => {
      await countAttempt(call, pool.pool_id, opening.who, 'code:first-factor')
      return call.db.transaction().execute(async (tx) => {
        const user = opening.sub === undefined ? undefined : await findUserForUpdate(tx, opening.sub)
        if (!user) throw wrongCode()
        const { result } = await useCode(call, tx, user, codeUse(factor), code)
        if (result !== 'right') throw result === 'dead' ? deadCode() : wrongCode()
        await useOpening(tx, opening)
        // Their second factor is the same mailbox or phone, which must not be enough alone.
        if (user.mfa_enabled.includes(SAME_WAY[factor])) {
          throw new CognitoError('NotAuthorizedException', 'Sign in with your password.')
        }
        await forgiveAttempts(call, tx, pool.pool_id, opening.who, 'code:first-factor')
        return proceed(call, tx, { user, answered: [], notes: {} })
      })
    })
    return answerWith(call, pool, progress)
  })
}

/** Too many texts to this phone. Not reported, because a name must not reveal that it has a phone. */
async function isPhoneHeld(call: Call, pool: Pool, value: string): Promise<boolean> {
  try {
    await countDestination(call, pool.pool_id, { attribute: 'phone_number', value }, 'first-factor')
    return false
  } catch (cause) {
    if (cause instanceof CognitoError) return true
    throw cause
  }
}

function destinationOf(user: User, factor: CodeFactor): string | undefined {
  if (user.disabled_at) return undefined
  if (factor === 'EMAIL_OTP') return user.email_verified ? user.attributes.email : undefined
  return user.phone_number_verified ? user.attributes.phone_number : undefined
}

function codeUse(factor: CodeFactor) {
  return { purpose: 'first-factor', attribute: factor === 'EMAIL_OTP' ? 'email' : 'phone_number' } as const
}
