import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { note } from '../accounts.ts'
import { changesByReset } from '../after-reset.ts'
import { countAttempt, forgiveAttempts } from '../attempts.ts'
import { useCode } from '../codes.ts'
import { deadCode, samePassword, tooManyTries, wrongCode } from '../cognito-error.ts'
import { inEvenTime } from '../even-time.ts'
import { ClientId, Code, operation, Password, Username } from '../operation.ts'
import { assertPassword } from '../password-policy.ts'
import { passwordColumns } from '../passwords.ts'
import { readPoolOfClient } from '../pools.ts'
import { guessFrom } from '../sends.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { removeLinks } from '../social/links.ts'
import { unknownUser } from '../srp-verifiers.ts'
import { changeUser, findUser, findUserForUpdate } from '../users.ts'

/**
 * Sets a new password with a mailed code and ends every session. The code proves the address, so it also confirms an
 * unconfirmed account, which then belongs to the mailbox's owner.
 */
export const confirmForgotPassword = operation(
  z.object({ ClientId, Username, ConfirmationCode: Code, Password }),
  async (call, { ClientId, Username: username, ConfirmationCode, Password }) => {
    const pool = await readPoolOfClient(call.db, ClientId)
    const { pool_id } = pool
    assertPassword(pool, Password, username)
    const failure = { event: 'code_failed:reset-password', of: { pool_id, username } }

    await guessFrom(call, { refusal: tooManyTries, failure }, async () => {
      const named = await findUser(call.db, pool_id, username)
      await countAttempt(call, pool_id, named ?? unknownUser(call, pool, username), 'code:reset-password')
      // Also for unknown names (constant time).
      const kept = await passwordColumns(call, pool, named?.sub ?? randomUUID(), Password)

      const write = () =>
        call.db.transaction().execute(async (tx) => {
          const user = named && (await findUserForUpdate(tx, named.sub))
          if (!user) throw wrongCode()
          const use = { purpose: 'reset-password', attribute: 'email' } as const
          const { result } = await useCode(call, tx, user, use, ConfirmationCode)
          if (result !== 'right') throw result === 'dead' ? deadCode() : wrongCode()
          // A request by `sub` doesn't contain the address, which must not be in the password.
          assertPassword(pool, Password, user.username)
          // Staff require a different one. Checked after the code; otherwise it would confirm guesses of the old one.
          const mustDiffer = user.status === 'RESET_REQUIRED'
          if (mustDiffer && (await call.hasher.verify(user.password_hash, Password))) throw samePassword()

          await changeUser(tx, user.sub, {
            ...kept,
            ...changesByReset(pool, user),
            status: 'CONFIRMED',
            email_verified: true,
          })
          await tx
            .deleteFrom('identity.one_time_codes')
            .where('sub', '=', user.sub)
            .where('purpose', '=', 'sign-up')
            .execute()
          await revokeSessionsOf(call, tx, user)
          await removeLinks(call, tx, user)
          await forgiveAttempts(call, tx, pool_id, user, 'password', 'code:reset-password')
          await note(call, tx, 'password_reset', user)
        })
      await inEvenTime(write)
    })
    return {}
  },
)
