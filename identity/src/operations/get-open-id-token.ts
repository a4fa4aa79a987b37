import { z } from 'zod'
import { IdentityId, Logins, readVisitor, signOpenIdToken } from '../identity-pool.ts'
import { operation } from '../operation.ts'

/** Signs a visitor's identity for ten minutes: a guest, or a user with an ID token. */
export const getOpenIdToken = operation(
  z.object({ IdentityId, Logins }),
  async (call, { IdentityId: asked, Logins }) => {
    const { visitor, identityId } = await readVisitor(call, asked, Logins)
    return { IdentityId: identityId, Token: await signOpenIdToken(call, identityId, visitor) }
  },
)
