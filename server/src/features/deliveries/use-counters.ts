import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'

type UseLimit = { uses: number; withinMs: number }

/**
 * Counts a use by name, in the database, so that it survives restarts and all servers share it. The count
 * starts over after its period.
 *
 * @returns whether it is still within its limit
 */
export async function countUse(
  db: Db,
  siteId: number,
  key: string,
  limit: UseLimit,
  at: Date,
): Promise<boolean> {
  const over = new Date(at.getTime() - limit.withinMs)
  const { uses } = await db
    .insertInto('use_counters')
    .values({ site_id: siteId, key, uses: 1, began_at: at })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'key']).doUpdateSet((eb) => {
        const isOver = eb('use_counters.began_at', '<=', over)
        const more = eb('use_counters.uses', '+', 1)
        return {
          uses: eb.case().when(isOver).then(1).else(more).end(),
          began_at: eb.case().when(isOver).then(at).else(eb.ref('use_counters.began_at')).end(),
        }
      }),
    )
    .returning('uses')
    .executeTakeFirstOrThrow()
  return uses <= limit.uses
}

/** @throws {Refusal} `too_many_requests` over the limit */
export async function assertFewUses(
  db: Db,
  siteId: number,
  key: string,
  limit: UseLimit,
  at: Date,
): Promise<void> {
  const isFew = await countUse(db, siteId, key, limit, at)
  if (!isFew) throw new Refusal('too_many_requests', { seconds: limit.withinMs / 1_000 })
}
