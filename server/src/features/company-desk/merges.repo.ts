import { isMergeAsked } from '@laurel/domain/company-merges'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { CompanyMerges } from '../../database/generated/tables.ts'
import { readCompany } from './office-companies.repo.ts'

export type MergeRow = Selectable<CompanyMerges>

/** A company's merge that is asked for or done. */
export function findLive(db: Db, siteId: number, companyId: number): Promise<MergeRow | undefined> {
  return db
    .selectFrom('company_merges')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('state', '<>', 'undone')
    .executeTakeFirst()
}

/** A company's own merge, and those into it, as its page shows them. */
export async function readMerges(db: Db, siteId: number, companyId: number, at: Date) {
  const [live, merged] = await Promise.all([
    findLive(db, siteId, companyId),
    db
      .selectFrom('company_merges as m')
      .innerJoin('companies as c', (join) =>
        join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.company_id'),
      )
      .select(['c.id', 'c.name', 'm.merged_at'])
      .where('m.site_id', '=', siteId)
      .where('c.merged_into', '=', companyId)
      .where('m.state', '=', 'merged')
      .orderBy('m.merged_at')
      .execute(),
  ])
  const isShown = live !== undefined && (live.state === 'merged' || isMergeAsked(live.asked_at, at))
  return {
    live: isShown ? { ...live, into: await readCompany(db, siteId, live.into_id) } : undefined,
    merged: merged.map(({ id, name, merged_at }) => ({ id, name, at: merged_at!.toISOString() })),
  }
}
