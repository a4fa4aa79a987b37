import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Call, note } from '../accounts.ts'
import {
  AttributeList,
  assertComplete,
  assertOwnSite,
  readAttributes,
  usernameOf,
  withoutBlanks,
} from '../attributes.ts'
import { deliveryOf, sendCode, tellAccountExists } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import type { Pool, Tx, User } from '../database.ts'
import { inEvenTime } from '../even-time.ts'
import { inTurnOf } from '../line.ts'
import { ClientId, operation, Password, Username } from '../operation.ts'
import { assertPassword } from '../password-policy.ts'
import { passwordColumns } from '../passwords.ts'
import { readPoolOfClient } from '../pools.ts'
import { countSend } from '../sends.ts'
import { SignUpMetadata, signUpMarks } from '../sign-up-mark.ts'
import { unknownUser } from '../srp-verifiers.ts'
import { addUser, findUser, findUserForUpdate, type NewUserRow } from '../users.ts'

/** Concurrent hashes per network, so that one can't fill the shared queue. */
const AT_ONCE = 50

/** Creates an account, to be confirmed with the code sent to its address. */
export const signUp = operation(
  z.object({
    ClientId,
    Username,
    Password,
    UserAttributes: AttributeList.optional(),
    ClientMetadata: SignUpMetadata,
  }),
  async (call, input) => {
    const pool = await readPoolOfClient(call.db, input.ClientId)
    if (!pool.self_sign_up || !(await call.maySignUp(pool.pool_id, call.request))) {
      throw new CognitoError('NotAuthorizedException', 'This site isn’t accepting new accounts.')
    }
    const attributes = withoutBlanks(readAttributes(input.UserAttributes))
    assertOwnSite(pool, input.Username, attributes)
    assertComplete(pool, attributes)
    const email = attributes.email!
    assertPassword(pool, input.Password, email)
    await countSend(call, pool.pool_id, unknownUser(call, pool, input.Username), 'sign-up', {
      attribute: 'email',
      value: email,
    })

    const sub = randomUUID()
    const user: NewUserRow = {
      sub,
      pool_id: pool.pool_id,
      username: usernameOf(pool, email),
      status: 'UNCONFIRMED',
      ...(await inTurnOf('sign-up', call.ip, AT_ONCE, () =>
        passwordColumns(call, pool, sub, input.Password),
      )),
      attributes,
      email_verified: false,
      phone_number_verified: false,
      created_at: call.now(),
      ...signUpMarks(call, sub, input.ClientMetadata),
    }
    const write = () =>
      call.db.transaction().execute(async (tx) => {
        const added = (await addUser(tx, user)) ?? (await addInPlace(call, tx, pool, user))
        if (!added) return deliveryOf('email', email)
        await note(call, tx, 'signed_up', added)
        return sendCode(call, tx, added, { purpose: 'sign-up', attribute: 'email' }, email)
      })
    const CodeDeliveryDetails = await inEvenTime(write)
    return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails }
  },
)

/**
 * Sign-up with a taken name. A site that hides accounts gives the same answer as for a free name: an unconfirmed
 * registration is replaced (a code confirms only its own browser's password), and the owner of an account is
 * notified by mail.
 *
 * @returns the new registration; undefined if an account exists
 * @throws {CognitoError} UsernameExistsException if the site doesn't hide accounts
 */
async function addInPlace(call: Call, tx: Tx, pool: Pool, user: NewUserRow): Promise<User | undefined> {
  if (!pool.hide_accounts)
    throw new CognitoError('UsernameExistsException', 'There’s already an account for this email.')
  const named = await findUser(tx, pool.pool_id, user.username)
  const owner = named && (await findUserForUpdate(tx, named.sub))
  if (owner?.disabled_at) return undefined
  if (owner && owner.status !== 'UNCONFIRMED') {
    await tellAccountExists(call, tx, owner)
    return undefined
  }
  if (owner) await tx.deleteFrom('identity.users').where('sub', '=', owner.sub).execute()
  return addUser(tx, user)
}
