import { z } from 'zod'
import { type Call, note } from '../accounts.ts'
import { changesByReset } from '../after-reset.ts'
import { countAttempt, forgiveAttempts } from '../attempts.ts'
import { useCode } from '../codes.ts'
import { CognitoError, deadCode, tooManyTries, wrongCode } from '../cognito-error.ts'
import type { Pool, User } from '../database.ts'
import { inEvenTime } from '../even-time.ts'
import { putOpening } from '../opening.ts'
import { ClientId, Code, operation, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { guessFrom } from '../sends.ts'
import { isPasswordTypedHere, isWhoSignedUp, SignUpMetadata } from '../sign-up-mark.ts'
import { unknownUser } from '../srp-verifiers.ts'
import { changeUser, findUser, findUserForUpdate, type UserChanges } from '../users.ts'

/**
 * Confirms an account with the code sent at sign-up. The returned `Session` signs in once without the password; if
 * the password was typed elsewhere, it requires a new one first.
 *
 * Only the visitor who signed up, or a right code, learns that an account is already confirmed.
 */
export const confirmSignUp = operation(
  z.object({ ClientId, Username, ConfirmationCode: Code, ClientMetadata: SignUpMetadata }),
  (call, { ClientId, Username: username, ConfirmationCode, ClientMetadata }) =>
    inEvenTime(async () => {
      const pool = await readPoolOfClient(call.db, ClientId)
      const { pool_id } = pool
      const failure = { event: 'code_failed:sign-up', of: { pool_id, username } }
      const Session = await guessFrom(call, { refusal: tooManyTries, failure }, async () => {
        const named = await findUser(call.db, pool_id, username)
        const who = unknownUser(call, pool, named?.username ?? username)
        await countAttempt(call, pool_id, who, 'code:sign-up')

        return call.db.transaction().execute(async (tx) => {
          const user = named && (await findUserForUpdate(tx, named.sub))
          if (!user) throw wrongCode()
          const isOpen = user.status !== 'UNCONFIRMED'
          if (isOpen && isWhoSignedUp(call, pool, user)) throw isConfirmed()
          const use = { purpose: 'sign-up', attribute: 'email' } as const
          const { result } = await useCode(call, tx, user, use, ConfirmationCode)
          if (result === 'wrong') throw wrongCode()
          if (isOpen) throw isConfirmed()
          if (result === 'dead') throw deadCode()

          await changeUser(tx, user.sub, {
            email_verified: true,
            ...(isPasswordTypedHere(call, user, ClientMetadata)
              ? { status: 'CONFIRMED' }
              : withoutPassword(call, pool, user)),
          })
          await forgiveAttempts(call, tx, pool_id, who, 'code:sign-up')
          await note(call, tx, 'sign_up_confirmed', user)
          return putOpening(call, tx, pool, { name: 'SIGNED_UP', username, user })
        })
      })
      return { Session }
    }),
)

/** Password and attributes may be a stranger's, so the owner has to choose a new password. */
function withoutPassword(call: Call, pool: Pool, user: User): UserChanges {
  return {
    ...changesByReset(pool, user),
    status: 'FORCE_CHANGE_PASSWORD',
    password_hash: call.hasher.unusable,
    has_password: false,
    password_set_at: call.now(),
    srp_verifier: null,
  }
}

const isConfirmed = () =>
  new CognitoError('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED')
