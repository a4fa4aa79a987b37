import { capabilitiesIn, type RoleInCompany } from '@laurel/domain/company-roles'
import type { OrderField } from '@laurel/domain/order-fields'
import { expressionBuilder } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database, Db } from '../../database/database.ts'
import type { Customers, Orders } from '../../database/generated/tables.ts'
import { literal, literals } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { raise } from '../../order-events.ts'

/** A company that a customer belongs to, and what they can do in it. */
export type Membership = { id: number } & RoleInCompany

/** The companies of a customer row, the one they joined first first, for {@link asMemberships}. */
export const membershipsOf = jsonArrayFrom(
  expressionBuilder<Database & { customers: Customers }, 'customers'>()
    .selectFrom('company_members as own')
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'own.site_id')
        .onRef('r.company_id', '=', 'own.company_id')
        .onRef('r.key', '=', 'own.role'),
    )
    .select(['own.company_id as id', 'own.role', 'r.capabilities'])
    .whereRef('own.site_id', '=', 'customers.site_id')
    .whereRef('own.customer_id', '=', 'customers.id')
    .orderBy('own.joined_at')
    .orderBy('own.company_id'),
)

type Found = { id: number; role: string; capabilities: readonly string[] | null }

export function asMemberships(found: readonly Found[]): Membership[] {
  return found.map(({ id, role, capabilities }) => ({
    id,
    role,
    capabilities: capabilitiesIn(role, capabilities),
  }))
}

/** What a company asks about its orders, as a part of a query. */
export function orderFieldsOf(db: Db, { siteId, companyId }: Pick<Viewer, 'siteId' | 'companyId'>) {
  return db
    .selectFrom('companies as company')
    .select(({ ref }) => ref('company.order_fields').$castTo<OrderField[]>().as('order_fields'))
    .where('company.site_id', '=', siteId)
    .where('company.id', '=', companyId)
}

/** What staff limit a company to, as a part of a query. */
export function companyLimitsOf(db: Db, { siteId, companyId }: Pick<Viewer, 'siteId' | 'companyId'>) {
  return jsonObjectFrom(
    db
      .selectFrom('companies as limited')
      .select(['limited.max_order_cents as maxOrderCents', 'limited.max_orders_per_day as maxOrdersPerDay'])
      .where('limited.site_id', '=', siteId)
      .where('limited.id', '=', companyId),
  )
}

/** Makes a registered customer's own company, named as their business, unless they are in one. */
export async function foundCompany(db: Db, siteId: number, customerId: number): Promise<Membership[]> {
  // Two requests at once make one.
  const { name } = await db
    .selectFrom('customers')
    .select('legal_business_name as name')
    .where('site_id', '=', siteId)
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { companies } = await db
    .selectFrom('customers')
    .select(membershipsOf.as('companies'))
    .where('site_id', '=', siteId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  if (companies.length > 0) return asMemberships(companies)
  const { id, created_at: at } = await db
    .insertInto('companies')
    .values({ site_id: siteId, name, founded_by: customerId })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('company_members')
    .values({ site_id: siteId, company_id: id, customer_id: customerId, role: 'admin' })
    .execute()
  await raise(db, { type: 'company.founded', siteId, companyId: id, personId: customerId, at })
  return [{ id, role: 'admin', capabilities: capabilitiesIn('admin') }]
}

/** Whether a customer is still in the company they act for, which the server remembers for a minute. */
export async function isInCompany(
  db: Db,
  { siteId, customerId, company }: Pick<Customer, 'siteId' | 'customerId' | 'company'>,
): Promise<boolean> {
  if (company === undefined) return true
  const row = await db
    .selectFrom('company_members')
    .select('customer_id')
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

/** A customer and the company they act for, as queries compare them. */
export type Viewer = { siteId: number; customerId: number; companyId: number | null }

export function viewerOf({ siteId, customerId, company }: Customer): Viewer {
  return { siteId, customerId, companyId: company?.id ?? null }
}

const { and, eb, or } = expressionBuilder<Database & { o: Orders }, 'o'>()

/** Whether a customer sees an order `o`: it's their own, or their company placed it. */
export function isSeenBy({ customerId, companyId }: Omit<Viewer, 'siteId'>) {
  return or([
    and([eb('o.customer_id', '=', customerId), eb('o.status', '<>', literal('top_up'))]),
    isOfCompany(companyId),
  ])
}

/** Whether a company placed an order `o`. One that awaits approval isn't placed, a cart may have had a payment that failed, and a top-up is no order. */
export function isOfCompany(companyId: number | null) {
  return and([
    eb('o.company_id', '=', companyId),
    eb('o.status', 'not in', literals('cart', 'awaiting_approval', 'top_up')),
  ])
}

/** Whether an order `o` is a customer's own, and none of {@link isOfCompany} for any company. */
export function isOutsideCompanies({ customerId }: Pick<Viewer, 'customerId'>) {
  return and([
    eb('o.customer_id', '=', customerId),
    or([eb('o.company_id', 'is', null), eb('o.status', '=', literal('cart'))]),
  ])
}

/**
 * Gives a company the orders that its founder placed before there were companies, the newest first.
 *
 * @param most how many at once
 * @returns how many it got
 */
export async function shareFoundersOrders(
  db: Db,
  siteId: number,
  companyId: number,
  most?: number,
): Promise<number> {
  const rows = await db
    .updateTable('orders')
    .set({ company_id: companyId })
    .where('site_id', '=', siteId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('orders as o')
        .innerJoin('companies as c', (join) =>
          join.onRef('c.site_id', '=', 'o.site_id').onRef('c.founded_by', '=', 'o.customer_id'),
        )
        .select('o.id')
        .where('o.site_id', '=', siteId)
        .where('c.id', '=', companyId)
        .where('c.merged_into', 'is', null)
        .where('o.company_id', 'is', null)
        .where('o.status', '<>', 'cart')
        .orderBy('o.id', 'desc')
        .$if(most !== undefined, (query) => query.limit(most!)),
    )
    .returning('id')
    .execute()
  return rows.length
}
