import type { Db, Pool } from '../../../database/database.ts'
import { inSite } from '../../../database/in-site.ts'

/** A site’s tokens of a day. */
export type DailyTokens = {
  /** Takes tokens before they’re used. @returns false if not that many are left */
  take: (count: number) => Promise<boolean>
  /** Gives back what wasn’t used; takes more if it’s negative. */
  giveBack: (count: number) => Promise<void>
}

/** @param day such as `2026-12-04`, in the site’s time zone */
export function dailyTokens(pool: Pool, siteId: number, day: string, most: number): DailyTokens {
  return {
    take: (count) => inSite(pool, siteId, (db) => take(db, siteId, { day, most, count })),
    giveBack: (count) => inSite(pool, siteId, (db) => giveBack(db, siteId, day, count)),
  }
}

type Taken = { day: string; most: number; count: number }

async function take(db: Db, siteId: number, { day, most, count }: Taken): Promise<boolean> {
  if (count > most) return false
  await db.deleteFrom('model_tokens').where('site_id', '=', siteId).where('day', '<', day).execute()
  const row = await db
    .insertInto('model_tokens')
    .values({ site_id: siteId, day, tokens: count })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'day'])
        .doUpdateSet(({ eb }) => ({ tokens: eb('model_tokens.tokens', '+', count) }))
        .where('model_tokens.tokens', '<=', most - count),
    )
    .returning('tokens')
    .executeTakeFirst()
  return row !== undefined
}

async function giveBack(db: Db, siteId: number, day: string, count: number): Promise<void> {
  await db
    .updateTable('model_tokens')
    .set(({ eb }) => ({ tokens: eb('tokens', '-', count) }))
    .where('site_id', '=', siteId)
    .where('day', '=', day)
    .execute()
}
