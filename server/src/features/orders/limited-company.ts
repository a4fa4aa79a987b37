import type { CompanyLimits, LimitedCompany } from '@laurel/domain/limits'
import type { Db } from '../../database/database.ts'
import { ago, literal, lockUntilCommit } from '../../database/sql.ts'

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

/** Orders placed in the last 24 hours, and carts that are being paid. */
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
    .where('o.status', '=', literal('cart'))
  const { count } = await db
    .selectFrom(placed.union(beingPaid).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
