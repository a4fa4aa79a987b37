import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { wireAttributes } from './attributes.ts'
import { CognitoError } from './cognito-error.ts'
import type { Db, Pool, User } from './database.ts'
import { Username, UserPoolId } from './operation.ts'
import { assertPassword } from './password-policy.ts'
import { findPool } from './pools.ts'
import { findUser } from './users.ts'

/** How staff refer to a user. */
export const StaffTarget = z.object({ UserPoolId, Username })

/** @throws {CognitoError} ResourceNotFoundException */
export async function readPool(db: Db, poolId: string): Promise<Pool> {
  const pool = await findPool(db, 'pool_id', poolId)
  if (!pool) throw new CognitoError('ResourceNotFoundException', `User pool ${poolId} does not exist.`)
  return pool
}

/**
 * For staff, who may know whether an account exists.
 *
 * @throws {CognitoError} ResourceNotFoundException or UserNotFoundException
 */
export async function readTarget(db: Db, target: z.infer<typeof StaffTarget>): Promise<User> {
  const pool = await readPool(db, target.UserPoolId)
  const user = await findUser(db, pool.pool_id, target.Username)
  if (!user) throw new CognitoError('UserNotFoundException', 'User does not exist.')
  return user
}

/** What staff see of a user. */
export function staffView(user: User) {
  return {
    Username: user.username,
    UserCreateDate: user.created_at.getTime() / 1000,
    Enabled: user.disabled_at === null,
    UserStatus: user.status,
    attributes: wireAttributes(user),
  }
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'
const SYMBOLS = '-+=.'
const TEMPORARY_LENGTH = 14

/** A temporary password, mailed to its owner and never shown to staff. */
export function makeTemporaryPassword(pool: Pool, email: string): string {
  const alphabet = LETTERS + LETTERS.toUpperCase() + DIGITS
  const one = (from: string) => from[randomInt(from.length)]!
  const length = Math.max(TEMPORARY_LENGTH, pool.password_policy.minLength - 4)
  for (;;) {
    const random = Array.from({ length }, () => one(alphabet)).join('')
    const password = random + one(LETTERS) + one(LETTERS.toUpperCase()) + one(SYMBOLS) + one(DIGITS)
    try {
      assertPassword(pool, password, email)
      return password
    } catch (cause) {
      // It contained a common word by chance: try again.
      if (!(cause instanceof CognitoError)) throw cause
    }
  }
}
