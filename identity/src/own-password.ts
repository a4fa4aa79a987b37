import { type Call, note } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { samePassword, tooManyPasswords, wrongCredentials } from './cognito-error.ts'
import { assertPassword } from './password-policy.ts'
import { passwordColumns } from './passwords.ts'
import { guessFrom } from './sends.ts'
import { revokeSessionsOf } from './sessions.ts'
import { voidSocialCodes } from './social/links.ts'
import type { Bearer } from './tokens.ts'
import { changeUser, findUserForUpdate } from './users.ts'

/**
 * Changes the signed-in user's password and ends their other sessions.
 *
 * @throws {CognitoError} InvalidPasswordException for the new one, NotAuthorizedException for the old one
 */
export async function changeOwnPassword(
  call: Call,
  { pool, user, sessionId }: Bearer,
  { previous, proposed }: { previous: string; proposed: string },
): Promise<void> {
  assertPassword(pool, proposed, user.attributes.email ?? '')

  // Rate-limited, because an unlocked screen may not be the owner's.
  const failure = { event: 'password_change_failed', of: user }
  await guessFrom(call, { refusal: tooManyPasswords, failure }, async () => {
    await countAttempt(call, pool.pool_id, user, 'password')
    const matches = await call.hasher.verify(user.password_hash, previous)
    if (!matches) throw wrongCredentials()
    if (proposed.normalize('NFKC') === previous.normalize('NFKC')) throw samePassword()
    const kept = await passwordColumns(call, pool, user.sub, proposed)

    await call.db.transaction().execute(async (tx) => {
      const current = await findUserForUpdate(tx, user.sub)
      if (current?.password_hash !== user.password_hash) throw wrongCredentials()
      const isTemporary = current.status === 'FORCE_CHANGE_PASSWORD'
      await changeUser(tx, user.sub, { ...kept, ...(isTemporary && { status: 'CONFIRMED' as const }) })
      await revokeSessionsOf(call, tx, user, sessionId)
      await voidSocialCodes(tx, user)
      await forgiveAttempts(call, tx, pool.pool_id, user, 'password')
      await note(call, tx, 'password_changed', user)
    })
  })
}
