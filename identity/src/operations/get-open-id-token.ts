import { z } from 'zod'
import { CognitoError } from '../cognito-error.ts'
import {
  findVisitor,
  IdentityId,
  identityIdOf,
  isGuestId,
  Logins,
  signOpenIdToken,
} from '../identity-pool.ts'
import { operation } from '../operation.ts'

/** Signs who a visitor of the identity pool is, for ten minutes: a guest, or a user with an identity token. */
export const getOpenIdToken = operation(
  z.object({ IdentityId, Logins }),
  async (call, { IdentityId: asked, Logins }) => {
    const visitor = await findVisitor(call, Logins)
    if (!visitor && !isGuestId(call, asked)) {
      throw new CognitoError('ResourceNotFoundException', `Identity '${asked}' not found.`)
    }
    const IdentityId = visitor ? identityIdOf(call, visitor) : asked
    return { IdentityId, Token: await signOpenIdToken(call, IdentityId, visitor) }
  },
)
