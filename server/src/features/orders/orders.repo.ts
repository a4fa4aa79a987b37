import type { FieldValue } from '@laurel/domain/order-fields'
import type { OrderStatus } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import { expressionBuilder, type Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database, Db } from '../../database/database.ts'
import type { OrderMoves, Orders, ShippingOrders } from '../../database/generated/tables.ts'
import { prepared } from '../../database/prepared.ts'
import { type JsonRow, withTimes } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { isSeenBy, type Viewer, viewerOf } from '../companies/own-companies.ts'
import { isInBook } from '../companies/shared-things.ts'
import type { BilledTo } from './bill-to.ts'
import { type PricedOrder, readPriced } from './priced-order.ts'

export type OrderRow = Omit<Selectable<Orders>, 'status' | 'priced' | 'bill_to' | 'fields'> & {
  status: OrderStatus
  priced: PricedOrder | null
  /** Null while it is a cart. */
  bill_to: BilledTo | null
  /** Null is nothing. */
  fields: FieldValue[] | null
}
/**
 * What tops up a company's balance (features/balance). It's paid like an order, but only code about payments sees
 * it: everywhere else it's not found.
 */
export const TOP_UP = 'top_up'
export type TopUpRow = Omit<OrderRow, 'status'> & { status: typeof TOP_UP }
export type OrderMoveRow = Selectable<OrderMoves>
export type ShippingOrderRow = Selectable<ShippingOrders>

/** An order as the database has it, its price in today's shape. */
export function orderRow(row: Selectable<Orders>): OrderRow {
  return { ...row, priced: readPriced(row.priced) } as OrderRow
}

function ofSite(db: Db, siteId: number, id: number) {
  return db.selectFrom('orders').selectAll().where('site_id', '=', siteId).where('id', '=', id)
}

function ofCustomer(db: Db, { siteId, customerId }: Owned, id: number) {
  return ofSite(db, siteId, id).where('customer_id', '=', customerId)
}

function found(row: Selectable<Orders> | undefined): OrderRow {
  if (row === undefined || row.status === TOP_UP) throw new Refusal('not_found')
  return orderRow(row)
}

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export async function readOrder(db: Db, actor: Customer, id: number): Promise<OrderRow> {
  return found(await ofCustomer(db, actor, id).executeTakeFirst())
}

/** Like {@link readOrder}, also for an order that the customer's company placed. */
export async function readSeenOrder(db: Db, actor: Customer, id: number): Promise<OrderRow> {
  const seen = db
    .selectFrom('orders as o')
    .selectAll('o')
    .where('o.site_id', '=', actor.siteId)
    .where('o.id', '=', id)
    .where(isSeenBy(viewerOf(actor)))
  return found(await seen.executeTakeFirst())
}

/**
 * Reads an order and locks it until the transaction ends.
 *
 * @throws {Refusal} `not_found` if it's missing or another customer's
 */
export async function lockOrder(db: Db, { siteId, customerId }: Customer, id: number): Promise<OrderRow> {
  const [row] = await lockedOfCustomer(db, { siteId, customerId, id })
  return found(row)
}

type Owned = Pick<Customer, 'siteId' | 'customerId'>

const lockedOfCustomer = prepared((db: Db, { siteId, customerId, id }: Owned & { id: number }) =>
  ofCustomer(db, { siteId, customerId }, id).forUpdate(),
)

/** @throws {Refusal} `not_found` when the site has no such order */
export async function findOrderOfSite(db: Db, siteId: number, id: number): Promise<OrderRow> {
  return found(await ofSite(db, siteId, id).executeTakeFirst())
}

/** Like {@link lockOrder}, for background work. */
export async function lockOrderOfSite(db: Db, siteId: number, id: number): Promise<OrderRow> {
  return found(await ofSite(db, siteId, id).forUpdate().executeTakeFirst())
}

/** Like {@link lockOrderOfSite}, for what is paid: an order or a top-up. */
export async function lockPaidFor(db: Db, siteId: number, id: number): Promise<OrderRow | TopUpRow> {
  const row = await ofSite(db, siteId, id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return paidForRow(row)
}

export function paidForRow(row: Selectable<Orders>): OrderRow | TopUpRow {
  return orderRow(row)
}

/** What lists of other things say about their orders, in one query. */
export async function readOrderNames(db: Db, siteId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { number: string; status: OrderStatus | typeof TOP_UP }>()
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'status'])
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, number, status }) => [
      id,
      { number: number ?? '', status: status as OrderStatus | typeof TOP_UP },
    ]),
  )
}

const { selectFrom } = expressionBuilder<Database & { o: Orders }, 'o'>()

/** The history of an order `o`. */
export const movesOf = jsonArrayFrom(
  selectFrom('order_moves as m')
    .selectAll('m')
    .whereRef('m.site_id', '=', 'o.site_id')
    .whereRef('m.order_id', '=', 'o.id')
    .orderBy('m.id'),
)

/** One of {@link movesOf}. */
export function orderMoveRow(move: JsonRow<typeof movesOf>): OrderMoveRow {
  return withTimes(move, 'at')
}

/** The chosen deliveries of an order `o`. */
export const shippingOrdersOf = jsonArrayFrom(
  selectFrom('shipping_orders as s')
    .selectAll('s')
    .whereRef('s.site_id', '=', 'o.site_id')
    .whereRef('s.order_id', '=', 'o.id')
    .orderBy('s.id'),
)

/** One of {@link shippingOrdersOf}. */
export function shippingOrderRow(one: JsonRow<typeof shippingOrdersOf>): ShippingOrderRow {
  return withTimes(one, 'send_at', 'created_at', 'updated_at')
}

/**
 * Ships an order's bulk cards to an address of the customer's own address book. The order is held from then on: it
 * may be a placed one, or about to be paid.
 *
 * @throws {Refusal} `not_found` if the order or the address is missing or another customer's
 */
export async function setBulkAddress(db: Db, actor: Customer, orderId: number, addressId: number, at: Date) {
  const updated = await addressedOrder(db, { ...viewerOf(actor), orderId, addressId, at })
  if (updated.length === 0) throw new Refusal('not_found')
}

const addressedOrder = prepared((db: Db, given: Viewer & { orderId: number; addressId: number; at: Date }) =>
  db
    .updateTable('orders')
    .from('registered_addresses as address')
    .set(({ ref }) => ({ bulk_address_id: ref('address.id'), updated_at: given.at }))
    .where('orders.site_id', '=', given.siteId)
    .where('orders.customer_id', '=', given.customerId)
    .where('orders.id', '=', given.orderId)
    .whereRef('address.site_id', '=', 'orders.site_id')
    .where(isInBook('address', given.customerId, given.companyId))
    .where('address.id', '=', given.addressId)
    .returning('orders.id'),
)

/**
 * Gives an order its site's next number, starting at 10001. Numbers have no gaps, so other orders wait until
 * this transaction ends: call it late.
 */
export async function giveOrderNumber(db: Db, siteId: number, orderId: number): Promise<string> {
  const [numbered] = await numberedOrder(db, { siteId, orderId })
  return numbered!.number!
}

const numberedOrder = prepared((db: Db, { siteId, orderId }: { siteId: number; orderId: number }) =>
  db
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
    .returning('orders.number'),
)
