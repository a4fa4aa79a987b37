import type { CompanyLimits, LimitedCompany } from '@laurel/domain/limits'
import type { Db } from '../../database/database.ts'
import { ago, literal, literals, lockUntilCommit } from '../../database/sql.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertCompanyLimits } from './checkout-needs.ts'
import type { OrderRow } from './orders.repo.ts'

/** A company's limits with what they are compared to. Only a limit of orders a day takes a query. */
export async function readLimited(
  db: Db,
  siteId: number,
  companyId: number | null,
  limits: CompanyLimits | null,
): Promise<LimitedCompany | null> {
  if (limits === null || companyId === null) return null
  const ordersToday = limits.maxOrdersPerDay === null ? 0 : await countOrdersToday(db, siteId, companyId)
  return { ...limits, ordersToday }
}

/** Like {@link readLimited}, for an order about to be paid: a company's orders are counted one at a time. */
export async function lockLimited(
  db: Db,
  siteId: number,
  companyId: number | null,
  limits: CompanyLimits | null,
): Promise<LimitedCompany | null> {
  if (limits?.maxOrdersPerDay != null) await lockUntilCommit(db, siteId, `orders of company ${companyId}`)
  return readLimited(db, siteId, companyId, limits)
}

/**
 * An order that awaited approval is compared with its company's limits again once it's paid: many can have been sent for
 * approval in the meantime, or staff can have lowered them.
 *
 * @throws {Refusal} `limit_exceeded`
 */
export async function assertWithinLimits(
  db: Db,
  site: Pick<SiteRow, 'id' | 'limits'>,
  { company_id: companyId, total_cents: totalCents }: Pick<OrderRow, 'company_id' | 'total_cents'>,
): Promise<void> {
  const limits = await db
    .selectFrom('companies')
    .select(['max_order_cents as maxOrderCents', 'max_orders_per_day as maxOrdersPerDay'])
    .where('site_id', '=', site.id)
    .where('id', '=', companyId)
    .executeTakeFirst()
  const company = await lockLimited(db, site.id, companyId, limits ?? null)
  assertCompanyLimits({ limits: site.limits, company, totalCents })
}

/** Orders placed in the last 24 hours, and those that are being paid. */
async function countOrdersToday(db: Db, siteId: number, companyId: number): Promise<number> {
  const placed = db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.site_id', '=', siteId)
    .where('o.company_id', '=', companyId)
    .where('o.placed_at', '>', ago('24 hours'))
    .where('o.status', '<>', literal('declined'))
  const beingPaid = db
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'p.site_id').onRef('o.id', '=', 'p.order_id'),
    )
    .select('o.id')
    .where('p.site_id', '=', siteId)
    .where('p.state', '=', literal('started'))
    .where('o.company_id', '=', companyId)
    .where('o.status', 'in', literals('cart', 'awaiting_approval'))
  const { count } = await db
    .selectFrom(placed.union(beingPaid).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
