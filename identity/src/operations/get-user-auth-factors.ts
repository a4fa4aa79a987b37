import { z } from 'zod'
import { AccessToken, operation } from '../operation.ts'
import { activeFactors } from '../second-factor.ts'
import { readBearer } from '../tokens.ts'
import { firstFactorsFor } from '../user-auth.ts'

/** Lists the signed-in user's sign-in methods and second factors. */
export const getUserAuthFactors = operation(z.object({ AccessToken }), async (call, { AccessToken }) => {
  const { pool, user } = await readBearer(call, AccessToken)
  const factors = activeFactors(pool, user)
  const preferred = factors.find((one) => one === user.mfa_preferred)
  return {
    Username: user.username,
    ConfiguredUserAuthFactors: firstFactorsFor(pool, user),
    ...(factors.length > 0 && { UserMFASettingList: factors }),
    ...(preferred && { PreferredMfaSetting: preferred }),
  }
})
