import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { hashSecret } from '../../secrets/hash-secret.ts'

const FREE_FAILURES = 5
const MAX_LOCK_S = 15 * 60
const FORGOTTEN_AFTER_MS = 15 * 60_000

/**
 * Counts a guess before it is checked, or refuses it while its name is locked: after five, each locks
 * for 2^(n-5) seconds, 15 minutes at most; 15 quiet minutes forgive all. Names nobody has count alike.
 *
 * @throws {Refusal} `too_many_requests`
 */
export async function countGuess(pool: Pool, siteId: number, name: string, now: Date): Promise<void> {
  const quietSince = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
  const failures = sql<number>`case when staff_attempts.last_at <= ${quietSince} then 1 else staff_attempts.failures + 1 end`
  const lockSeconds = sql`least(power(2, least(${failures}, 30) - ${sql.lit(FREE_FAILURES)}), ${sql.lit(MAX_LOCK_S)})`
  const admitted = await inSite(pool, siteId, (db) =>
    db
      .insertInto('staff_attempts')
      .values({ site_id: siteId, key: keyOf(name), failures: 1, last_at: now, locked_until: null })
      .onConflict((conflict) =>
        conflict
          .columns(['site_id', 'key'])
          .doUpdateSet({
            failures,
            last_at: now,
            locked_until: sql`case when ${failures} >= ${sql.lit(FREE_FAILURES)}
              then ${now}::timestamptz + ${lockSeconds} * interval '1 second' end`,
          })
          .where(sql<boolean>`staff_attempts.locked_until is null or staff_attempts.locked_until <= ${now}`),
      )
      .returning('failures')
      .executeTakeFirst(),
  )
  if (admitted === undefined) throw new Refusal('too_many_requests', { seconds: MAX_LOCK_S })
}

/** The guess was right: what failed before it is forgotten. */
export async function forgiveGuesses(pool: Pool, siteId: number, name: string): Promise<void> {
  await inSite(pool, siteId, (db) =>
    db.deleteFrom('staff_attempts').where('site_id', '=', siteId).where('key', '=', keyOf(name)).execute(),
  )
}

function keyOf(name: string): string {
  return hashSecret(name.normalize('NFKC').toLowerCase())
}
