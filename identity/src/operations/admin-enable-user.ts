import { staffOperation } from '../operation.ts'
import { enableUser } from '../staff-changes.ts'
import { readTarget, StaffTarget } from '../staff-users.ts'

export const adminEnableUser = staffOperation(StaffTarget, async (call, target) => {
  await enableUser(call, await readTarget(call.db, target))
  return {}
})
