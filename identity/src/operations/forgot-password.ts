import { z } from 'zod'
import { deliveryOf, sendCode } from '../codes.ts'
import { inEvenTime } from '../even-time.ts'
import { ClientId, operation, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { countSend, destinationIn } from '../sends.ts'
import { nobody } from '../srp-verifiers.ts'
import { findUser, findUserForUpdate, normalizeUsername } from '../users.ts'

/** Sends a code for a new password. An address without an account gets the same answer, and nothing else. */
export const forgotPassword = operation(z.object({ ClientId, Username }), (call, { ClientId, Username }) =>
  inEvenTime(async () => {
    const pool = await readPoolOfClient(call.db, ClientId)
    const named = await findUser(call.db, pool.pool_id, Username)
    const who = named ?? nobody(call, pool, Username)
    await countSend(call, pool.pool_id, who, 'reset-password', destinationIn(who.username))

    await call.db.transaction().execute(async (tx) => {
      const user = named && (await findUserForUpdate(tx, named.sub))
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
    // The name begins with the address, so the masked answer needs no user. A sub tells nothing.
    return { CodeDeliveryDetails: deliveryOf('email', normalizeUsername(Username)) }
  }),
)
