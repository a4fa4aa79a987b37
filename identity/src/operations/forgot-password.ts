import { z } from 'zod'
import { deliveryOf, sendCode } from '../codes.ts'
import { inEvenTime } from '../even-time.ts'
import { ClientId, operation, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { countSend } from '../sends.ts'
import { findUser, normalizeUsername } from '../users.ts'

/** Sends a code for a new password. An address without an account gets the same answer, and nothing else. */
export const forgotPassword = operation(z.object({ ClientId, Username }), (call, { ClientId, Username }) =>
  inEvenTime(async () => {
    const pool = await readPoolOfClient(call.db, ClientId)
    await countSend(call, pool.pool_id, Username, 'reset-password')

    await call.db.transaction().execute(async (tx) => {
      const user = await findUser(tx, pool.pool_id, Username)
      // Someone staff shut out hears nothing more than a stranger would.
      if (!user || user.disabled_at) return
      await sendCode(
        call,
        tx,
        user,
        { purpose: 'reset-password', attribute: 'email' },
        user.attributes.email!,
      )
    })
    // The name begins with the address, so the masked answer needs no user.
    return { CodeDeliveryDetails: deliveryOf('email', normalizeUsername(Username)) }
  }),
)
