import { type ReviewReason, reviewReasons } from '@laurel/domain/money-rules'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { prepared } from '../../database/prepared.ts'
import { jsonText, literal, literals } from '../../database/sql.ts'
import { record } from '../audit/audit.service.ts'
import { type OrderRow, TOP_UP } from '../orders/orders.repo.ts'
import { moneyRulesOf } from '../sites/money-rules-of.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * Checks a paid order against the site's rules and records those it trips. The order must be locked.
 *
 * @param fromBalance whether its company's balance paid: then the cards that topped it up are checked
 * @returns why staff have to review it; empty if they don't
 */
export async function reviewOrder(
  db: Db,
  site: SiteRow,
  order: OrderRow,
  { at, fromBalance }: { at: Date; fromBalance: boolean },
): Promise<ReviewReason[]> {
  const { avs, ...found } = await factsOf(db, site.id, order, at)
  const ofBalance = fromBalance ? await cardsOfBalance(db, order, at) : []
  const reasons = reviewReasons(moneyRulesOf(site), { ...found, avsResponses: [avs, ...ofBalance] })
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
    avs: facts.avs ?? '',
  }
}

/** How long a card that topped up a balance counts for the orders paid from it. */
const TOPPED_UP_WITHIN_MS = 60 * DAY_MS

/** The address checks of the cards that lately topped up the balance of an order's company. */
async function cardsOfBalance(db: Db, { site_id, company_id }: OrderRow, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'p.site_id').onRef('o.id', '=', 'p.order_id'),
    )
    .select(({ ref }) => jsonText(ref('p.verification'), 'avs').as('avs'))
    .distinct()
    .where('o.site_id', '=', site_id)
    .where('o.company_id', '=', company_id)
    .where('o.status', '=', literal(TOP_UP))
    .where('p.state', 'in', literals('paid', 'settled'))
    .where('p.created_at', '>', new Date(at.getTime() - TOPPED_UP_WITHIN_MS))
    .execute()
  return rows.map(({ avs }) => avs ?? '')
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
