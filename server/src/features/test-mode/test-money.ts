import { type Posting, postMoneyReceived, postTopUp } from '@laurel/domain/ledger'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { openInvoices } from '../ledger/company-terms.ts'
import { lockBalance, post } from '../ledger/ledger.repo.ts'
import { lockOrderOfSite, TOP_UP } from '../orders/orders.repo.ts'
import { followTerms } from '../payments/follow-terms.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** Top-ups of a test balance are for this many of the largest orders that the site allows. */
const ORDERS = 20

type Filling = { companyId: number; customerId: number; at: Date }

/** A company's money in test mode, before each quote and order: none of it runs out for good. */
export async function fillUp(db: Db, site: SiteRow, filling: Filling): Promise<void> {
  await fillBalance(db, site, filling)
  await renewBudgets(db, site.id, filling)
}

/** Tops up a test balance that is below what two of the largest orders cost: it doesn't run dry. */
async function fillBalance(
  db: Db,
  { id: siteId, limits }: SiteRow,
  { companyId, customerId, at }: Filling,
): Promise<void> {
  const least = 4 * limits.max_order_cents
  if ((await lockBalance(db, siteId, companyId)) >= least) return
  const cents = ORDERS * limits.max_order_cents
  const { id } = await db
    .insertInto('orders')
    .values({
      site_id: siteId,
      customer_id: customerId,
      company_id: companyId,
      status: TOP_UP,
      total_cents: cents,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = (event: string, source: string, posting: Posting) =>
    post(db, siteId, { orderId: id, event, source, posting, companyId, at })
  await entry('money.received', `test:${id}`, postMoneyReceived('self_hosted_bank', cents))
  await entry('balance.added', `top_up:${id}`, postTopUp(cents))
}

const HOUR_MS = 3_600_000

/** Budgets have their whole amount left again an hour after the last test order that they counted. */
async function renewBudgets(db: Db, siteId: number, { companyId, at }: Filling): Promise<void> {
  const budgets = db
    .selectFrom('company_budgets')
    .select('id')
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
  const { last } = await db
    .selectFrom('budget_entries')
    .select(({ fn }) => fn.max<Date | null>('at').as('last'))
    .where('site_id', '=', siteId)
    .where('budget_id', 'in', budgets)
    .executeTakeFirstOrThrow()
  if (last === null || at.getTime() - last.getTime() < HOUR_MS) return
  await db
    .updateTable('budget_periods')
    .set(({ eb, ref }) => ({ carried_cents: eb('reserved_cents', '+', ref('spent_cents')), told_percent: 0 }))
    .where('site_id', '=', siteId)
    .where('budget_id', 'in', budgets)
    .execute()
}

/** Pays invoices of test orders whose cards are out: credit limits don't run out, and nothing gets overdue. */
export async function payInvoices(pool: Pool, siteId: number, at: Date): Promise<boolean> {
  const open = await inSite(pool, siteId, (db) =>
    openInvoices(db, siteId).select('o.id').where('o.status', '=', 'fulfilled').orderBy('o.id').execute(),
  )
  for (const { id } of open) {
    await inSite(pool, siteId, async (db) => {
      const order = await lockOrderOfSite(db, siteId, id)
      const cents = order.terms_open_cents ?? 0
      if (cents === 0) return
      const posting = postMoneyReceived('self_hosted_bank', cents)
      await post(db, siteId, { orderId: id, event: 'money.received', source: `test:${id}`, posting, at })
      await followTerms(db, order, at, { isOver: false })
    })
  }
  return open.length > 0
}
