import { z } from 'zod'
import { findPendingDestination, sendCode, VERIFIED_ATTRIBUTES } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import { AccessToken, operation } from '../operation.ts'
import { countSend } from '../sends.ts'
import { readBearer } from '../tokens.ts'

/** Sends signed-in users a code to prove an address or number: the one they are changing to, if any. */
export const getUserAttributeVerificationCode = operation(
  z.object({ AccessToken, AttributeName: z.enum(VERIFIED_ATTRIBUTES) }),
  async (call, { AccessToken, AttributeName: attribute }) => {
    const { pool, user } = await readBearer(call, AccessToken)
    await countSend(call, pool.pool_id, user.username, 'verify-attribute')

    const CodeDeliveryDetails = await call.db.transaction().execute(async (tx) => {
      const destination = (await findPendingDestination(tx, user, attribute)) ?? user.attributes[attribute]
      if (!destination)
        throw new CognitoError('InvalidParameterException', `User has no attribute ${attribute}`)
      return sendCode(call, tx, user, { purpose: 'verify-attribute', attribute }, destination)
    })
    return { CodeDeliveryDetails }
  },
)
