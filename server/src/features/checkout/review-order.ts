import { type ReviewReason, reviewReasons } from '@laurel/domain/money-rules'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
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
  const { rows } = await sql<{ joined: Date; day_cents: string; failures: string; avs: string | null }>`
    select c.created_at as joined,
      (select coalesce(sum(o.total_cents), 0) from orders o
        where o.site_id = c.site_id and o.customer_id = c.id and o.id <> ${order.id}
          and o.placed_at > ${new Date(at.getTime() - DAY_MS)}) as day_cents,
      (select count(*) from payments p join orders o on o.site_id = p.site_id and o.id = p.order_id
        where o.site_id = c.site_id and o.customer_id = c.id and p.state = 'failed'
          and p.updated_at > ${new Date(at.getTime() - HOUR_MS)}) as failures,
      (select p.verification->>'avs' from payments p
        where p.site_id = c.site_id and p.order_id = ${order.id} and p.state in ('paid', 'settled')
        order by p.id desc limit 1) as avs
    from customers c where c.site_id = ${siteId} and c.id = ${order.customer_id}`.execute(db)
  const [facts] = rows
  return {
    totalCents: order.total_cents,
    dayCents: Number(facts!.day_cents),
    accountAgeDays: (at.getTime() - facts!.joined.getTime()) / DAY_MS,
    recentFailures: Number(facts!.failures),
    avsResponse: facts!.avs ?? '',
  }
}
