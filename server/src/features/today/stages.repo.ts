import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { isFullyRefunded } from '../ledger/refunded.ts'

export type Stages = { to_review: number; money_to_come: number; being_made: number; with_carrier: number }

/** The number of orders at each stage from payment to delivery. */
export async function countStages(db: Db, siteId: number): Promise<Stages> {
  const at = (status: string) => sql`
    (select count(*)::int from orders o where o.site_id = ${siteId} and o.status = ${sql.lit(status)}
      and o.placed_at is not null and not ${isFullyRefunded})`
  const { rows } = await sql<Stages>`
    select ${at('in_review')} as to_review, ${at('pending_payment')} as money_to_come,
      ${at('approved')} as being_made,
      (select count(distinct d.order_id)::int from deliveries d
        where d.site_id = ${siteId} and d.status = 'mailed') as with_carrier`.execute(db)
  return rows[0]!
}

export type FulfillmentPace = { review_minutes: number | null; making_minutes: number | null }

/** How long orders placed since then took from review to a decision, and from approval to all sent: the medians. */
export async function readPace(db: Db, siteId: number, since: Date): Promise<FulfillmentPace> {
  const { rows } = await sql<FulfillmentPace>`
    with walked as (
      select min(m.at) filter (where m.status = 'in_review') as in_review,
        min(m.at) filter (where m.status in ('approved', 'declined')) as decided,
        min(m.at) filter (where m.status = 'approved') as approved,
        min(m.at) filter (where m.status = 'fulfilled') as fulfilled
      from orders o join order_moves m on m.site_id = o.site_id and m.order_id = o.id
      where o.site_id = ${siteId} and o.placed_at >= ${since}
      group by o.id
    )
    select
      round((percentile_cont(0.5) within group (order by extract(epoch from decided - in_review)) / 60)::numeric)::int
        as review_minutes,
      round((percentile_cont(0.5) within group (order by extract(epoch from fulfilled - approved)) / 60)::numeric)::int
        as making_minutes
    from walked`.execute(db)
  return rows[0]!
}
