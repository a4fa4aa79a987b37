import { z } from 'zod'
import { findPendingDestination, sendCode, VERIFIED_ATTRIBUTES } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import { AccessToken, operation } from '../operation.ts'
import { countSend } from '../sends.ts'
import { readBearer } from '../tokens.ts'
import { findUserForUpdate } from '../users.ts'

/** Sends a code to verify the signed-in user's address or number, or the pending new one. */
export const getUserAttributeVerificationCode = operation(
  z.object({ AccessToken, AttributeName: z.enum(VERIFIED_ATTRIBUTES) }),
  async (call, { AccessToken, AttributeName: attribute }) => {
    const { pool, user } = await readBearer(call, AccessToken)
    const CodeDeliveryDetails = await call.db.transaction().execute(async (tx) => {
      const current = await findUserForUpdate(tx, user.sub)
      if (!current) throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
      const destination =
        (await findPendingDestination(tx, current, attribute)) ?? current.attributes[attribute]
      if (!destination)
        throw new CognitoError('InvalidParameterException', `User has no attribute ${attribute}`)
      const to = { attribute, value: destination }
      await countSend(call, pool.pool_id, user, 'verify-attribute', to, tx)
      return sendCode(call, tx, current, { purpose: 'verify-attribute', attribute }, destination)
    })
    return { CodeDeliveryDetails }
  },
)
