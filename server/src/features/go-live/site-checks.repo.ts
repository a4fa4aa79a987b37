import type { Db } from '../../database/database.ts'

export type SiteCheck = { name: string; tested: string; works: boolean; words: string; at: Date }

export async function listChecks(db: Db, siteId: number): Promise<Map<string, SiteCheck>> {
  const rows = await db
    .selectFrom('site_checks')
    .select(['name', 'tested', 'works', 'words', 'at'])
    .where('site_id', '=', siteId)
    .execute()
  return new Map(rows.map((row) => [row.name, row]))
}

/** Keeps the last result of each. */
export async function keepChecks(db: Db, siteId: number, checks: readonly SiteCheck[]): Promise<void> {
  if (checks.length === 0) return
  await db
    .insertInto('site_checks')
    .values(checks.map((check) => ({ ...check, site_id: siteId })))
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'name']).doUpdateSet(({ ref }) => ({
        tested: ref('excluded.tested'),
        works: ref('excluded.works'),
        words: ref('excluded.words'),
        at: ref('excluded.at'),
      })),
    )
    .execute()
}
