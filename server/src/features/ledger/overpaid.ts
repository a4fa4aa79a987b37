import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db, Pool } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { keepForManyOrders } from '../../database/long-lists.ts'
import { anyOf, literals } from '../../database/sql.ts'
import { type AboutOrder, kept, promised } from './coverage.ts'

const eb = expressionBuilder<Database & { o: Orders }, 'o'>()

/** What an order `o` received beyond its total and isn't refunding yet. */
export const overpaidCents: AboutOrder<number> = eb.parens(
  eb(eb(kept, '-', promised), '-', eb.ref('o.total_cents')),
)

/**
 * Orders that received more by check and transfer than they cost; a provider never takes more than it was asked for.
 * Read once per query. Row-level security narrows it to the site.
 */
const overfunded = expressionBuilder<Database>()
  .selectFrom('funds_received as f')
  .innerJoin('orders as t', (join) =>
    join.onRef('t.site_id', '=', 'f.site_id').onRef('t.id', '=', 'f.order_id'),
  )
  .select('f.order_id')
  .where('f.reversed_at', 'is', null)
  .groupBy(['f.order_id', 't.total_cents'])
  .having(({ eb, fn, ref }) => eb(fn.sum<number>('f.amount_cents'), '>', ref('t.total_cents')))

/**
 * The same orders for lists. Among many orders they're up to half a minute old: which of them are to be refunded is
 * still read with each query.
 */
export function listOverfunded(pool: Pool, db: Db, siteId: number): Promise<number[]> {
  return keepForManyOrders({ pool, db, siteId }, ['overfunded'], async () => {
    const rows = await db.selectFrom(overfunded.as('found')).select('order_id').execute()
    return rows.flatMap(({ order_id }) => order_id ?? [])
  })
}

/**
 * The difference of an order `o` is to be refunded. A declined order refunds everything anyway.
 *
 * @param among orders of {@link listOverfunded}; without it, they're read
 */
export function isOverpaid(among?: readonly number[]): Expression<SqlBool> {
  return eb.and([
    eb('o.status', 'not in', literals('cart', 'awaiting_approval', 'declined')),
    among ? eb('o.id', '=', anyOf(among)) : eb('o.id', 'in', overfunded),
    eb(overpaidCents, '>', 0),
  ])
}
