import type { Db, Tx, User } from './database.ts'

/** Two spellings of one name are one user. */
export function normalizeUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

export function findUser(db: Db, poolId: string, username: string): Promise<User | undefined> {
  return db
    .selectFrom('identity.users')
    .selectAll()
    .where('pool_id', '=', poolId)
    .where('username', '=', normalizeUsername(username))
    .executeTakeFirst()
}

export function readUser(db: Db, sub: string): Promise<User> {
  return db.selectFrom('identity.users').selectAll().where('sub', '=', sub).executeTakeFirstOrThrow()
}

/** Reads a user whom nobody else may change until the transaction ends. */
export function findUserForUpdate(tx: Tx, sub: string): Promise<User | undefined> {
  return tx.selectFrom('identity.users').selectAll().where('sub', '=', sub).forUpdate().executeTakeFirst()
}

/**
 * Adds a user under a name that is free.
 *
 * @returns false when the name is taken
 */
export async function addUser(db: Db, user: User): Promise<boolean> {
  const added = await db
    .insertInto('identity.users')
    .values({ ...user, attributes: JSON.stringify(user.attributes) })
    .onConflict((conflict) => conflict.columns(['pool_id', 'username']).doNothing())
    .returning('sub')
    .executeTakeFirst()
  return added !== undefined
}

export type UserChanges = Partial<Omit<User, 'sub' | 'pool_id' | 'created_at'>>

export async function changeUser(
  db: Db,
  sub: string,
  { attributes, ...changes }: UserChanges,
): Promise<void> {
  await db
    .updateTable('identity.users')
    .set({ ...changes, ...(attributes && { attributes: JSON.stringify(attributes) }) })
    .where('sub', '=', sub)
    .execute()
}
