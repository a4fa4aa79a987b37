import { SITE_ID } from './attributes.ts'
import type { Pool, User } from './database.ts'
import { isPhoneOnlyWay } from './second-factor.ts'
import { REGISTRATION_GONE } from './unproved-registration.ts'
import type { UserChanges } from './users.ts'

/**
 * What becomes of an account, besides its password, when a code sent to its mailbox resets it.
 *
 * Somebody may have registered the address without ever proving it to be theirs: whoever reads its mail
 * is the owner, and nothing of that registration stays. Nor does a number nobody proved, where codes
 * by text message would be the only second factor.
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
      // The question that comes with a temporary password is not asked any more.
      return { must_complete: true }
    default:
      if (phone_number === undefined || user.phone_number_verified || !isPhoneOnlyWay(pool)) return {}
      return { attributes: { ...others, email: email! }, must_complete: true }
  }
}
