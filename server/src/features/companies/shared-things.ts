import type { Shared } from '@laurel/contract/fields'
import { type CompanyCapability, capabilitiesIn, mayInCompany } from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import { expressionBuilder } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { keepKey } from './api-key-access.ts'
import type { Membership } from './own-companies.ts'

/** What a customer has, and the company that they share it with. */
type Shareable = { customer_id: number; company_id: number | null }
type Actor = { siteId: number; customerId: number; company?: Membership | undefined }

/** What tables of such rows are called in queries. */
type Alias = 'address' | 'list' | 'file' | 'folder'

const { and, eb, or } = expressionBuilder<Record<Alias, Shareable>, Alias>()

/** Whether a customer sees a row: it's theirs alone, or the company they act for shares it. */
export function isInBook(alias: Alias, customerId: number, companyId: number | null) {
  return or([
    and([eb(`${alias}.customer_id`, '=', customerId), eb(`${alias}.company_id`, 'is', null)]),
    eb(`${alias}.company_id`, '=', companyId),
  ])
}

/**
 * Locks the customer's membership until the transaction ends. So what they share is there when they are removed, and
 * passes on; and they don't order with the company's money in the minute in which servers remember their role.
 *
 * @returns the company's ID
 * @throws {Refusal} `registration_incomplete`; `company_left`; `not_allowed` for those who can't place orders
 */
export function lockToOrder(db: Db, actor: Actor): Promise<number> {
  return lockCapable(db, actor, 'orders.place')
}

/** The same for something else that people of a company do. */
export async function lockCapable(db: Db, actor: Actor, needs: CompanyCapability): Promise<number> {
  if (actor.company === undefined) throw new Refusal('registration_incomplete')
  if (!mayInCompany(await lockRole(db, actor, actor.company), needs)) throw new Refusal('not_allowed')
  return actor.company.id
}

/** @throws {Refusal} `company_left`; `not_allowed` for what someone else shared, except for admins */
export async function assertMayChange(db: Db, actor: Actor, thing: Shareable): Promise<void> {
  if (thing.customer_id === actor.customerId || actor.company === undefined) return
  if (!mayInCompany(await lockRole(db, actor, actor.company), 'people.manage')) {
    throw new Refusal('not_allowed')
  }
}

async function lockRole(db: Db, { siteId, customerId }: Actor, { id }: Membership) {
  const member = await db
    .selectFrom('company_members as own')
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'own.site_id')
        .onRef('r.company_id', '=', 'own.company_id')
        .onRef('r.key', '=', 'own.role'),
    )
    .select(['own.role', 'r.capabilities'])
    .where('own.site_id', '=', siteId)
    .where('own.company_id', '=', id)
    .where('own.customer_id', '=', customerId)
    .forKeyShare('own')
    .executeTakeFirst()
  if (member === undefined) {
    const key = await keepKey(db, siteId, id, customerId)
    if (key === undefined) throw new Refusal('company_left')
    return key
  }
  return { capabilities: capabilitiesIn(member.role, member.capabilities) }
}

type SharedRow = Shareable & { owner_first_name: string; owner_last_name: string }

/** How a row's sharing travels. */
export function sharedWire(
  { customerId, company }: Actor,
  { customer_id, company_id, owner_first_name, owner_last_name }: SharedRow,
): z.input<typeof Shared> {
  if (company_id === null) return null
  const isOwn = customer_id === customerId
  return {
    by: `${owner_first_name} ${owner_last_name}`.trim(),
    is_own: isOwn,
    can_change: isOwn || (company !== undefined && mayInCompany(company, 'people.manage')),
  }
}
