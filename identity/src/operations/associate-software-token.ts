import { z } from 'zod'
import { after, type Call } from '../accounts.ts'
import { AccessToken, operation, Session } from '../operation.ts'
import { readBearer } from '../tokens.ts'
import { makeSetup, startSetup, TOTP_SETUP_MS } from '../totp-setup.ts'
import { changeUser } from '../users.ts'

/**
 * Issues a secret for an authenticator app, to a signed-in user or in a sign-in that requires setup. The current app
 * keeps working until the new one's first code.
 */
export const associateSoftwareToken = operation(
  z.union([
    z.object({ AccessToken, Session: z.undefined().optional() }),
    z.object({ Session, AccessToken: z.undefined().optional() }),
  ]),
  (call, input) =>
    input.AccessToken === undefined
      ? associateAtSignIn(call, input.Session)
      : associateSignedIn(call, input.AccessToken),
)

async function associateSignedIn(call: Call, accessToken: string) {
  const { pool, user } = await readBearer(call, accessToken)
  const { secret, sealed } = makeSetup(call, pool, user)
  await changeUser(call.db, user.sub, {
    totp_pending: sealed,
    totp_pending_until: after(call.now(), TOTP_SETUP_MS),
  })
  return { SecretCode: secret }
}

async function associateAtSignIn(call: Call, session: string) {
  const { secret, ticket } = await startSetup(call, session)
  return { SecretCode: secret, Session: ticket }
}
