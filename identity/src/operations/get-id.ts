import { z } from 'zod'
import { CognitoError } from '../cognito-error.ts'
import {
  findVisitor,
  IdentityPoolId,
  identityIdOf,
  Logins,
  makeGuestId,
  readIdentityPool,
} from '../identity-pool.ts'
import { operation } from '../operation.ts'

/** A visitor's identity ID: stable for users, new for each guest. */
export const getId = operation(
  z.object({ IdentityPoolId, Logins }),
  async (call, { IdentityPoolId, Logins }) => {
    const pool = await readIdentityPool(call, IdentityPoolId)
    const visitor = await findVisitor(call, Logins)
    if (!visitor) return { IdentityId: makeGuestId(call, pool) }
    if (visitor.pool.pool_id !== pool.pool_id) {
      throw new CognitoError(
        'NotAuthorizedException',
        'Token is not from a supported provider of this identity pool.',
      )
    }
    return { IdentityId: identityIdOf(call, visitor) }
  },
)
