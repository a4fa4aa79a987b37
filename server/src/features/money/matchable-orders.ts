import type { MatchableOrder } from '@laurel/contract/office-money'
import { rankMatches } from '@laurel/domain/match-order'
import { isRecorded, PAYMENT_METHODS } from '@laurel/domain/payment-method'
import { LIVE_PAYMENT_STATES } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import { remittanceReference } from '@laurel/domain/remittance-reference'
import { expressionBuilder, type NotNull } from 'kysely'
import type * as z from 'zod'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { isAnyContaining, literal } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { customerWire, listCustomersOf } from '../customers/customer-wire.ts'
import { owedByOrder } from '../ledger/ledger.repo.ts'
import { TOP_UP } from '../orders/orders.repo.ts'
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
    const rows = await listPayable(db, site.id, search)
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
        // What comes in for a top-up is in the balance at once.
        dueCents: row.status === TOP_UP ? row.total_cents : Math.max(0, due.get(row.id) ?? 0),
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
      is_top_up: order.status === TOP_UP,
      reference: order.reference,
      customer: customerWire(customers, order.customer_id),
      total_cents: order.total_cents,
      due_cents: order.dueCents,
      is_near_reference: order.isNearReference,
      is_same_amount: order.isSameAmount,
    }))
  })
}

const { and, eb, exists, selectFrom } = expressionBuilder<Database & { o: Orders }, 'o'>()
/** Is a check or transfer expected for a top-up `o`? */
const isExpectedTopUp = and([
  eb('o.status', '=', literal(TOP_UP)),
  exists(
    selectFrom('payments as p')
      .whereRef('p.site_id', '=', 'o.site_id')
      .whereRef('p.order_id', '=', 'o.id')
      .where('p.state', '=', literal('submitted')),
  ),
])

function listPayable(db: Db, siteId: number, search: string) {
  const digits = search.replace(/^R-?(\d+)(-\d*)?$/i, '$1')
  return (
    db
      .selectFrom('orders as o')
      .innerJoin('customers as c', (join) =>
        join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
      )
      .select(['o.id', 'o.number', 'o.status', 'o.customer_id', 'o.total_cents'])
      .where('o.site_id', '=', siteId)
      .where('o.status', 'not in', ['cart', 'awaiting_approval'])
      .where(({ exists, not, selectFrom }) => {
        const live = selectFrom('payments as l')
          .whereRef('l.site_id', '=', 'o.site_id')
          .whereRef('l.order_id', '=', 'o.id')
          .where('l.state', 'in', LIVE_PAYMENT_STATES)
        // The same rule as where money is matched (received-payments.service.ts, `awaitingPayment`).
        const payments = selectFrom('payments as p')
          .whereRef('p.site_id', '=', 'o.site_id')
          .whereRef('p.order_id', '=', 'o.id')
          .where('p.method_code', 'in', PAYMENT_METHODS.filter(isRecorded))
          .where((eb) => {
            const mayRetry = eb.and([
              eb('p.state', '=', 'failed'),
              eb('o.status', '<>', 'declined'),
              not(exists(live)),
            ])
            return eb.or([eb('p.state', 'in', ['submitted', 'paid']), mayRetry])
          })
        return exists(payments)
      })
      .where((eb) => {
        if (search === '') return eb.or([isOutstanding, eb('o.terms_open_cents', '>', 0), isExpectedTopUp])
        const name = eb(eb('c.first_name', '||', ' '), '||', eb.ref('c.last_name'))
        return eb.or([
          eb('o.number', '=', digits),
          isAnyContaining([name, eb.ref('c.legal_business_name'), eb.ref('c.email')], search),
        ])
      })
      .orderBy('o.placed_at', (by) => by.desc().nullsLast())
      .limit(RANKED)
      // Only a cart has no number.
      .$narrowType<{ number: NotNull }>()
      .execute()
  )
}
