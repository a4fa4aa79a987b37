import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { after, type Call, note } from '../accounts.ts'
import { AttributeList, assertOwnSite, readAttributes, usernameOf, withoutBlanks } from '../attributes.ts'
import { deliverCode } from '../codes.ts'
import { CognitoError } from '../cognito-error.ts'
import type { Pool, Tx, User } from '../database.ts'
import { Password, staffOperation } from '../operation.ts'
import { assertPassword } from '../password-policy.ts'
import { passwordColumns } from '../passwords.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { TEMPORARY_PASSWORD_LIFE_MS } from '../sign-in.ts'
import { makeTemporaryPassword, readPool, readTarget, StaffTarget, staffView } from '../staff-users.ts'
import { addUser, changeUser, readUser } from '../users.ts'

/** Attributes that staff may set besides the user's own. */
const VOUCHED = ['email_verified', 'phone_number_verified'] as const

/** Creates an account with a temporary password, which is mailed unless staff hand it over. */
export const adminCreateUser = staffOperation(
  StaffTarget.extend({
    TemporaryPassword: Password.optional(),
    UserAttributes: AttributeList.optional(),
    MessageAction: z.enum(['SUPPRESS', 'RESEND']).optional(),
  }),
  async (call, { UserAttributes = [], TemporaryPassword, MessageAction, ...target }) => {
    const user =
      MessageAction === 'RESEND'
        ? await inviteAgain(call, target, TemporaryPassword)
        : await open(call, target, {
            UserAttributes,
            TemporaryPassword,
            isMailed: MessageAction !== 'SUPPRESS',
          })
    const { attributes: Attributes, ...view } = staffView(user)
    return { User: { ...view, Attributes } }
  },
)

type Target = z.infer<typeof StaffTarget>
type Given = {
  UserAttributes: z.infer<typeof AttributeList>
  TemporaryPassword: string | undefined
  isMailed: boolean
}

async function open(call: Call, target: Target, given: Given): Promise<User> {
  const pool = await readPool(call.db, target.UserPoolId)
  const isVouched = (name: (typeof VOUCHED)[number]) =>
    given.UserAttributes.some((one) => one.Name === name && one.Value.toLowerCase() === 'true')
  const others = given.UserAttributes.filter(({ Name }) => !VOUCHED.some((name) => name === Name))
  const attributes = withoutBlanks(readAttributes(others))
  assertOwnSite(pool, target.Username, attributes)
  const email = attributes.email!
  if (given.isMailed && !isVouched('email_verified')) throw notVouched()
  const password = readPassword(pool, email, given.TemporaryPassword)

  const sub = randomUUID()
  const kept = await passwordColumns(call, pool, sub, password)
  return call.db.transaction().execute(async (tx) => {
    const added = await addUser(tx, {
      sub,
      pool_id: pool.pool_id,
      username: usernameOf(pool, email),
      status: 'FORCE_CHANGE_PASSWORD',
      ...kept,
      attributes,
      email_verified: isVouched('email_verified'),
      phone_number_verified: attributes.phone_number !== undefined && isVouched('phone_number_verified'),
      created_at: call.now(),
    })
    if (!added) throw new CognitoError('UsernameExistsException', 'User account already exists')
    await note(call, tx, 'user_created', added)
    if (given.isMailed) await invite(call, tx, added, password)
    return added
  })
}

/** Replaces a lost or expired temporary password. */
async function inviteAgain(call: Call, target: Target, given: string | undefined): Promise<User> {
  const user = await readTarget(call.db, target)
  const pool = await readPool(call.db, target.UserPoolId)
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new CognitoError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
    )
  }
  if (!user.email_verified) throw notVouched()
  const password = readPassword(pool, user.attributes.email!, given)
  const kept = await passwordColumns(call, pool, user.sub, password)
  return call.db.transaction().execute(async (tx) => {
    await changeUser(tx, user.sub, kept)
    await revokeSessionsOf(call, tx, user)
    await invite(call, tx, user, password)
    return readUser(tx, user.sub)
  })
}

async function invite(call: Call, tx: Tx, user: User, password: string): Promise<void> {
  const use = { purpose: 'invitation', attribute: 'email' } as const
  const expiresAt = after(call.now(), TEMPORARY_PASSWORD_LIFE_MS)
  await deliverCode(call, tx, user, use, { code: password, destination: user.attributes.email!, expiresAt })
}

function readPassword(pool: Pool, email: string, given: string | undefined): string {
  if (given === undefined) return makeTemporaryPassword(pool, email)
  assertPassword(pool, given, email)
  return given
}

/** A password is mailed only to a verified address. */
const notVouched = () =>
  new CognitoError(
    'InvalidParameterException',
    'email_verified must be true to send the invitation by email.',
  )
