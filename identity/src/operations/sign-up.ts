import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { note } from '../accounts.ts'
import {
  AttributeList,
  assertComplete,
  assertOwnSite,
  readAttributes,
  usernameOf,
  withoutBlanks,
} from '../attributes.ts'
import { sendCode } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import { inTurnOf } from '../line.ts'
import { ClientId, operation, Password, Username } from '../operation.ts'
import { assertPassword } from '../password-policy.ts'
import { keepPassword } from '../passwords.ts'
import { readPoolOfClient } from '../pools.ts'
import { countSend } from '../sends.ts'
import { signUpMark } from '../sign-up-mark.ts'
import { addUser, type NewUserRow } from '../users.ts'

/** Passwords of one network hashed at once: the line everyone shares stays short. */
const AT_ONCE = 50

/** A visitor opens an account on a site; it works once the code sent to the address comes back. */
export const signUp = operation(
  z.object({ ClientId, Username, Password, UserAttributes: AttributeList.optional() }),
  async (call, input) => {
    const pool = await readPoolOfClient(call.db, input.ClientId)
    if (!pool.self_sign_up) {
      throw new CognitoError('NotAuthorizedException', 'This site isn’t accepting new accounts.')
    }
    const attributes = withoutBlanks(readAttributes(input.UserAttributes))
    assertOwnSite(pool, input.Username, attributes)
    assertComplete(pool, attributes)
    const email = attributes.email!
    assertPassword(pool, input.Password, email)
    await countSend(call, pool.pool_id, { username: input.Username }, 'sign-up', {
      attribute: 'email',
      value: email,
    })

    const sub = randomUUID()
    const user: NewUserRow = {
      sub,
      pool_id: pool.pool_id,
      username: usernameOf(pool, email),
      status: 'UNCONFIRMED',
      ...(await inTurnOf('sign-up', call.ip, AT_ONCE, () => keepPassword(call, pool, sub, input.Password))),
      attributes,
      email_verified: false,
      phone_number_verified: false,
      created_at: call.now(),
      signed_up_from: signUpMark(call, sub),
    }
    const CodeDeliveryDetails = await call.db.transaction().execute(async (tx) => {
      const added = await addUser(tx, user)
      if (!added)
        throw new CognitoError('UsernameExistsException', 'There’s already an account for this email.')
      await note(call, tx, 'signed_up', added)
      return sendCode(call, tx, added, { purpose: 'sign-up', attribute: 'email' }, email)
    })
    return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails }
  },
)
