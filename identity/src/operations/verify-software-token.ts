import { z } from 'zod'
import { type Call, note } from '../accounts.ts'
import { CognitoError } from '../cognito-error.ts'
import { AccessToken, operation, Session } from '../operation.ts'
import { readBearer } from '../tokens.ts'
import { checkFirstCode, finishSetup } from '../totp-setup.ts'
import { changeUser, findUserForUpdate } from '../users.ts'

const UserCode = z.string().regex(/^[0-9]{6}$/)

/**
 * Checks the first code of an authenticator app. A signed-in user then turns the factor on (SetUserMFAPreference);
 * a pending sign-in continues with it.
 */
export const verifySoftwareToken = operation(
  z.union([
    z.object({ UserCode, AccessToken, Session: z.undefined().optional() }),
    z.object({ UserCode, Session, AccessToken: z.undefined().optional() }),
  ]),
  (call, input) =>
    input.AccessToken === undefined
      ? verifyAtSignIn(call, input.Session, input.UserCode)
      : verifySignedIn(call, input.AccessToken, input.UserCode),
)

async function verifySignedIn(call: Call, accessToken: string, code: string) {
  const { pool, user } = await readBearer(call, accessToken)
  const isWaiting = user.totp_pending_until !== null && user.totp_pending_until > call.now()
  const sealed = isWaiting ? user.totp_pending : null
  const step = await checkFirstCode(call, pool, user, sealed, code)

  await call.db.transaction().execute(async (tx) => {
    const current = await findUserForUpdate(tx, user.sub)
    // Another window restarted the setup, or finished it first.
    if (current?.totp_pending !== sealed) {
      throw new CognitoError(
        'EnableSoftwareTokenMFAException',
        'That code isn’t right. Enter the newest code from your app.',
      )
    }
    await changeUser(tx, user.sub, {
      totp_secret: sealed,
      totp_last_step: step,
      totp_pending: null,
      totp_pending_until: null,
    })
    const hadOne = current.mfa_enabled.includes('SOFTWARE_TOKEN_MFA')
    await note(call, tx, hadOne ? 'authenticator_replaced' : 'authenticator_set_up', user)
  })
  return { Status: 'SUCCESS' }
}

async function verifyAtSignIn(call: Call, session: string, code: string) {
  return { Status: 'SUCCESS', Session: await finishSetup(call, session, code) }
}
