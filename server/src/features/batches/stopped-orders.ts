import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import type { SelectQueryBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { anyOf, literals } from '../../database/sql.ts'
import { isStopped } from '../ledger/coverage.ts'

/** Selects the orders of some deliveries. */
type OrdersOf = SelectQueryBuilder<Database, 'deliveries', { order_id: number }>

/** The orders among these that can't be printed, and why; at most as many as a sentence names. */
function listStopped(db: Db, siteId: number, orders: OrdersOf) {
  return db
    .selectFrom('orders as o')
    .select(({ selectFrom }) => [
      'o.number',
      'o.held_at',
      selectFrom('refunds as r')
        .select(({ fn, cast }) => cast<number | null>(fn.sum('r.amount_cents'), 'bigint').as('cents'))
        .whereRef('r.site_id', '=', 'o.site_id')
        .whereRef('r.order_id', '=', 'o.id')
        .where('r.state', 'in', literals('asked', 'approved', 'sent', 'unknown'))
        .as('refund_cents'),
    ])
    .where('o.site_id', '=', siteId)
    .where(isStopped)
    .where('o.id', 'in', orders)
    .orderBy('o.id')
    .limit(3)
    .execute()
}

/**
 * Why deliveries can't be printed or mailed.
 *
 * @param orders of these deliveries
 * @returns undefined if nothing stops them
 */
export async function stopRefusal(db: Db, siteId: number, orders: OrdersOf): Promise<Refusal | undefined> {
  const [first] = await listStopped(db, siteId, orders)
  if (first === undefined) return undefined
  if (first.held_at !== null) return new Refusal('order_is_held')
  const amount = formatCents(first.refund_cents ?? 0)
  return new Refusal('refund_is_open', { amount, order: first.number ?? '' })
}

/** `Order 10012 is on hold. A refund of order 10013 is open.`; empty if nothing stops them. */
export async function stopWords(db: Db, siteId: number, ids: readonly number[]): Promise<string> {
  const orders = db
    .selectFrom('deliveries')
    .select('order_id')
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(ids))
  const stopped = await listStopped(db, siteId, orders)
  return stopped
    .map(({ number, held_at }) =>
      held_at !== null ? `Order ${number} is on hold.` : `A refund of order ${number} is open.`,
    )
    .join(' ')
}
