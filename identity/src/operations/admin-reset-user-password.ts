import { note } from '../accounts.ts'
import { sendCode } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import { staffOperation } from '../operation.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { removeLinks } from '../social/links.ts'
import { readTarget, StaffTarget } from '../staff-users.ts'
import { changeUser, findUserForUpdate } from '../users.ts'

/** Requires a new password: voids the old one and mails a code. */
export const adminResetUserPassword = staffOperation(StaffTarget, async (call, target) => {
  const { sub } = await readTarget(call.db, target)
  await call.db.transaction().execute(async (tx) => {
    const user = await findUserForUpdate(tx, sub)
    if (!user) throw new CognitoError('UserNotFoundException', 'User does not exist.')
    if (user.status !== 'CONFIRMED' && user.status !== 'RESET_REQUIRED') {
      throw new CognitoError('NotAuthorizedException', 'User password cannot be reset in the current state.')
    }
    if (!user.email_verified || user.attributes.email === undefined) {
      throw new CognitoError(
        'InvalidParameterException',
        'Cannot reset password for the user as there is no registered/verified email or phone_number',
      )
    }
    await changeUser(tx, sub, { status: 'RESET_REQUIRED' })
    await revokeSessionsOf(call, tx, user)
    await removeLinks(call, tx, user)
    await note(call, tx, 'password_reset_required', user)
    if (user.disabled_at) return
    await sendCode(call, tx, user, { purpose: 'reset-password', attribute: 'email' }, user.attributes.email)
  })
  return {}
})
