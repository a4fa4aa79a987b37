import { type OrderRefundState, orderRefundState } from '@laurel/domain/order-refund'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { kept } from './coverage.ts'

const isDone = sql<boolean>`(r.site_id = o.site_id and r.order_id = o.id and r.doubt_id is null
  and r.state = 'done')`

/**
 * As SQL over an order `o`: what {@link orderRefundState} calls `full`. An order with a refund is rare, so the
 * ledger is summed only for those.
 */
export const isFullyRefunded: RawBuilder<boolean> = sql<boolean>`(o.released_at is null
  and exists (select from refunds r where ${isDone}) and ${kept} <= 0)`

/**
 * As SQL over an order `o`: its total without refunds. Refunding an overpayment subtracts nothing. Refunded money
 * doesn't count again when staff release the order.
 */
export const netCents: RawBuilder<number> = sql<number>`(o.total_cents - case
  when exists (select from refunds r where ${isDone})
  then greatest(0, least((select sum(r.amount_cents) from refunds r where ${isDone}), o.total_cents - ${kept}))
  else 0 end)`

/** As SQL over an order `o`: what a person reads as Refunded. */
export const isShownRefunded: RawBuilder<boolean> = sql<boolean>`(o.status <> 'declined' and ${isFullyRefunded})`

/** As SQL over an order `o`: on hold, with something left to release. A declined or refunded order is over. */
export const isOnHold: RawBuilder<boolean> = sql<boolean>`(o.held_at is not null and o.status <> 'declined'
  and not ${isFullyRefunded})`

export type OrderRefundFacts = { refund_state: OrderRefundState; refunded_cents: number }

export const NOT_REFUNDED: OrderRefundFacts = { refund_state: 'none', refunded_cents: 0 }

/** What was refunded of each of a number of orders; an order without a refund is not among them. */
export async function refundsByOrder(
  db: Db,
  siteId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderRefundFacts>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    total: number
    refunded: number
    kept: number
    released: boolean
  }>`
    select o.id::float8 as id, o.total_cents::float8 as total, ${kept} as kept,
      o.released_at is not null as released,
      (select sum(r.amount_cents)::float8 from refunds r where ${isDone}) as refunded
    from orders o where o.site_id = ${siteId} and o.id in (${sql.join(orderIds)})
      and exists (select from refunds r where ${isDone})`.execute(db)
  return new Map(
    rows.map(({ id, total: totalCents, kept: keptCents, refunded, released: isReleased }) => {
      const sums = { totalCents, keptCents, refundedCents: refunded, isReleased }
      return [id, { refund_state: orderRefundState(sums), refunded_cents: refunded }]
    }),
  )
}
