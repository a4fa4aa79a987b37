import { z } from 'zod'
import { deliveryOf, sendCode } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import { inEvenTime } from '../even-time.ts'
import { ClientId, operation, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { countSend, destinationIn } from '../sends.ts'
import { findUser, findUserForUpdate, normalizeUsername } from '../users.ts'

/** Sends the code of sign-up once more. The sign-in screens compare the refusal's text, to the letter. */
export const resendConfirmationCode = operation(
  z.object({ ClientId, Username }),
  (call, { ClientId, Username }) =>
    inEvenTime(async () => {
      const pool = await readPoolOfClient(call.db, ClientId)
      // By the name, which cannot change before it is confirmed.
      await countSend(call, pool.pool_id, { username: Username }, 'sign-up', destinationIn(Username))

      const CodeDeliveryDetails = await call.db.transaction().execute(async (tx) => {
        const named = await findUser(tx, pool.pool_id, Username)
        const user = named && (await findUserForUpdate(tx, named.sub))
        if (!user || user.disabled_at) return deliveryOf('email', normalizeUsername(Username))
        if (user.status !== 'UNCONFIRMED') {
          throw new CognitoError('InvalidParameterException', 'User is already confirmed.')
        }
        return sendCode(call, tx, user, { purpose: 'sign-up', attribute: 'email' }, user.attributes.email!)
      })
      return { CodeDeliveryDetails }
    }),
)
