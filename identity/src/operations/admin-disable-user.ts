import { note } from '../accounts.ts'
import { staffOperation } from '../operation.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { voidSocialCodes } from '../social/links.ts'
import { readTarget, StaffTarget } from '../staff-users.ts'
import { changeUser } from '../users.ts'

/** Staff shuts a user out, at once and everywhere: sessions, sign-ins under way and codes end with it. */
export const adminDisableUser = staffOperation(StaffTarget, async (call, target) => {
  const user = await readTarget(call.db, target)
  await call.db.transaction().execute(async (tx) => {
    await changeUser(tx, user.sub, { disabled_at: user.disabled_at ?? call.now() })
    await revokeSessionsOf(call, tx, user)
    await voidSocialCodes(tx, user)
    await tx.deleteFrom('identity.one_time_codes').where('sub', '=', user.sub).execute()
    await note(call, tx, 'user_disabled', user)
  })
  return {}
})
