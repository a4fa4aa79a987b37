import { z } from 'zod'
import { note } from '../accounts.ts'
import { countAttempt, forgiveAttempts } from '../attempts.ts'
import { useCode } from '../codes.ts'
import { CognitoError, deadCode, tooManyTries, wrongCode } from '../cognito-error.ts'
import { inEvenTime } from '../even-time.ts'
import { putOpening } from '../opening.ts'
import { ClientId, Code, operation, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { guessFrom } from '../sends.ts'
import { isWhoSignedUp } from '../sign-up-mark.ts'
import { nobody } from '../srp-verifiers.ts'
import { changeUser, findUser, findUserForUpdate } from '../users.ts'

/**
 * The code sent at sign-up comes back: the address is the user's, the account works. The `Session` in
 * the answer signs in whoever brought it, once: that is how clients go on without asking again.
 *
 * That an account is confirmed already hears only who signed up or holds the code.
 */
export const confirmSignUp = operation(
  z.object({ ClientId, Username, ConfirmationCode: Code }),
  (call, { ClientId, Username: username, ConfirmationCode }) =>
    inEvenTime(async () => {
      const pool = await readPoolOfClient(call.db, ClientId)
      const { pool_id } = pool
      const trail = { event: 'code_failed:sign-up', of: { pool_id, username } }
      const Session = await guessFrom(call, { refusal: tooManyTries, trail }, async () => {
        const named = await findUser(call.db, pool_id, username)
        await countAttempt(call, pool_id, named ?? nobody(call, pool, username), 'code:sign-up')

        return call.db.transaction().execute(async (tx) => {
          const user = named && (await findUserForUpdate(tx, named.sub))
          if (!user) throw wrongCode()
          const isOpen = user.status !== 'UNCONFIRMED'
          if (isOpen && isWhoSignedUp(call, user)) throw isConfirmed()
          const use = { purpose: 'sign-up', attribute: 'email' } as const
          const { result } = await useCode(call, tx, user, use, ConfirmationCode)
          if (result === 'wrong') throw wrongCode()
          if (isOpen) throw isConfirmed()
          if (result === 'dead') throw deadCode()

          await changeUser(tx, user.sub, { status: 'CONFIRMED', email_verified: true })
          await forgiveAttempts(call, tx, pool_id, user, 'code:sign-up')
          await note(call, tx, 'sign_up_confirmed', user)
          return putOpening(call, tx, pool, { name: 'SIGNED_UP', username, user })
        })
      })
      return { Session }
    }),
)

const isConfirmed = () =>
  new CognitoError('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED')
