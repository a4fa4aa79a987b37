import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { note } from '../accounts.ts'
import { countAttempt, forgiveAttempts } from '../attempts.ts'
import { useCode } from '../codes.ts'
import { deadCode, wrongCode } from '../cognito-error.ts'
import { ClientId, Code, operation, Password, Username } from '../operation.ts'
import { assertPassword } from '../password-policy.ts'
import { keepPassword } from '../passwords.ts'
import { readPoolOfClient } from '../pools.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { removeLinks } from '../social/links.ts'
import { changeUser, findUser, findUserForUpdate } from '../users.ts'

/**
 * Sets a new password by the code that was mailed, and ends every session. The code proves the address,
 * so an account that was never confirmed is confirmed by it.
 */
export const confirmForgotPassword = operation(
  z.object({ ClientId, Username, ConfirmationCode: Code, Password }),
  async (call, { ClientId, Username, ConfirmationCode, Password }) => {
    const pool = await readPoolOfClient(call.db, ClientId)
    assertPassword(pool, Password, Username)
    const named = await findUser(call.db, pool.pool_id, Username)
    await countAttempt(call, pool.pool_id, named ?? { username: Username }, 'code:reset-password')
    // A name without a user has it done too, so that it takes as long.
    const kept = await keepPassword(call, pool, named?.sub ?? randomUUID(), Password)

    await call.db.transaction().execute(async (tx) => {
      const user = named && (await findUserForUpdate(tx, named.sub))
      if (!user) throw wrongCode()
      const use = { purpose: 'reset-password', attribute: 'email' } as const
      const { result } = await useCode(call, tx, user, use, ConfirmationCode)
      if (result !== 'right') throw result === 'dead' ? deadCode() : wrongCode()

      await changeUser(tx, user.sub, {
        ...kept,
        status: 'CONFIRMED',
        email_verified: true,
      })
      await revokeSessionsOf(call, tx, user)
      await removeLinks(call, tx, user)
      await forgiveAttempts(call, tx, pool.pool_id, user, 'password', 'code:reset-password')
      await note(call, tx, 'password_reset', user)
    })
    return {}
  },
)
