import { mayStaff } from '@laurel/domain/staff-roles'
import type { Db } from '../../database/database.ts'
import { capableOf } from '../companies/capable-of.ts'
import { listPeople, readTimeZone } from '../companies/companies.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { Owner } from './report.ts'

export type Reader = { id: number; name: string; email: string }

/** Those who can see an owner's reports, and get them by mail. */
export async function listReaders(db: Db, { siteId, companyId }: Owner): Promise<Reader[]> {
  if (companyId === null) return listStaffReaders(db, siteId)
  const capable = await capableOf(db, siteId, companyId, 'reports.see')
  const people = await listPeople(db, { siteId, company: { id: companyId } })
  return people
    .filter(({ id }) => capable.includes(id))
    .map(({ id, first_name, last_name, email }) => ({ id, name: `${first_name} ${last_name}`.trim(), email }))
}

async function listStaffReaders(db: Db, siteId: number): Promise<Reader[]> {
  const rows = await db
    .selectFrom('staff_accounts')
    .select(['id', 'name', 'email', 'role'])
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return rows
    .filter(({ role }) => mayStaff(role, 'reports.read'))
    .map(({ id, name, email }) => ({ id, name, email }))
}

/** The time zone of an owner's days and schedules. */
export async function zoneOf(
  db: Db,
  site: Pick<SiteRow, 'id' | 'time_zone'>,
  { companyId }: Pick<Owner, 'companyId'>,
): Promise<string> {
  return companyId === null ? site.time_zone : readTimeZone(db, site, companyId)
}
