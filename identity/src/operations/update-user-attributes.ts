import { z } from 'zod'
import {
  AttributeList,
  assertNotRequired,
  readAttributes,
  SITE_ID,
  usernameOf,
  withoutBlanks,
} from '../attributes.ts'
import { changeAttributes } from '../change-attributes.ts'
import { sendCode, VERIFIED_ATTRIBUTES, type VerifiedAttribute } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import type { Attributes, User } from '../database.ts'
import { AccessToken, operation } from '../operation.ts'
import { countSend } from '../sends.ts'
import { readBearer } from '../tokens.ts'
import { findUserForUpdate } from '../users.ts'

type Promised = { attribute: VerifiedAttribute; destination: string }

/**
 * Changes the signed-in user's attributes; a blank value removes one. A new address or number takes effect after its
 * code is entered. Until then the old one stays, also for sign-in codes.
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
      await countSend(call, pool.pool_id, user, 'verify-attribute', { attribute, value: destination })
    }

    const CodeDeliveryDetailsList = await call.db.transaction().execute(async (tx) => {
      const current = await findUserForUpdate(tx, user.sub)
      if (!current) throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
      const set = withoutBlanks(changes)
      const remove = Object.keys(changes).filter((name) => !(name in set))
      assertNotRequired(pool, remove)
      await changeAttributes(call, tx, pool, current, { set, remove })

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

/** Separates new addresses and numbers, which wait for their codes. */
function takePromised(user: User, changes: Attributes): Promised[] {
  return VERIFIED_ATTRIBUTES.flatMap((attribute) => {
    const destination = changes[attribute]
    if (destination === undefined || destination.trim() === '') return []
    delete changes[attribute]
    return destination === user.attributes[attribute] ? [] : [{ attribute, destination }]
  })
}
