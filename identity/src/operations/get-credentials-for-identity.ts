import { z } from 'zod'
import { IdentityId, Logins, makeCredentials, readVisitor } from '../identity-pool.ts'
import { operation } from '../operation.ts'

/** Issues credentials to a guest, or to a user with an ID token. */
export const getCredentialsForIdentity = operation(
  z.object({ IdentityId, Logins }),
  async (call, { IdentityId: asked, Logins }) => {
    const { identityId } = await readVisitor(call, asked, Logins)
    return { IdentityId: identityId, Credentials: makeCredentials(call, identityId) }
  },
)
