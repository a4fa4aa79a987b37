import { type OrderRefundState, orderRefundState } from '@laurel/domain/order-refund'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { prepared } from '../../database/prepared.ts'
import { anyOf, literal, sumOf } from '../../database/sql.ts'
import { type AboutOrder, kept, ownRefunds } from './coverage.ts'

// Everything here is about an order `o` of the query it's used in.
const eb = expressionBuilder<Database & { o: Orders }, 'o'>()

const done = ownRefunds.where('r.state', '=', literal('done'))
/** Whether some of its own money was refunded. */
export const isRefunded = eb.exists(done)
const refundedCents = done.select(({ ref }) => sumOf(ref('r.amount_cents')).as('cents')).$asScalar()

/** What {@link orderRefundState} calls `full`. Refunds are rare, so the ledger is summed only for those orders. */
export const isFullyRefunded: Expression<SqlBool> = eb.and([
  eb('o.released_at', 'is', null),
  isRefunded,
  eb(kept, '<=', 0),
])

const withoutRefund = eb('o.total_cents', '-', kept)
const taken = eb.fn<number>('least', [refundedCents, withoutRefund])
/**
 * The order's total without refunds. Refunding an overpayment subtracts nothing. Refunded money doesn't count
 * again when staff release the order.
 */
export const netCents: AboutOrder<number> = eb.parens(
  eb(
    'o.total_cents',
    '-',
    eb
      .case()
      .when(isRefunded)
      .then(eb.fn<number>('greatest', [eb.lit(0), taken]))
      .else(eb.lit(0))
      .end(),
  ),
)

/** What a person reads as Refunded. */
export const isShownRefunded: Expression<SqlBool> = eb.and([
  eb('o.status', '<>', literal('declined')),
  isFullyRefunded,
])

/** On hold, with something left to release. A declined or refunded order is over. */
export const isOnHold: Expression<SqlBool> = eb.and([
  eb('o.held_at', 'is not', null),
  eb('o.status', '<>', literal('declined')),
  eb.not(isFullyRefunded),
])

export type OrderRefundFacts = { refund_state: OrderRefundState; refunded_cents: number }

export const NOT_REFUNDED: OrderRefundFacts = { refund_state: 'none', refunded_cents: 0 }

/** What {@link refundFacts} takes of an order `o`; null without a refund. */
export const refundSumsOf = eb
  .case()
  .when(isRefunded)
  .then(jsonBuildObject({ keptCents: kept, refundedCents }))
  .end()

export function refundFacts(
  order: { total_cents: number; released_at: Date | null },
  sums: { keptCents: number; refundedCents: number } | null,
): OrderRefundFacts {
  if (sums === null) return NOT_REFUNDED
  const isReleased = order.released_at !== null
  const refund_state = orderRefundState({ ...sums, totalCents: order.total_cents, isReleased })
  return { refund_state, refunded_cents: sums.refundedCents }
}

const refundedAmong = prepared(
  (db: Db, { siteId, orderIds }: { siteId: number; orderIds: readonly number[] }) =>
    db
      .selectFrom('orders as o')
      .select(['o.id', 'o.total_cents', 'o.released_at', refundSumsOf.as('sums')])
      .where('o.site_id', '=', siteId)
      .where('o.id', '=', anyOf(orderIds))
      .where(isRefunded),
)

/** What was refunded of each of a number of orders; an order without a refund is not among them. */
export async function refundsByOrder(
  db: Db,
  siteId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderRefundFacts>> {
  if (orderIds.length === 0) return new Map()
  const rows = await refundedAmong(db, { siteId, orderIds })
  return new Map(rows.map(({ sums, ...order }) => [order.id, refundFacts(order, sums)]))
}
