import { z } from 'zod'
import { note } from '../accounts.ts'
import { countAttempt, forgiveAttempts } from '../attempts.ts'
import { useCode } from '../codes.ts'
import { CognitoError, deadCode, wrongCode } from '../cognito-error.ts'
import { putOpening } from '../opening.ts'
import { ClientId, Code, operation, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { changeUser, findUser, findUserForUpdate } from '../users.ts'

/**
 * The code sent at sign-up comes back: the address is the user's, the account works. The `Session` in
 * the answer signs in whoever brought it, once: that is how clients go on without asking again.
 */
export const confirmSignUp = operation(
  z.object({ ClientId, Username, ConfirmationCode: Code }),
  async (call, { ClientId, Username, ConfirmationCode }) => {
    const pool = await readPoolOfClient(call.db, ClientId)
    await countAttempt(call, pool.pool_id, { username: Username }, 'code:sign-up')

    const named = await findUser(call.db, pool.pool_id, Username)
    const Session = await call.db.transaction().execute(async (tx) => {
      const user = named && (await findUserForUpdate(tx, named.sub))
      if (!user) throw wrongCode()
      if (user.status !== 'UNCONFIRMED') {
        throw new CognitoError(
          'NotAuthorizedException',
          'User cannot be confirmed. Current status is CONFIRMED',
        )
      }
      const { result } = await useCode(
        call,
        tx,
        user,
        { purpose: 'sign-up', attribute: 'email' },
        ConfirmationCode,
      )
      if (result !== 'right') throw result === 'dead' ? deadCode() : wrongCode()

      await changeUser(tx, user.sub, { status: 'CONFIRMED', email_verified: true })
      await forgiveAttempts(call, tx, pool.pool_id, { username: Username }, 'code:sign-up')
      await note(call, tx, 'sign_up_confirmed', user)
      return putOpening(call, tx, pool, { name: 'SIGNED_UP', username: Username, user })
    })
    return { Session }
  },
)
