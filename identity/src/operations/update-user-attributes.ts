import { z } from 'zod'
import { type Call, note } from '../accounts.ts'
import {
  AttributeList,
  assertComplete,
  missingAttributes,
  readAttributes,
  SITE_ID,
  usernameOf,
  withoutBlanks,
} from '../attributes.ts'
import { dropPendingDestination, sendCode, VERIFIED_ATTRIBUTES, type VerifiedAttribute } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import type { Attributes, Pool, Tx, User } from '../database.ts'
import { AccessToken, operation } from '../operation.ts'
import { assertKeepsFactor } from '../second-factor.ts'
import { countSend } from '../sends.ts'
import { readBearer } from '../tokens.ts'
import { changeUser, findUserForUpdate } from '../users.ts'

type Promised = { attribute: VerifiedAttribute; destination: string }

/**
 * Signed-in users change what is known about them; a blank value takes it away. A new address or number
 * is only promised: it counts once the code sent there comes back, and until then the old one stays, also
 * where codes of sign-in go.
 */
export const updateUserAttributes = operation(
  z.object({ AccessToken, UserAttributes: AttributeList.min(1) }),
  async (call, { AccessToken, UserAttributes }) => {
    const { pool, user } = await readBearer(call, AccessToken)
    const changes = readAttributes(UserAttributes)
    if (SITE_ID in changes) {
      throw new CognitoError('InvalidParameterException', `user.${SITE_ID}: Attribute cannot be updated.`)
    }
    const promised = takePromised(user, changes)
    for (const { attribute, destination } of promised) {
      if (attribute === 'email') usernameOf(pool, destination)
      await countSend(call, pool.pool_id, user.username, 'verify-attribute')
    }

    const CodeDeliveryDetailsList = await call.db.transaction().execute(async (tx) => {
      const current = await findUserForUpdate(tx, user.sub)
      if (!current) throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
      await changeAttributes(call, tx, pool, current, changes)

      const deliveries = []
      for (const { attribute, destination } of promised) {
        deliveries.push(
          await sendCode(call, tx, current, { purpose: 'verify-attribute', attribute }, destination),
        )
      }
      return deliveries
    })
    return { CodeDeliveryDetailsList }
  },
)

/** Takes the new address and number out of the changes: they wait for their codes. */
function takePromised(user: User, changes: Attributes): Promised[] {
  return VERIFIED_ATTRIBUTES.flatMap((attribute) => {
    const destination = changes[attribute]
    if (destination === undefined || destination.trim() === '') return []
    delete changes[attribute]
    return destination === user.attributes[attribute] ? [] : [{ attribute, destination }]
  })
}

async function changeAttributes(call: Call, tx: Tx, pool: Pool, user: User, changes: Attributes) {
  const attributes = withoutBlanks({ ...user.attributes, ...changes })
  // Who never gave an attribute that is asked for today may still change the others.
  const isTaken = (name: string) => name in changes && name in user.attributes
  if (missingAttributes(pool, attributes).some(isTaken)) assertComplete(pool, attributes)

  const next = { ...user, attributes }
  // A number that is here is blank: others were promised instead.
  if ('phone_number' in changes) {
    next.phone_number_verified = false
    next.mfa_enabled = user.mfa_enabled.filter((one) => one !== 'SMS_MFA')
    if (user.mfa_preferred === 'SMS_MFA') next.mfa_preferred = null
    assertKeepsFactor(pool, user, next)
    await dropPendingDestination(tx, user, 'phone_number')
    if (user.mfa_enabled.includes('SMS_MFA')) await note(call, tx, 'mfa_disabled', user)
  }
  const { phone_number_verified, mfa_enabled, mfa_preferred } = next
  await changeUser(tx, user.sub, { attributes, phone_number_verified, mfa_enabled, mfa_preferred })
  await note(call, tx, 'attributes_changed', user)
}
