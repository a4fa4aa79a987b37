import type { ReportPeriod, ReportSteps } from '@laurel/domain/report-period'
import type { RewardType } from '@laurel/domain/reward-type'
import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { dayBegins, jsonText, sumOf } from '../../database/sql.ts'
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
/** Each priced line (`line`) of an order `o`, with its reward type. Together they are the order's total. */
const LINES = sql<{ line: unknown }>`jsonb_array_elements(
  (o.priced -> 'price' -> 'value' -> 'lines') || (o.priced -> 'price' -> 'fees' -> 'lines')
  || (o.priced -> 'price' -> 'delivery' -> 'lines'))`

const { cast, fn, lit, not, selectFrom } = expressionBuilder<Database>()

function centsOf(type: RewardType) {
  const line = sql.ref('line')
  const sum = fn
    .sum<number>(cast(jsonText(line, 'cents'), 'bigint'))
    .filterWhere(jsonText(line, 'rewardType'), '=', sql.lit(type))
  return fn.coalesce(sum, lit(0))
}

function orders(db: Db, siteId: number) {
  return db
    .selectFrom('orders as o')
    .where('o.site_id', '=', siteId)
    .where('o.status', '<>', 'declined')
    .where(not(isFullyRefunded))
}

/** The first day of the step that a moment is in, in a time zone. */
function stepOf(period: ReportPeriod, moment: Expression<unknown>, timeZone: string) {
  return sql<string>`to_char(date_trunc(${sql.lit(TRUNCATED[period])}, ${moment} at time zone ${timeZone}), 'YYYY-MM-DD')`
}

/**
 * Orders placed since the first step, by the step they were placed in, in the site's time zone. Declined and
 * refunded ones are left out; a step without orders has no row.
 */
export function listOrderedSteps(
  db: Db,
  siteId: number,
  asked: { period: ReportPeriod; steps: ReportSteps; timeZone: string; now: Date },
): Promise<OrderedStep[]> {
  const { period, steps, timeZone, now } = asked
  return orders(db, siteId)
    .innerJoinLateral(
      selectFrom(LINES.as('line'))
        .select([
          centsOf('direct').as('direct'),
          centsOf('bulk').as('bulk'),
          centsOf('digital').as('digital'),
        ])
        .as('cents'),
      (join) => join.onTrue(),
    )
    .select(({ fn, ref }) => [
      stepOf(period, ref('o.placed_at'), timeZone).as('starts_on'),
      fn.countAll<number>().as('order_count'),
      sumOf(ref('o.total_cents')).as('total_cents'),
      sumOf(ref('cents.direct')).as('direct_cents'),
      sumOf(ref('cents.bulk')).as('bulk_cents'),
      sumOf(ref('cents.digital')).as('digital_cents'),
    ])
    .where('o.placed_at', '>=', dayBegins(steps.starts[0]!, timeZone))
    .where('o.placed_at', '<=', now)
    .groupBy(sql`1`)
    .execute()
}

/** The same of the period before, up to the same time of day as now. */
export function sumOrderedBefore(
  db: Db,
  siteId: number,
  { steps, timeZone, now }: { steps: ReportSteps; timeZone: string; now: Date },
): Promise<Ordered> {
  return orders(db, siteId)
    .select(({ fn, ref }) => [
      fn.countAll<number>().as('order_count'),
      sumOf(ref('o.total_cents')).as('total_cents'),
    ])
    .where('o.placed_at', '>=', dayBegins(steps.beforeStart, timeZone))
    .where('o.placed_at', '<=', onDay(steps.beforeToday, now, timeZone))
    .executeTakeFirstOrThrow()
}

/** The same time of day on another day. */
function onDay(day: string, now: Date, timeZone: string) {
  return sql<Date>`((${day}::date + (${now}::timestamptz at time zone ${timeZone})::time) at time zone ${timeZone})`
}
