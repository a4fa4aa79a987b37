import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import {
  type CompanyCapability,
  mayGiveRole,
  mayInCompany,
  type RoleInCompany,
} from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { type InCompany, inCompany, lockPeople, type PeopleRoles } from './companies.repo.ts'

/** A person who changes their company, with the role that was read under its lock. */
export type Changing = InCompany & { role: RoleInCompany }

/**
 * Changes the company as one of its people: their role is read again, under the company's lock.
 *
 * @throws {Refusal} `registration_incomplete`; `company_left`; `not_allowed`
 */
export function changeCompany<T>(
  { pool }: Pick<Kit, 'pool'>,
  actor: Customer,
  needs: CompanyCapability,
  work: (db: Db, own: Changing, roles: PeopleRoles) => Promise<T>,
): Promise<T> {
  const own = inCompany(actor)
  return inSite(pool, own.siteId, async (db) => {
    const roles = await lockPeople(db, own.siteId, own.company.id)
    const role = assertMay(roles, actor, needs)
    return work(db, { ...own, role }, roles)
  })
}

/** @throws {Refusal} `company_left`; `not_allowed` */
export function assertMay(
  roles: PeopleRoles,
  { customerId }: Customer,
  needs: CompanyCapability,
): RoleInCompany {
  const role = roles.get(customerId)
  if (role === undefined) throw new Refusal('company_left')
  if (!mayInCompany(role, needs)) throw new Refusal('not_allowed')
  return role
}

/** @throws {Refusal} `role_above_own` */
export function assertMayGive(own: RoleInCompany, given: RoleInCompany): void {
  if (!mayGiveRole(own, given)) throw new Refusal('role_above_own')
}

export function noteChange(
  db: Db,
  { now }: Pick<Kit, 'now'>,
  { siteId, customerId, company }: InCompany,
  event: AuditEventName,
  facts: AuditFacts,
): void {
  const actor = `customer:${customerId}`
  record(db, siteId, { actor, event, subject: `company:${company.id}`, facts, at: now() })
}
