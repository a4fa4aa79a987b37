import type { Insertable } from 'kysely'
import type { Attributes, Db, Tx, User, UserTable } from './database.ts'

/** Two spellings of one name are one user. */
export function normalizeUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

/** Whether a client names a user by `sub`, as SRP libraries do after `USER_ID_FOR_SRP`. No user name looks like one. */
export function isSub(username: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(normalizeUsername(username))
}

/**
 * Whose tries and codes are counted: a user by what never changes, also when the name follows a new
 * address; a name nobody has by itself, or by the id that SRP gives out for it.
 */
export type Counted = { username: string; sub?: string | undefined; decoyId?: string }

/** @returns the parts of a digest that no other name or user shares */
export function countedAs({ sub, username, decoyId }: Counted): string[] {
  return sub === undefined ? ['name', decoyId ?? normalizeUsername(username)] : ['sub', sub]
}

/** Finds a user by name, or by `sub`, which Cognito takes wherever it takes the name. */
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

/** Reads a user whom nobody else may change until the transaction ends. */
export function findUserForUpdate(tx: Tx, sub: string): Promise<User | undefined> {
  return tx.selectFrom('identity.users').selectAll().where('sub', '=', sub).forUpdate().executeTakeFirst()
}

/** A new user has no second factor yet, and nobody shut them out. */
export type NewUserRow = Omit<Insertable<UserTable>, 'attributes'> & { attributes: Attributes }

/**
 * Adds a user under a name that is free.
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
