import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { literals } from '../../database/sql.ts'
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

/** The difference of an order `o` is to be refunded. A declined order refunds everything anyway. */
export const isOverpaid: Expression<SqlBool> = eb.and([
  eb('o.status', 'not in', literals('cart', 'declined')),
  eb('o.id', 'in', overfunded),
  eb(overpaidCents, '>', 0),
])
