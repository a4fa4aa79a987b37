import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { isLongTable } from '../../database/long-lists.ts'
import { roleName } from '../companies/roles.repo.ts'
import { type CustomerRow, customersFound } from '../customers/customers.repo.ts'
import { isFullyRefunded, isShownRefunded, netCents, refundsByOrder } from '../ledger/refunded.ts'

export type CustomersAsked = {
  search?: string | undefined
  only?: 'disabled' | 'closed' | undefined
  sort: 'newest' | 'oldest'
  before?: number | undefined
  page_size: number
}

/** Customers behind an ID, newest or oldest first. One more row than the page size tells whether there's a next page. */
export async function listCustomerRows(db: Db, siteId: number, asked: CustomersAsked) {
  let query = db
    .selectFrom('customers as c')
    .selectAll('c')
    .select((eb) => [
      eb
        .selectFrom('orders as o')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('o.site_id', '=', 'c.site_id')
        .whereRef('o.customer_id', '=', 'c.id')
        .where('o.placed_at', 'is not', null)
        .as('order_count'),
      eb
        .selectFrom('orders as o')
        .select((inner) => inner.fn.max('o.placed_at').as('last'))
        .whereRef('o.site_id', '=', 'c.site_id')
        .whereRef('o.customer_id', '=', 'c.id')
        .as('last_order_at'),
    ])
    .where('c.site_id', '=', siteId)
  if (asked.only === 'disabled') query = query.where('c.disabled_at', 'is not', null)
  if (asked.only === 'closed') query = query.where('c.closed_at', 'is not', null)
  const isOldest = asked.sort === 'oldest'
  if (asked.before !== undefined) query = query.where('c.id', isOldest ? '>' : '<', asked.before)
  if (asked.search) {
    const isLong = await isLongTable(db, 'customers', siteId)
    query = query.where('c.id', 'in', customersFound(siteId, asked.search, isLong))
  }
  return query
    .orderBy('c.id', isOldest ? 'asc' : 'desc')
    .limit(asked.page_size + 1)
    .execute()
}

/** @throws {Refusal} `not_found` */
export async function lockCustomer(db: Db, siteId: number, id: number): Promise<CustomerRow> {
  const row = await db
    .selectFrom('customers')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

const SHOWN_ORDERS = 50

export async function readOrdersOf(db: Db, siteId: number, customerId: number, dayBefore: Date) {
  const placed = () =>
    db
      .selectFrom('orders as o')
      .where('site_id', '=', siteId)
      .where('customer_id', '=', customerId)
      .where('placed_at', 'is not', null)
  const [orders, sums] = await Promise.all([
    placed()
      .select(['id', 'number', 'status', 'is_shipped', 'total_cents', 'placed_at'])
      .orderBy('id', 'desc')
      .limit(SHOWN_ORDERS)
      .execute(),
    placed()
      .select(({ fn, lit, not }) => [
        fn.countAll<number>().as('count'),
        fn.countAll<number>().filterWhere('status', '=', 'declined').as('declined'),
        fn.countAll<number>().filterWhere(isShownRefunded).as('refunded'),
        fn
          .coalesce(
            fn
              .sum<number>(netCents)
              .filterWhere('status', '<>', 'declined')
              .filterWhere(not(isFullyRefunded)),
            lit(0),
          )
          .as('cents'),
        fn
          .coalesce(
            fn
              .sum<number>('total_cents')
              .filterWhere('status', '<>', 'declined')
              .filterWhere('placed_at', '>', dayBefore),
            lit(0),
          )
          .as('today_cents'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const ids = orders.map(({ id }) => id)
  return {
    orders,
    refunds: await refundsByOrder(db, siteId, ids),
    count: Number(sums.count),
    declinedCount: Number(sums.declined),
    refundedCount: Number(sums.refunded),
    cents: Number(sums.cents),
    todayCents: Number(sums.today_cents),
  }
}

/** The companies a customer is in, the one they joined first first. */
export async function listCompaniesOf(db: Db, siteId: number, customerId: number) {
  const rows = await db
    .selectFrom('company_members as m')
    .innerJoin('companies as c', (join) =>
      join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.company_id'),
    )
    .leftJoin('company_roles as r', (join) =>
      join
        .onRef('r.site_id', '=', 'm.site_id')
        .onRef('r.company_id', '=', 'm.company_id')
        .onRef('r.key', '=', 'm.role'),
    )
    .select(['c.id', 'c.name', 'm.role', 'r.name as custom_name'])
    .where('m.site_id', '=', siteId)
    .where('m.customer_id', '=', customerId)
    .orderBy('m.joined_at')
    .orderBy('c.id')
    .execute()
  return rows.map(({ id, name, role, custom_name }) => ({ id, name, role_name: roleName(role, custom_name) }))
}

export function listNotes(db: Db, siteId: number, customerId: number) {
  return db
    .selectFrom('customer_notes')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}
