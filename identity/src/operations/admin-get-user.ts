import { staffOperation } from '../operation.ts'
import { activeFactors } from '../second-factor.ts'
import { readPool, readTarget, StaffTarget, staffView } from '../staff-users.ts'

/** Reads a user for staff. */
export const adminGetUser = staffOperation(StaffTarget, async (call, target) => {
  const pool = await readPool(call.db, target.UserPoolId)
  const user = await readTarget(call.db, target)
  const factors = activeFactors(pool, user)
  const { attributes: UserAttributes, ...view } = staffView(user)
  return {
    ...view,
    UserAttributes,
    UserMFASettingList: factors,
    ...(user.mfa_preferred && { PreferredMfaSetting: user.mfa_preferred }),
  }
})
