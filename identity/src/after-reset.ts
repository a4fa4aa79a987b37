import { SITE_ID } from './attributes.ts'
import type { Pool, User } from './database.ts'
import { isPhoneOnlyWay } from './second-factor.ts'
import { REGISTRATION_GONE } from './unproved-registration.ts'
import type { UserChanges } from './users.ts'

/**
 * Further changes to an account when a mailed code resets its password.
 *
 * If the address was never verified, the mailbox's owner gets the account and everything else of that registration
 * is removed. So is an unverified number, if text messages would be the only second factor.
 */
export function changesByReset(pool: Pool, user: User): UserChanges {
  const { email, phone_number, ...others } = user.attributes
  switch (user.status) {
    case 'UNCONFIRMED':
      return {
        ...REGISTRATION_GONE,
        attributes: { email: email!, [SITE_ID]: pool.site_id },
        must_complete: true,
      }
    case 'FORCE_CHANGE_PASSWORD':
      // The challenge of a temporary password is no longer needed.
      return { must_complete: true }
    default:
      if (phone_number === undefined || user.phone_number_verified || !isPhoneOnlyWay(pool)) return {}
      return { attributes: { ...others, email: email! }, must_complete: true }
  }
}
