import { type CompanyCapability, capabilitiesIn } from '@laurel/domain/company-roles'
import type { Db } from '../../database/database.ts'

/** The people of a company whose role can do this, the one who joined first first. */
export async function capableOf(
  db: Db,
  siteId: number,
  companyId: number,
  capability: CompanyCapability,
): Promise<number[]> {
  const rows = await db
    .selectFrom('company_members as m')
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'm.site_id')
        .onRef('r.company_id', '=', 'm.company_id')
        .onRef('r.key', '=', 'm.role'),
    )
    .select(['m.customer_id', 'm.role', 'r.capabilities'])
    .where('m.site_id', '=', siteId)
    .where('m.company_id', '=', companyId)
    .orderBy('m.joined_at')
    .orderBy('m.customer_id')
    .execute()
  return rows
    .filter(({ role, capabilities }) => capabilitiesIn(role, capabilities).includes(capability))
    .map(({ customer_id }) => customer_id)
}
