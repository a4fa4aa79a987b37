import { note } from '../accounts.ts'
import { staffOperation } from '../operation.ts'
import { readTarget, StaffTarget } from '../staff-users.ts'
import { changeUser } from '../users.ts'

/** Staff lets a user in again. What ended stays ended: they sign in anew. */
export const adminEnableUser = staffOperation(StaffTarget, async (call, target) => {
  const user = await readTarget(call.db, target)
  await call.db.transaction().execute(async (tx) => {
    await changeUser(tx, user.sub, { disabled_at: null })
    await note(call, tx, 'user_enabled', user)
  })
  return {}
})
