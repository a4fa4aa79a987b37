import type { Insertable } from 'kysely'
import type { Attributes, Db, Tx, User, UserTable } from './database.ts'

/** Usernames are case-insensitive. */
export function normalizeUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

/** Whether this is a `sub`, which SRP libraries send after `USER_ID_FOR_SRP`. No username looks like one. */
export function isSub(username: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(normalizeUsername(username))
}

/**
 * Key of rate limits: a user's `sub`, since the username follows the address; for an unknown name, the name or the
 * ID that SRP returns for it.
 */
export type Counted = { username: string; sub?: string | undefined; decoyId?: string; device?: string }

/** @returns parts of a digest, unique to the name or user, and to the device if it is known */
export function countedAs({ sub, username, decoyId, device }: Counted): string[] {
  if (sub === undefined) return ['name', decoyId ?? normalizeUsername(username)]
  return device === undefined ? ['sub', sub] : ['sub', sub, 'device', device]
}

/** Finds a user by name or `sub`, which Cognito accepts interchangeably. */
export function findUser(db: Db, poolId: string, username: string): Promise<User | undefined> {
  return db
    .selectFrom('identity.users')
    .selectAll()
    .where('pool_id', '=', poolId)
    .where(isSub(username) ? 'sub' : 'username', '=', normalizeUsername(username))
    .executeTakeFirst()
}

export function findUserBySub(db: Db, sub: string): Promise<User | undefined> {
  return db.selectFrom('identity.users').selectAll().where('sub', '=', sub).executeTakeFirst()
}

export function readUser(db: Db, sub: string): Promise<User> {
  return db.selectFrom('identity.users').selectAll().where('sub', '=', sub).executeTakeFirstOrThrow()
}

/** Reads and locks a user. */
export function findUserForUpdate(tx: Tx, sub: string): Promise<User | undefined> {
  return tx.selectFrom('identity.users').selectAll().where('sub', '=', sub).forUpdate().executeTakeFirst()
}

/** The columns of a new user. */
export type NewUserRow = Omit<Insertable<UserTable>, 'attributes'> & { attributes: Attributes }

/**
 * Adds a user.
 *
 * @returns undefined when the name is taken
 */
export function addUser(db: Db, user: NewUserRow): Promise<User | undefined> {
  return db
    .insertInto('identity.users')
    .values({ ...user, attributes: JSON.stringify(user.attributes) })
    .onConflict((conflict) => conflict.columns(['pool_id', 'username']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export type UserChanges = Partial<Omit<User, 'sub' | 'pool_id' | 'created_at'>>

export async function changeUser(db: Db, sub: string, changes: UserChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const { attributes, mfa_enabled, ...others } = changes
  await db
    .updateTable('identity.users')
    .set({
      ...others,
      ...(attributes && { attributes: JSON.stringify(attributes) }),
      ...(mfa_enabled && { mfa_enabled: JSON.stringify(mfa_enabled) }),
    })
    .where('sub', '=', sub)
    .execute()
}
