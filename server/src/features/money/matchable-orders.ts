import type { MatchableOrder } from '@laurel/contract/office-money'
import { rankMatches } from '@laurel/domain/match-order'
import { Refusal } from '@laurel/domain/refusal'
import { remittanceReference } from '@laurel/domain/remittance-reference'
import { sql } from 'kysely'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { LIVE_PAYMENT_STATES } from '../card-items/carts.repo.ts'
import { customerWire, listCustomersOf } from '../customers/customer-wire.ts'
import { owedByOrder } from '../ledger/ledger.repo.ts'
import { findReceivedPayment } from '../refunds/received-payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { isOutstanding } from './outstanding.repo.ts'

const SHOWN = 5
/** Ranked together; what waits longer than all of these is found by a search. */
const RANKED = 500

/**
 * Orders that a check or transfer can count for, the likeliest first. Without a search only those that wait for
 * money; with one also orders that have theirs and can take more.
 *
 * @throws {Refusal} `not_found`
 */
export function listMatchableOrders(
  { pool }: Pick<Kit, 'pool'>,
  site: SiteRow,
  receivedPaymentId: number,
  search: string,
): Promise<z.input<typeof MatchableOrder>[]> {
  return inSite(pool, site.id, async (db) => {
    const payment = await findReceivedPayment(db, site.id, receivedPaymentId)
    if (payment === undefined) throw new Refusal('not_found')
    const like = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
    const digits = search.replace(/^R-?(\d+)(-\d*)?$/i, '$1')
    // The same rule as where money is matched (received-payments.service.ts, `awaitingPayment`).
    const { rows } = await sql<{ id: number; number: string; customer_id: number; total_cents: number }>`
      select o.id, o.number, o.customer_id, o.total_cents
      from orders o join customers c on c.site_id = o.site_id and c.id = o.customer_id
      where o.site_id = ${site.id} and o.status <> 'cart' and exists (
        select from payments p where p.site_id = o.site_id and p.order_id = o.id
          and p.method_code in ('self_hosted_check', 'self_hosted_bank')
          and (p.state in ('submitted', 'paid') or (p.state = 'failed' and o.status <> 'declined'
            and not exists (select from payments l where l.site_id = o.site_id and l.order_id = o.id
              and l.state in (${sql.join(LIVE_PAYMENT_STATES)})))))
        and case when ${search} = '' then ${isOutstanding}
          else o.number = ${digits} or c.first_name || ' ' || c.last_name ilike ${like}
            or c.legal_business_name ilike ${like} or c.email ilike ${like} end
      order by o.placed_at desc limit ${RANKED}`.execute(db)
    const due = await owedByOrder(
      db,
      site.id,
      rows.map(({ id }) => id),
    )
    const ranked = rankMatches(
      { reference: payment.reference, amountCents: payment.amount_cents },
      rows.map((row) => ({
        ...row,
        reference: remittanceReference(Number(row.number)),
        dueCents: Math.max(0, due.get(row.id) ?? 0),
      })),
    ).slice(0, SHOWN)
    const customers = await listCustomersOf(
      db,
      site.id,
      ranked.map((order) => order.customer_id),
    )
    return ranked.map((order) => ({
      order_id: order.id,
      order_number: order.number,
      reference: order.reference,
      customer: customerWire(customers, order.customer_id),
      total_cents: order.total_cents,
      due_cents: order.dueCents,
      is_near_reference: order.isNearReference,
      is_same_amount: order.isSameAmount,
    }))
  })
}
