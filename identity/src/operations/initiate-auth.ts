import { z } from 'zod'
import { after, type Call, note } from '../accounts.ts'
import { countAttempt, forgiveAttempts } from '../attempts.ts'
import { CognitoError, wrongCredentials } from '../cognito-error.ts'
import type { Pool, User } from '../database.ts'
import { ClientId, operation, Password, RefreshToken, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { assertFewFailuresFrom, countFailureFrom } from '../sends.ts'
import { rotate } from '../sessions.ts'
import { answerWith, proceed } from '../sign-in.ts'
import { signTokens } from '../tokens.ts'
import { findUser, findUserForUpdate } from '../users.ts'

const TEMPORARY_PASSWORD_LIFE_MS = 7 * 86_400_000

/** Opens a sign-in by password, or keeps a session going by its refresh token. */
export const initiateAuth = operation(
  z.discriminatedUnion('AuthFlow', [
    z.object({
      AuthFlow: z.literal('USER_PASSWORD_AUTH'),
      ClientId,
      AuthParameters: z.object({ USERNAME: Username, PASSWORD: Password }),
    }),
    z.object({
      AuthFlow: z.enum(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
      ClientId,
      AuthParameters: z.object({ REFRESH_TOKEN: RefreshToken }),
    }),
    z.object({ AuthFlow: z.enum(['USER_SRP_AUTH', 'USER_AUTH', 'CUSTOM_AUTH']), ClientId }),
  ]),
  async (call, input) => {
    const pool = await readPoolOfClient(call.db, input.ClientId)
    switch (input.AuthFlow) {
      case 'USER_PASSWORD_AUTH':
        return signInByPassword(call, pool, input.AuthParameters.USERNAME, input.AuthParameters.PASSWORD)
      case 'REFRESH_TOKEN_AUTH':
      case 'REFRESH_TOKEN': {
        const { user, ...open } = await rotate(call, pool, input.AuthParameters.REFRESH_TOKEN)
        return { AuthenticationResult: await signTokens(call, pool, user, open), ChallengeParameters: {} }
      }
      default:
        // An SRP verifier is a fast hash: worth more to a thief of the table than it buys behind TLS.
        throw new CognitoError(
          'InvalidParameterException',
          `${input.AuthFlow} is not enabled for the client.`,
        )
    }
  },
)

async function signInByPassword(call: Call, pool: Pool, username: string, password: string): Promise<object> {
  await assertFewFailuresFrom(call)
  await countAttempt(call, pool.pool_id, username, 'password')
  const user = await findUser(call.db, pool.pool_id, username)
  const matches = await call.hasher.verify(user?.password_hash, password)

  if (!user || !matches) {
    await countFailureFrom(call)
    const tried = { pool_id: pool.pool_id, username }
    await call.db.transaction().execute((tx) => note(call, tx, 'sign_in_failed', tried))
    throw wrongCredentials()
  }
  // Only who knows the password hears about the account's state.
  assertMaySignIn(call, user)

  const progress = await call.db.transaction().execute(async (tx) => {
    // The password may have been changed while it was being compared.
    const current = await findUserForUpdate(tx, user.sub)
    if (current?.password_hash !== user.password_hash) throw wrongCredentials()
    await forgiveAttempts(call, tx, pool.pool_id, username, 'password')
    return proceed(call, tx, { user, answered: [], notes: {} })
  })
  return answerWith(call, pool, progress)
}

function assertMaySignIn(call: Call, user: User): void {
  if (user.status === 'UNCONFIRMED')
    throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.')
  if (user.status === 'RESET_REQUIRED') {
    throw new CognitoError('PasswordResetRequiredException', 'Password reset required for the user')
  }
  const isTemporary = user.status === 'FORCE_CHANGE_PASSWORD'
  if (isTemporary && after(user.password_set_at, TEMPORARY_PASSWORD_LIFE_MS) <= call.now()) {
    throw new CognitoError(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    )
  }
}
