import { z } from 'zod'
import { note } from '../accounts.ts'
import { countAttempt, forgiveAttempts } from '../attempts.ts'
import { samePassword, tooManyPasswords, wrongCredentials } from '../cognito-error.ts'
import { AccessToken, operation, Password } from '../operation.ts'
import { assertPassword } from '../password-policy.ts'
import { keepPassword } from '../passwords.ts'
import { guessFrom } from '../sends.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { voidSocialCodes } from '../social/links.ts'
import { readBearer } from '../tokens.ts'
import { changeUser, findUserForUpdate } from '../users.ts'

/** Signed-in users change their password. Their other sessions end, this one goes on. */
export const changePassword = operation(
  z.object({ AccessToken, PreviousPassword: Password, ProposedPassword: Password }),
  async (call, { AccessToken, PreviousPassword, ProposedPassword }) => {
    const { pool, user, sessionId } = await readBearer(call, AccessToken)
    assertPassword(pool, ProposedPassword, user.attributes.email ?? '')

    // Whoever found the screen unlocked must not guess on without end.
    const trail = { event: 'password_change_failed', of: user }
    await guessFrom(call, { refusal: tooManyPasswords, trail }, async () => {
      await countAttempt(call, pool.pool_id, user, 'password')
      const matches = await call.hasher.verify(user.password_hash, PreviousPassword)
      if (!matches) throw wrongCredentials()
      if (ProposedPassword.normalize('NFKC') === PreviousPassword.normalize('NFKC')) throw samePassword()
      const kept = await keepPassword(call, pool, user.sub, ProposedPassword)

      await call.db.transaction().execute(async (tx) => {
        const current = await findUserForUpdate(tx, user.sub)
        if (current?.password_hash !== user.password_hash) throw wrongCredentials()
        await changeUser(tx, user.sub, kept)
        await revokeSessionsOf(call, tx, user, sessionId)
        await voidSocialCodes(tx, user)
        await forgiveAttempts(call, tx, pool.pool_id, user, 'password')
        await note(call, tx, 'password_changed', user)
      })
    })
    return {}
  },
)
