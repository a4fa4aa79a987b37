import { z } from 'zod'
import { wireAttributes } from '../attributes.ts'
import { AccessToken, operation } from '../operation.ts'
import { activeFactors } from '../second-factor.ts'
import { identitiesOf } from '../social/links.ts'
import { readBearer } from '../tokens.ts'

/** Reads the signed-in user's attributes and second factors. */
export const getUser = operation(z.object({ AccessToken }), async (call, { AccessToken }) => {
  const { pool, user } = await readBearer(call, AccessToken)
  const identities = await identitiesOf(call.db, user)
  const factors = activeFactors(pool, user)
  const preferred = factors.find((one) => one === user.mfa_preferred)
  return {
    Username: user.username,
    UserAttributes: [
      ...wireAttributes(user),
      ...(identities === undefined ? [] : [{ Name: 'identities', Value: identities }]),
    ],
    ...(factors.length > 0 && { UserMFASettingList: factors }),
    ...(preferred && { PreferredMfaSetting: preferred }),
  }
})
