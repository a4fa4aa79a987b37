import { z } from 'zod'
import { note } from '../accounts.ts'
import { AttributeList, readAttributes, SITE_ID, usernameOf } from '../attributes.ts'
import { sendCode, VERIFIED_ATTRIBUTES } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import { AccessToken, operation } from '../operation.ts'
import { countSend } from '../sends.ts'
import { readBearer } from '../tokens.ts'
import { changeUser, findUserForUpdate } from '../users.ts'

/**
 * Signed-in users change what is known about them. A new address or number is only promised: it counts
 * once the code sent there comes back, and until then the old one stays.
 */
export const updateUserAttributes = operation(
  z.object({ AccessToken, UserAttributes: AttributeList.min(1) }),
  async (call, { AccessToken, UserAttributes }) => {
    const { pool, user } = await readBearer(call, AccessToken)
    const changes = readAttributes(UserAttributes)
    if (SITE_ID in changes) {
      throw new CognitoError('InvalidParameterException', `user.${SITE_ID}: Attribute cannot be updated.`)
    }
    const promised = VERIFIED_ATTRIBUTES.flatMap((attribute) => {
      const destination = changes[attribute]
      delete changes[attribute]
      return destination === undefined || destination === user.attributes[attribute]
        ? []
        : [{ attribute, destination }]
    })
    for (const { attribute, destination } of promised) {
      if (attribute === 'email') usernameOf(pool, destination)
      await countSend(call, pool.pool_id, user.username, 'verify-attribute')
    }

    const CodeDeliveryDetailsList = await call.db.transaction().execute(async (tx) => {
      const current = await findUserForUpdate(tx, user.sub)
      if (!current) throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
      await changeUser(tx, user.sub, { attributes: { ...current.attributes, ...changes } })
      await note(call, tx, 'attributes_changed', user)

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
