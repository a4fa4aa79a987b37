import type { InCompanyNow, Member } from '@laurel/domain/approvers'
import { capabilitiesIn } from '@laurel/domain/company-roles'
import { dayIn } from '@laurel/domain/day-in'
import type { Db } from '../../database/database.ts'
import { readKeys } from '../companies/api-key-access.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

export type NamedMember = Member & { name: string; email: string; capabilities: readonly string[] }

/** A company's people as they are now, and who approves for whom today. */
export type CompanyNow = Omit<InCompanyNow, 'members'> & {
  members: readonly NamedMember[]
  timeZone: string
  /** The API keys by their customer, with the people who were shown the secret. */
  keys: ReadonlyMap<number, { name: string; holders: readonly number[] }>
}

/** Who never decides about an order: those who have it or asked, and those who could have ordered it with its API key. */
export function buyersOf(ids: readonly number[], { keys }: Pick<CompanyNow, 'keys'>): number[] {
  return ids.flatMap((id) => [id, ...(keys.get(id)?.holders ?? [])])
}

/** A person of the company, or one of its API keys; undefined if they aren't in it anymore. */
export function nameIn({ members, keys }: CompanyNow, id: number): string | undefined {
  const key = keys.get(id)
  return key ? `API key “${key.name}”` : members.find((one) => one.id === id)?.name
}

export async function readCompanyNow(
  db: Db,
  site: Pick<SiteRow, 'id' | 'time_zone'>,
  companyId: number,
  at: Date,
): Promise<CompanyNow> {
  const [rows, delegates, { time_zone }, keys] = await Promise.all([
    db
      .selectFrom('company_members as m')
      .innerJoin('customers as c', (join) =>
        join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.customer_id'),
      )
      .leftJoin('company_roles as r', (join) =>
        join
          .onRef('r.site_id', '=', 'm.site_id')
          .onRef('r.company_id', '=', 'm.company_id')
          .onRef('r.key', '=', 'm.role'),
      )
      .select(['c.id', 'c.first_name', 'c.last_name', 'c.email', 'm.role', 'm.team_id', 'r.capabilities'])
      .where('m.site_id', '=', site.id)
      .where('m.company_id', '=', companyId)
      .orderBy('c.id')
      .execute(),
    db
      .selectFrom('approval_delegates')
      .select(['customer_id as from', 'delegate_id as to', 'starts_on', 'ends_on'])
      .where('site_id', '=', site.id)
      .where('company_id', '=', companyId)
      .execute(),
    db
      .selectFrom('companies')
      .select('time_zone')
      .where('site_id', '=', site.id)
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow(),
    readKeys(db, site.id, companyId),
  ])
  const timeZone = time_zone ?? site.time_zone
  const today = dayIn(at, timeZone)
  return {
    timeZone,
    keys,
    delegations: delegates.filter(({ starts_on, ends_on }) => starts_on <= today && today <= ends_on),
    members: rows.map((row) => {
      const capabilities = capabilitiesIn(row.role, row.capabilities)
      return {
        id: row.id,
        name: `${row.first_name} ${row.last_name}`.trim(),
        email: row.email,
        role: row.role,
        teamId: row.team_id,
        mayApprove: capabilities.includes('approvals.decide'),
        capabilities,
      }
    }),
  }
}
