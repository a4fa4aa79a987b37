import type { OfficeStatus } from '@laurel/domain/office-status'
import type { PaymentMethod } from '@laurel/domain/payment-state'
import type { RewardType } from '@laurel/domain/reward-type'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { isOverpaid } from '../ledger/overpaid.ts'
import { isOnHold, isShownRefunded } from '../ledger/refunded.ts'
import { orderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { found } from './office-search.ts'

export type OrderFilters = {
  status?: readonly OfficeStatus[] | undefined
  search?: string | undefined
  only?: 'held' | 'flagged' | 'overpaid' | undefined
  reward_type?: RewardType | undefined
  method?: PaymentMethod | undefined
  /** Days by the site's clock: `2026-11-21`. */
  placed_from?: string | undefined
  placed_to?: string | undefined
}

/** As SQL over an order `o` and its customer `c`: everything that is asked for must hold. */
function filtered(site: Pick<SiteRow, 'id' | 'time_zone'>, asked: OrderFilters): RawBuilder<boolean> {
  const { status, only, reward_type, method, placed_from: from, placed_to: to, search } = asked
  const conditions = [sql`o.site_id = ${site.id} and o.placed_at is not null`]
  if (status !== undefined && status.length > 0) {
    conditions.push(sql`(${sql.join(status.map(isIn), sql` or `)})`)
  }
  if (only === 'held') conditions.push(isOnHold)
  if (only === 'overpaid') conditions.push(isOverpaid)
  if (only === 'flagged') conditions.push(sql`o.review_reasons <> '[]'::jsonb`)
  if (reward_type !== undefined) {
    conditions.push(sql`exists (select from card_items i where i.site_id = o.site_id and i.order_id = o.id
      and i.reward_type = ${reward_type})`)
  }
  if (method !== undefined) {
    conditions.push(sql`(select p.method_code from payments p where p.site_id = o.site_id and p.order_id = o.id
      order by p.id desc limit 1) = ${method}`)
  }
  if (from !== undefined) conditions.push(sql`o.placed_at >= ${dayBegins(from, site.time_zone)}`)
  if (to !== undefined) {
    conditions.push(sql`o.placed_at < ${dayBegins(to, site.time_zone, sql` + 1`)}`)
  }
  if (search !== undefined && search !== '') conditions.push(found(site.id, search))
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function isIn(status: OfficeStatus): RawBuilder<boolean> {
  if (status === 'refunded') return isShownRefunded
  return sql`(${isNamed(status)} and not ${isShownRefunded})`
}

function isNamed(status: Exclude<OfficeStatus, 'refunded'>): RawBuilder<unknown> {
  if (status === 'shipped') return sql`o.status = 'fulfilled' and o.is_shipped`
  if (status === 'fulfilled') return sql`o.status = 'fulfilled' and not o.is_shipped`
  return sql`o.status = ${sql.lit(status)}`
}

function dayBegins(day: string, timeZone: string, later = sql``) {
  return sql`((${day}::date${later})::timestamp at time zone ${timeZone})`
}

/** Below an order in the list, so that new orders don't shift page boundaries. */
function olderThan(siteId: number, afterId: number): RawBuilder<boolean> {
  return sql<boolean>`(o.placed_at, o.id) < (select m.placed_at, m.id from orders m
    where m.site_id = ${siteId} and m.id = ${afterId})`
}

/** Of each order, the numbers its letters and parcels travel under: the first of them, and how many there are. */
export async function trackingByOrder(
  db: Db,
  siteId: number,
  orderIds: readonly number[],
): Promise<Map<number, { numbers: string[]; count: number }>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; numbers: string[]; count: number }>`
    select order_id::int as id, (array_agg(tracking_number order by id))[1:10] as numbers, count(*)::int as count
    from deliveries where site_id = ${siteId} and order_id = any(${[...orderIds]}::bigint[])
      and tracking_number <> '' group by order_id`.execute(db)
  return new Map(rows.map(({ id, ...told }) => [id, told]))
}

/** Placed orders of the site, newest first; below `afterId` when that is given. */
export async function listPlacedOrders(
  db: Db,
  site: Pick<SiteRow, 'id' | 'time_zone'>,
  asked: OrderFilters,
  { limit, offset = 0, afterId }: { limit: number; offset?: number; afterId?: number | undefined },
) {
  const rowsFound = () =>
    db
      .selectFrom('orders as o')
      .innerJoin('customers as c', (join) =>
        join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
      )
      .where(filtered(site, asked))
  const [rows, { count }] = await Promise.all([
    rowsFound()
      .selectAll('o')
      .orderBy('o.placed_at', 'desc')
      .orderBy('o.id', 'desc')
      .$if(afterId !== undefined, (query) => query.where(olderThan(site.id, afterId!)))
      .limit(limit)
      .offset(offset)
      .execute(),
    rowsFound()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(orderRow), count: Number(count) }
}
