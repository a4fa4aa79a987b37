import type { OrderStatus } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { OrderMoves, Orders, ShippingOrders } from '../../database/generated/tables.ts'
import type { Customer } from '../../http/actor.ts'
import type { BilledTo } from './bill-to.ts'
import { type PricedOrder, readPriced } from './priced-order.ts'

export type OrderRow = Omit<Selectable<Orders>, 'status' | 'priced' | 'bill_to'> & {
  status: OrderStatus
  priced: PricedOrder | null
  /** Null while it is a cart. */
  bill_to: BilledTo | null
}
export type OrderMoveRow = Selectable<OrderMoves>
export type ShippingOrderRow = Selectable<ShippingOrders>

/** An order as the database has it, its price in today's shape. */
export function orderRow(row: Selectable<Orders>): OrderRow {
  return { ...row, priced: readPriced(row.priced) } as OrderRow
}

type Page = { statuses: readonly OrderStatus[] | undefined; limit: number; offset: number }

function ofCustomer(db: Db, actor: Customer) {
  return db
    .selectFrom('orders')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
}

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export async function readOrder(db: Db, actor: Customer, id: number): Promise<OrderRow> {
  const row = await ofCustomer(db, actor).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return orderRow(row)
}

/**
 * Reads an order and locks it until the transaction ends.
 *
 * @throws {Refusal} `not_found` if it's missing or another customer's
 */
export async function lockOrder(db: Db, actor: Customer, id: number): Promise<OrderRow> {
  const row = await ofCustomer(db, actor).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return orderRow(row)
}

/** @throws {Refusal} `not_found` when the site has no such order */
export async function findOrderOfSite(db: Db, siteId: number, id: number): Promise<OrderRow> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return orderRow(row)
}

/** What lists of other things say about their orders, in one query. */
export async function readOrderNames(db: Db, siteId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { number: string; status: OrderStatus }>()
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'status'])
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, number, status }) => [id, { number: number ?? '', status: status as OrderStatus }]),
  )
}

/** Like {@link lockOrder}, for background work. */
export async function lockOrderOfSite(db: Db, siteId: number, id: number): Promise<OrderRow> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return orderRow(row)
}

/** Newest first. */
export async function listOrderRows(db: Db, actor: Customer, page: Page) {
  const found = () => {
    const own = ofCustomer(db, actor)
    return page.statuses === undefined ? own : own.where('status', 'in', page.statuses)
  }
  const [{ count }, rows] = await Promise.all([
    found()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    found().selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
  ])
  return { count: Number(count), rows: rows.map(orderRow) }
}

export function listMoves(db: Db, siteId: number, orderIds: number[]): Promise<OrderMoveRow[]> {
  return db
    .selectFrom('order_moves')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute()
}

export function listShippingOrders(db: Db, siteId: number, orderIds: number[]): Promise<ShippingOrderRow[]> {
  return db
    .selectFrom('shipping_orders')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute()
}

export async function setBulkAddress(db: Db, siteId: number, orderId: number, addressId: number, at: Date) {
  await db
    .updateTable('orders')
    .set({ bulk_address_id: addressId, updated_at: at })
    .where('site_id', '=', siteId)
    .where('id', '=', orderId)
    .execute()
}

/**
 * Gives an order its site's next number, starting at 10001. Numbers have no gaps, so other orders wait until
 * this transaction ends: call it late.
 */
export async function giveOrderNumber(db: Db, siteId: number, orderId: number): Promise<string> {
  const { number } = await db
    .with('taken', (counters) =>
      counters
        .insertInto('site_counters')
        .values({ site_id: siteId, name: 'order', value: 10_001 })
        .onConflict((conflict) =>
          conflict
            .columns(['site_id', 'name'])
            .doUpdateSet((eb) => ({ value: eb('site_counters.value', '+', 1) })),
        )
        .returning('value'),
    )
    .updateTable('orders')
    .from('taken')
    .set(({ cast, ref }) => ({ number: cast<string>(ref('taken.value'), 'text') }))
    .where('orders.site_id', '=', siteId)
    .where('orders.id', '=', orderId)
    .returning('orders.number')
    .executeTakeFirstOrThrow()
  return number!
}
