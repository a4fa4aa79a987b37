import { type RawBuilder, sql } from 'kysely'
import { kept, promised } from './coverage.ts'

/** As SQL over an order `o`: what it received beyond its total and isn't refunding yet. */
export const overpaidCents: RawBuilder<number> = sql<number>`(${kept} - ${promised} - o.total_cents)`

/**
 * Orders that received more by check and transfer than they cost; a provider never takes more than it was asked for.
 * Read once per query. Row-level security narrows it to the site.
 */
const overfunded = sql`select f.order_id from funds_received f join orders t on t.site_id = f.site_id and t.id = f.order_id
  where f.reversed_at is null group by f.order_id, t.total_cents having sum(f.amount_cents) > t.total_cents`

/** As SQL over an order `o`: the difference is to be refunded. A declined order refunds everything anyway. */
export const isOverpaid: RawBuilder<boolean> = sql<boolean>`(o.status not in ('cart', 'declined')
  and o.id in (${overfunded}) and ${overpaidCents} > 0)`
