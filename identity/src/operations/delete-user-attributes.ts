import { z } from 'zod'
import { note } from '../accounts.ts'
import { SITE_ID } from '../attributes.ts'
import { CognitoError } from '../cognito-error.ts'
import type { Tx, User } from '../database.ts'
import { AccessToken, operation } from '../operation.ts'
import { activeFactors } from '../second-factor.ts'
import { readBearer } from '../tokens.ts'
import { changeUser, findUserForUpdate } from '../users.ts'

/** Without these there is no account. */
const KEPT: readonly string[] = ['sub', 'email', SITE_ID]

/**
 * Signed-in users take back what they told about themselves. With a phone number goes what was proved
 * of it, the code still on its way to it, and codes by text message as a second factor.
 */
export const deleteUserAttributes = operation(
  z.object({ AccessToken, UserAttributeNames: z.array(z.string().min(1).max(32)).min(1).max(50) }),
  async (call, { AccessToken, UserAttributeNames: names }) => {
    const { pool, user } = await readBearer(call, AccessToken)
    const kept = names.find((name) => KEPT.includes(name) || pool.required_attributes.includes(name))
    if (kept) throw invalid(`user.${kept}: Attribute cannot be deleted.`)

    await call.db.transaction().execute(async (tx) => {
      const current = await findUserForUpdate(tx, user.sub)
      if (!current) throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
      const next = without(current, names)
      const isLastFactor = activeFactors(pool, current).length > 0 && activeFactors(pool, next).length === 0
      if (pool.mfa === 'required' && isLastFactor) {
        throw invalid('A second factor is required: the number of the last one cannot be deleted.')
      }
      const { attributes, phone_number_verified, mfa_enabled, mfa_preferred } = next
      await changeUser(tx, user.sub, { attributes, phone_number_verified, mfa_enabled, mfa_preferred })
      if (names.includes('phone_number')) await forgetPhoneCode(tx, user)
      await note(call, tx, 'attributes_changed', user)
      if (mfa_enabled.length < current.mfa_enabled.length) await note(call, tx, 'mfa_disabled', user)
    })
    return {}
  },
)

function without(user: User, names: readonly string[]): User {
  const attributes = Object.fromEntries(
    Object.entries(user.attributes).filter(([name]) => !names.includes(name)),
  )
  if (!names.includes('phone_number')) return { ...user, attributes }
  return {
    ...user,
    attributes,
    phone_number_verified: false,
    mfa_enabled: user.mfa_enabled.filter((factor) => factor !== 'SMS_MFA'),
    mfa_preferred: user.mfa_preferred === 'SMS_MFA' ? null : user.mfa_preferred,
  }
}

/** A number on its way to being the new one is given up with the old. */
async function forgetPhoneCode(tx: Tx, { sub }: User): Promise<void> {
  await tx
    .deleteFrom('identity.one_time_codes')
    .where('sub', '=', sub)
    .where('purpose', '=', 'verify-attribute')
    .where('attribute', '=', 'phone_number')
    .execute()
}

const invalid = (message: string) => new CognitoError('InvalidParameterException', message)
