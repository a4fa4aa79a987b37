import type { ORDER_SORTS } from '@laurel/contract/office-orders'
import type { OfficeStatus } from '@laurel/domain/office-status'
import type { PaymentMethod } from '@laurel/domain/payment-method'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import { isLongTable } from '../../database/long-lists.ts'
import { anyOf, dayBegins, isRowBelow, literal, slice } from '../../database/sql.ts'
import { isOverpaid } from '../ledger/overpaid.ts'
import { isOnHold, isShownRefunded } from '../ledger/refunded.ts'
import { orderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { foundBy, order } from './orders-found.ts'

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

/** @property overfunded orders to look for overpaid ones among */
type Asked = OrderFilters & { overfunded?: readonly number[] }

type Site = Pick<SiteRow, 'id' | 'time_zone'>

const { and, eb, exists, not, or, ref, refTuple, selectFrom } = order

/** Conditions on an order `o`; all must hold. */
function filters(site: Site, asked: Asked, isLong: boolean): Expression<SqlBool>[] {
  const { status, only, reward_type, method, placed_from: from, placed_to: to, search } = asked
  return [
    eb('o.site_id', '=', site.id),
    eb('o.placed_at', 'is not', null),
    ...(status && status.length > 0 ? [or(status.map(hasOfficeStatus))] : []),
    ...(only === 'held' ? [isOnHold] : []),
    ...(only === 'overpaid' ? [isOverpaid(asked.overfunded)] : []),
    ...(only === 'flagged' ? [eb('o.review_reasons', '<>', json([]))] : []),
    ...(reward_type === undefined ? [] : [hasItemOf(reward_type)]),
    ...(method === undefined ? [] : [isPaidBy(method)]),
    ...(from === undefined ? [] : [eb('o.placed_at', '>=', dayBegins(from, site.time_zone))]),
    ...(to === undefined ? [] : [eb('o.placed_at', '<', dayBegins(to, site.time_zone, 1))]),
    ...(search ? [foundBy(site.id, search, isLong)] : []),
  ]
}

function hasItemOf(type: RewardType): Expression<SqlBool> {
  return exists(
    selectFrom('card_items as item')
      .whereRef('item.site_id', '=', 'o.site_id')
      .whereRef('item.order_id', '=', 'o.id')
      .where('item.reward_type', '=', type),
  )
}

/** Whether an order's last payment is by this method. A join, so that the index of a rare method leads to its orders. */
function isPaidBy(method: PaymentMethod): Expression<SqlBool> {
  return exists(
    selectFrom('payments as payment')
      .whereRef('payment.site_id', '=', 'o.site_id')
      .whereRef('payment.order_id', '=', 'o.id')
      .where('payment.method_code', '=', method)
      .where((last) =>
        last.not(
          last.exists(
            last
              .selectFrom('payments as later')
              .whereRef('later.site_id', '=', 'payment.site_id')
              .whereRef('later.order_id', '=', 'payment.order_id')
              .whereRef('later.id', '>', 'payment.id'),
          ),
        ),
      ),
  )
}

/** Whether an order `o` has a status as the office shows it. */
export function hasOfficeStatus(status: OfficeStatus): Expression<SqlBool> {
  if (status === 'refunded') return isShownRefunded
  return and([...isNamed(status), not(isShownRefunded)])
}

/** Literals, as in the conditions of the indexes by status. */
function isNamed(status: Exclude<OfficeStatus, 'refunded'>): Expression<SqlBool>[] {
  const isFulfilled = eb('o.status', '=', literal('fulfilled'))
  if (status === 'shipped') return [isFulfilled, ref('o.is_shipped')]
  if (status === 'fulfilled') return [isFulfilled, not('o.is_shipped')]
  return [eb('o.status', '=', literal(status))]
}

/** Below an order in the list, so that new orders don't shift page boundaries. */
export function isBelow(siteId: number, orderId: number): Expression<SqlBool> {
  const last = selectFrom('orders as last')
    .select(['last.placed_at', 'last.id'])
    .where('last.site_id', '=', siteId)
    .where('last.id', '=', orderId)
  return isRowBelow(refTuple('o.placed_at', 'o.id'), last)
}

/** The first ten tracking numbers of each order's letters and parcels, and how many there are. */
export async function trackingByOrder(
  db: Db,
  siteId: number,
  orderIds: readonly number[],
): Promise<Map<number, { numbers: string[]; count: number }>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      'order_id',
      slice(fn.agg<string[]>('array_agg', ['tracking_number']).orderBy('id'), 1, 10).as('numbers'),
      fn.countAll<number>().as('count'),
    ])
    .where('site_id', '=', siteId)
    .where('order_id', '=', anyOf(orderIds))
    .where('tracking_number', '<>', literal(''))
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ order_id, ...told }) => [order_id, told]))
}

async function placedOrders(db: Db, site: Site, asked: Asked) {
  const isLong = asked.search ? await isLongTable(db, 'orders', site.id) : false
  return () => db.selectFrom('orders as o').where(and(filters(site, asked, isLong)))
}

export async function countPlacedOrders(db: Db, site: Site, asked: Asked): Promise<number> {
  const found = await placedOrders(db, site, asked)
  const { count } = await found()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type OrderSort = (typeof ORDER_SORTS)[number]

/** The columns of an index; one that begins with `-` is read backward. */
function sortedBy(sort: OrderSort, isFromEnd: boolean) {
  const isBackward = sort.startsWith('-') !== isFromEnd
  const first = isBackward ? 'desc' : 'asc'
  const second = isBackward ? 'asc' : 'desc'
  if (sort === 'placed' || sort === '-placed') {
    return [
      ['o.placed_at', first],
      ['o.id', first],
    ] as const
  }
  return [
    ['o.total_cents', first],
    ['o.placed_at', second],
    ['o.id', second],
  ] as const
}

type Page = {
  limit: number
  offset?: number
  isFromEnd?: boolean
  /** Only newest first. */
  afterId?: number | undefined
  sort?: OrderSort
}

/** Placed orders of the site, newest first or sorted; those below `afterId` if given. */
export async function listPlacedOrders(db: Db, site: Site, asked: Asked, page: Page) {
  const { limit, offset = 0, isFromEnd = false, afterId, sort = '-placed' } = page
  const found = await placedOrders(db, site, asked)
  // The index alone leads to the page; only its orders are read.
  const ids = inOrder(found().select('o.id'), sortedBy(sort, isFromEnd))
    .$if(afterId !== undefined, (query) => query.where(isBelow(site.id, afterId!)))
    .limit(limit)
    .offset(offset)
  const orders = db
    .selectFrom('orders as o')
    .selectAll('o')
    .where('o.site_id', '=', site.id)
    .where('o.id', 'in', ids)
  const rows = await inOrder(orders, sortedBy(sort, false)).execute()
  return rows.map(orderRow)
}

function inOrder<O>(
  query: SelectQueryBuilder<Database & { o: Orders }, 'o', O>,
  columns: ReturnType<typeof sortedBy>,
): SelectQueryBuilder<Database & { o: Orders }, 'o', O> {
  return columns.reduce((all, [column, direction]) => all.orderBy(column, direction), query)
}
