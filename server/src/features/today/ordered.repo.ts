import type { ReportPeriod, ReportSteps } from '@laurel/domain/report-period'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { isFullyRefunded } from '../ledger/refunded.ts'

export type OrderedStep = {
  starts_on: string
  order_count: number
  total_cents: number
  direct_cents: number
  bulk_cents: number
  digital_cents: number
}
export type Ordered = { order_count: number; total_cents: number }

const TRUNCATED: Readonly<Record<ReportPeriod, string>> = { days: 'day', weeks: 'week', months: 'month' }
/** Every line that was priced, with the reward type it is about: together they are the order's total. */
const LINES = sql`jsonb_array_elements(
  (o.priced -> 'price' -> 'value' -> 'lines') || (o.priced -> 'price' -> 'fees' -> 'lines')
  || (o.priced -> 'price' -> 'delivery' -> 'lines')) line`
const ofType = (type: string) =>
  sql`coalesce(sum((line ->> 'cents')::bigint) filter (where line ->> 'rewardType' = ${sql.lit(type)}), 0)`

/**
 * Orders placed since the first step, by the step they were placed in, as the calendar where the site is
 * has it. Declined and refunded ones are left out; a step without orders has no row.
 */
export async function listOrderedSteps(
  db: Db,
  siteId: number,
  asked: { period: ReportPeriod; steps: ReportSteps; timeZone: string; now: Date },
): Promise<OrderedStep[]> {
  const { period, steps, timeZone, now } = asked
  const { rows } = await sql<OrderedStep>`
    select to_char(date_trunc(${sql.lit(TRUNCATED[period])}, o.placed_at at time zone ${timeZone}), 'YYYY-MM-DD')
        as starts_on,
      count(*)::int as order_count, sum(o.total_cents)::bigint as total_cents,
      sum(t.direct)::bigint as direct_cents, sum(t.bulk)::bigint as bulk_cents,
      sum(t.digital)::bigint as digital_cents
    from orders o cross join lateral (
      select ${ofType('direct')} as direct, ${ofType('bulk')} as bulk, ${ofType('digital')} as digital
      from ${LINES}) t
    where o.site_id = ${siteId} and o.status <> 'declined' and not ${isFullyRefunded}
      and o.placed_at >= ${steps.starts[0]}::timestamp at time zone ${timeZone} and o.placed_at <= ${now}
    group by 1`.execute(db)
  return rows.map((row) => ({
    ...row,
    total_cents: Number(row.total_cents),
    direct_cents: Number(row.direct_cents),
    bulk_cents: Number(row.bulk_cents),
    digital_cents: Number(row.digital_cents),
  }))
}

/** The same of the period before, until the time of day it is now: like is compared with like. */
export async function sumOrderedBefore(
  db: Db,
  siteId: number,
  { steps, timeZone, now }: { steps: ReportSteps; timeZone: string; now: Date },
): Promise<Ordered> {
  const { rows } = await sql<Ordered>`
    select count(*)::int as order_count, coalesce(sum(o.total_cents), 0)::bigint as total_cents
    from orders o
    where o.site_id = ${siteId} and o.status <> 'declined' and not ${isFullyRefunded}
      and o.placed_at >= ${steps.beforeStart}::timestamp at time zone ${timeZone}
      and o.placed_at <= (${steps.beforeToday}::date + (${now}::timestamptz at time zone ${timeZone})::time)
        at time zone ${timeZone}`.execute(db)
  const { order_count, total_cents } = rows[0]!
  return { order_count, total_cents: Number(total_cents) }
}
