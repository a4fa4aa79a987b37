import { z } from 'zod'
import { AccessToken, operation } from '../operation.ts'
import { activeFactors } from '../second-factor.ts'
import { readBearer } from '../tokens.ts'
import { firstFactorsFor } from '../user-auth.ts'

/** Tells signed-in users how they may sign in, and which second factors they are asked for. */
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
