import { z } from 'zod'
import { deliveryOf, sendCode } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import { inEvenTime } from '../even-time.ts'
import { ClientId, operation, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { countSend, destinationIn } from '../sends.ts'
import { isWhoSignedUp } from '../sign-up-mark.ts'
import { unknownUser } from '../srp-verifiers.ts'
import { findUser, findUserForUpdate, normalizeUsername } from '../users.ts'

/**
 * Sends the sign-up code again. Only the visitor who signed up learns that the account is already confirmed, in a
 * message that sign-in screens compare exactly; others get the answer for an unknown name.
 *
 * @see docs/spec.md §8
 */
export const resendConfirmationCode = operation(
  z.object({ ClientId, Username }),
  (call, { ClientId, Username }) =>
    inEvenTime(async () => {
      const pool = await readPoolOfClient(call.db, ClientId)
      const named = await findUser(call.db, pool.pool_id, Username)
      const who = unknownUser(call, pool, named?.username ?? Username)
      await countSend(call, pool.pool_id, who, 'sign-up', destinationIn(who.username))

      const CodeDeliveryDetails = await call.db.transaction().execute(async (tx) => {
        const user = named && (await findUserForUpdate(tx, named.sub))
        const isOpen = user !== undefined && user.status !== 'UNCONFIRMED'
        if (isOpen && isWhoSignedUp(call, pool, user)) {
          throw new CognitoError('InvalidParameterException', 'User is already confirmed.')
        }
        if (!user || isOpen || user.disabled_at) return deliveryOf('email', normalizeUsername(Username))
        await sendCode(call, tx, user, { purpose: 'sign-up', attribute: 'email' }, user.attributes.email!)
        return deliveryOf('email', normalizeUsername(Username))
      })
      return { CodeDeliveryDetails }
    }),
)
