import { creditLeftCents, dueOn, termsRefusal } from '@laurel/domain/company-terms'
import { dayIn } from '@laurel/domain/day-in'
import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import { earliestDueOn, lockTerms } from '../ledger/company-terms.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/**
 * Locks the terms of the company an order is for, and invoices it. Only people who act for that company order on
 * invoice, on a live site. The order must be locked.
 *
 * @throws {Refusal} `payment_method_unavailable`; `terms_overdue`, with the days; `over_credit_limit`, with what is left
 */
export async function orderOnTerms(
  db: Db,
  site: SiteRow,
  { company }: Customer,
  order: Pick<OrderRow, 'id' | 'company_id' | 'total_cents'>,
  at: Date,
): Promise<void> {
  const isOwn = company !== undefined && company.id === order.company_id
  const terms = isOwn && site.live_at !== null ? await lockTerms(db, site.id, company.id) : undefined
  if (company === undefined || terms === undefined) throw new Refusal('payment_method_unavailable')
  const { time_zone: zone } = await db
    .selectFrom('companies')
    .select('time_zone')
    .where('site_id', '=', site.id)
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow()
  const timeZone = zone ?? site.time_zone
  const overdueDays = site.money_rules.terms_overdue_days
  const credit = { limitCents: terms.limit_cents, openCents: terms.open_cents }
  const refusal = termsRefusal(
    { ...credit, isActive: terms.is_active, earliestDueOn: await earliestDueOn(db, site.id, company.id) },
    { totalCents: order.total_cents },
    { today: dayIn(at, timeZone), overdueDays },
  )
  if (refusal !== undefined) {
    const left = formatCents(creditLeftCents(credit))
    throw new Refusal(refusal, { left, cost: formatCents(order.total_cents), days: String(overdueDays) })
  }
  await db
    .updateTable('orders')
    .set({ terms_days: terms.days, due_on: dueOn(at, terms.days, timeZone) })
    .where('site_id', '=', site.id)
    .where('id', '=', order.id)
    .execute()
}
