import { type Call, note } from './accounts.ts'
import { dropPendingDestination } from './codes.ts'
import type { Attributes, Pool, Tx, User } from './database.ts'
import { assertKeepsFactor } from './second-factor.ts'
import { changeUser } from './users.ts'

/**
 * Writes changed and removed attributes. Removing a phone number also removes its verification, a pending code, and
 * text messages as a second factor.
 *
 * @param user locked until the end of the transaction
 * @throws {CognitoError} InvalidParameterException when the number is the last factor and one is required
 */
export async function changeAttributes(
  call: Call,
  tx: Tx,
  pool: Pool,
  user: User,
  change: { set?: Attributes; remove: readonly string[] },
): Promise<void> {
  const next = changed(user, change)
  assertKeepsFactor(pool, user, next)
  const { attributes, phone_number_verified, mfa_enabled, mfa_preferred } = next
  await changeUser(tx, user.sub, { attributes, phone_number_verified, mfa_enabled, mfa_preferred })
  if (change.remove.includes('phone_number')) await dropPendingDestination(tx, user, 'phone_number')
  await note(call, tx, 'attributes_changed', user)
  if (user.attributes.phone_number !== undefined && attributes.phone_number === undefined) {
    await note(call, tx, 'phone_number_removed', user)
  }
  if (mfa_enabled.length < user.mfa_enabled.length) await note(call, tx, 'mfa_disabled', user, 'SMS_MFA')
}

function changed(user: User, { set = {}, remove }: { set?: Attributes; remove: readonly string[] }): User {
  const attributes = Object.fromEntries(
    Object.entries({ ...user.attributes, ...set }).filter(([name]) => !remove.includes(name)),
  )
  if (!remove.includes('phone_number')) return { ...user, attributes }
  return {
    ...user,
    attributes,
    phone_number_verified: false,
    mfa_enabled: user.mfa_enabled.filter((factor) => factor !== 'SMS_MFA'),
    mfa_preferred: user.mfa_preferred === 'SMS_MFA' ? null : user.mfa_preferred,
  }
}
