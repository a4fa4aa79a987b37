import { type ReviewReason, reviewReasons } from '@laurel/domain/money-rules'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { prepared } from '../../database/prepared.ts'
import { jsonText, literal, literals } from '../../database/sql.ts'
import { record } from '../audit/audit.service.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import { moneyRulesOf } from '../sites/money-rules-of.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * Checks a paid order against the site's rules and records those it trips. The order must be locked.
 *
 * @returns why staff have to review it; empty if they don't
 */
export async function reviewOrder(db: Db, site: SiteRow, order: OrderRow, at: Date): Promise<ReviewReason[]> {
  const reasons = reviewReasons(moneyRulesOf(site), await factsOf(db, site.id, order, at))
  if (reasons.length === 0) return reasons
  await db
    .updateTable('orders')
    .set({ review_reasons: json(reasons) })
    .where('site_id', '=', site.id)
    .where('id', '=', order.id)
    .execute()
  const facts = { reasons: reasons.join(', ') }
  record(db, site.id, { actor: 'system', event: 'order.flagged', subject: `order:${order.id}`, facts, at })
  return reasons
}

async function factsOf(db: Db, siteId: number, order: OrderRow, at: Date) {
  const [facts] = await factsAbout(db, {
    siteId,
    customerId: order.customer_id,
    orderId: order.id,
    dayAgo: new Date(at.getTime() - DAY_MS),
    hourAgo: new Date(at.getTime() - HOUR_MS),
  })
  if (facts === undefined) throw new Error(`order ${order.id} has no customer`)
  return {
    totalCents: order.total_cents,
    dayCents: Number(facts.day_cents ?? 0),
    accountAgeDays: (at.getTime() - facts.joined.getTime()) / DAY_MS,
    recentFailures: facts.failures ?? 0,
    avsResponse: facts.avs ?? '',
  }
}

type About = { siteId: number; customerId: number; orderId: number; dayAgo: Date; hourAgo: Date }

const factsAbout = prepared((db: Db, { siteId, customerId, orderId, dayAgo, hourAgo }: About) =>
  db
    .selectFrom('customers as customer')
    .select('customer.created_at as joined')
    .select(({ selectFrom }) => [
      selectFrom('orders')
        .select(({ fn }) => fn.sum('orders.total_cents').as('cents'))
        .where('orders.site_id', '=', siteId)
        .where('orders.customer_id', '=', customerId)
        .where('orders.id', '<>', orderId)
        .where('orders.placed_at', '>', dayAgo)
        .as('day_cents'),
      selectFrom('payments as payment')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('payment.site_id', '=', siteId)
        .where('payment.customer_id', '=', customerId)
        .where('payment.state', '=', literal('failed'))
        .where('payment.updated_at', '>', hourAgo)
        .as('failures'),
      selectFrom('payments as paid')
        .select(({ ref }) => jsonText(ref('paid.verification'), 'avs').as('avs'))
        .where('paid.site_id', '=', siteId)
        .where('paid.order_id', '=', orderId)
        .where('paid.state', 'in', literals('paid', 'settled'))
        .orderBy('paid.id', 'desc')
        .limit(1)
        .as('avs'),
    ])
    .where('customer.site_id', '=', siteId)
    .where('customer.id', '=', customerId),
)
