import type { Db } from './database.ts'
import { setLocal } from './sql.ts'

/**
 * Runs queries on the accounts service's tables as a part of a site's transaction. The request's role
 * can't reach them; both commit together or not at all.
 */
export async function asOwner<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const { role } = await db
    .selectNoFrom(({ fn, val }) => fn<string>('current_setting', [val('role')]).as('role'))
    .executeTakeFirstOrThrow()
  await setLocal(db, 'role', 'none')
  try {
    return await work()
  } finally {
    // A failed transaction resets the role automatically.
    await setLocal(db, 'role', role).catch(() => {})
  }
}
