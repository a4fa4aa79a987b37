import { staffOperation } from '../operation.ts'
import { disableUser } from '../staff-changes.ts'
import { readTarget, StaffTarget } from '../staff-users.ts'

export const adminDisableUser = staffOperation(StaffTarget, async (call, target) => {
  await disableUser(call, await readTarget(call.db, target))
  return {}
})
