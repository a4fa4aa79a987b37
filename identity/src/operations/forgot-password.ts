import { z } from 'zod'
import { deliveryOf, sendCode } from '../codes.ts'
import { inEvenTime } from '../even-time.ts'
import { ClientId, operation, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { countSend, destinationIn } from '../sends.ts'
import { unknownUser } from '../srp-verifiers.ts'
import { findUser, findUserForUpdate, normalizeUsername } from '../users.ts'

/** Sends a code for a new password. An unknown address gets the same answer and no mail. */
export const forgotPassword = operation(z.object({ ClientId, Username }), (call, { ClientId, Username }) =>
  inEvenTime(async () => {
    const pool = await readPoolOfClient(call.db, ClientId)
    const named = await findUser(call.db, pool.pool_id, Username)
    const who = named ?? unknownUser(call, pool, Username)
    await countSend(call, pool.pool_id, who, 'reset-password', destinationIn(who.username))

    await call.db.transaction().execute(async (tx) => {
      const user = named && (await findUserForUpdate(tx, named.sub))
      // A disabled account gets the answer for an unknown name.
      if (!user || user.disabled_at) return
      await sendCode(
        call,
        tx,
        user,
        { purpose: 'reset-password', attribute: 'email' },
        user.attributes.email!,
      )
    })
    // The name starts with the address, so masking it needs no user. A `sub` reveals nothing.
    return { CodeDeliveryDetails: deliveryOf('email', normalizeUsername(Username)) }
  }),
)
