import { z } from 'zod'
import { CognitoError } from '../cognito-error.ts'
import {
  findVisitor,
  IdentityId,
  identityIdOf,
  isGuestId,
  Logins,
  makeCredentials,
} from '../identity-pool.ts'
import { operation } from '../operation.ts'

/**
 * Hands out credentials to a guest, or to a user with an identity token. A guest who has signed in since
 * asks under the guest's name and is answered with the user's.
 */
export const getCredentialsForIdentity = operation(
  z.object({ IdentityId, Logins }),
  async (call, { IdentityId: asked, Logins }) => {
    const visitor = await findVisitor(call, Logins)
    if (!visitor && !isGuestId(call, asked)) {
      throw new CognitoError('ResourceNotFoundException', `Identity '${asked}' not found.`)
    }
    const IdentityId = visitor ? identityIdOf(call, visitor) : asked
    return { IdentityId, Credentials: makeCredentials(call, IdentityId) }
  },
)
