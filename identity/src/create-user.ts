import { randomUUID } from 'node:crypto'
import type { Accounts } from './accounts.ts'
import { readAttributes, SITE_ID, usernameOf, withoutBlanks } from './attributes.ts'
import { CognitoError } from './cognito-error.ts'
import type { Attributes } from './database.ts'
import { assertPassword } from './password-policy.ts'
import { passwordColumns } from './passwords.ts'
import { findPool } from './pools.ts'
import { addUser, type NewUserRow } from './users.ts'

/** An account created by staff or a seed, without confirmation. */
export type NewUser = {
  poolId: string
  email: string
  password: string
  attributes?: Attributes
  confirmed: true
  /** The user must choose a password at the first sign-in, within seven days. */
  temporary?: boolean
  /** For demo data only: skips the site's password rules. */
  anyPassword?: boolean
}

/** Creates an account without a sign-up code: the caller vouches for the address. */
export async function createUser(
  accounts: Accounts,
  given: NewUser,
): Promise<{ sub: string; username: string }> {
  const pool = await findPool(accounts.db, 'pool_id', given.poolId)
  if (!pool) throw new CognitoError('ResourceNotFoundException', `User pool ${given.poolId} does not exist.`)

  const { email, password } = given
  const named = { ...given.attributes, email, [SITE_ID]: pool.site_id }
  const list = Object.entries(named).map(([Name, Value]) => ({ Name, Value }))
  const attributes = withoutBlanks(readAttributes(list))
  if (!given.anyPassword) assertPassword(pool, password, email)

  const sub = randomUUID()
  const user: NewUserRow = {
    sub,
    pool_id: pool.pool_id,
    username: usernameOf(pool, email),
    status: given.temporary ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
    ...(await passwordColumns(accounts, pool, sub, password)),
    attributes,
    email_verified: true,
    phone_number_verified: false,
    created_at: accounts.now(),
  }
  const added = await addUser(accounts.db, user)
  if (!added) throw new CognitoError('UsernameExistsException', 'There’s already an account for this email.')
  return { sub, username: user.username }
}
