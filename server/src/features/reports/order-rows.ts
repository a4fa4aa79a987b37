import {
  isOfficeStatus,
  OFFICE_STATUS_LABELS,
  type OfficeStatus,
  officeStatus,
} from '@laurel/domain/office-status'
import {
  DISPLAY_LABELS,
  displayStatus,
  isCanceledByCustomer,
  type OrderStatus,
} from '@laurel/domain/order-status'
import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { isRowBelow, literal, localText, sumOf } from '../../database/sql.ts'
import { isShownRefunded, netCents } from '../ledger/refunded.ts'
import { CARD_COUNT } from '../my-orders/overview.repo.ts'
import { hasOfficeStatus } from '../order-desk/office-orders.repo.ts'
import {
  cents,
  companyCell,
  companyColumn,
  count,
  fieldCells,
  fieldColumns,
  fullName,
  moment,
  ordersOf,
  pagesAfter,
  type Read,
  type Report,
  type Scope,
  text,
  words,
} from './report.ts'

const eb = expressionBuilder<Database & { o: Orders }, 'o'>()

/** What an order costs after refunds; nothing once it was declined. */
export const spentCents = eb
  .case()
  .when('o.status', '=', literal('declined'))
  .then(eb.lit(0))
  .else(netCents)
  .end()
/** Whether an order counts: it wasn't declined or refunded. */
export const isCounted = eb.and([eb('o.status', '<>', literal('declined')), eb.not(isShownRefunded)])

/** The orders of a report whose status is the one it's limited to. */
function ordersListed(db: Db, scope: Scope, status: string | undefined) {
  return ordersOf(db, scope).$if(isOfficeStatus(status), (query) =>
    query.where(hasOfficeStatus(status as OfficeStatus)),
  )
}

type Page = { after: number | undefined; size: number; status: string | undefined }

/** A page of orders, those placed last first, after one of an earlier page. */
function readOrders(db: Db, scope: Scope, { after, size, status }: Page) {
  return ordersListed(db, scope, status)
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .leftJoin('companies as k', (join) =>
      join.onRef('k.site_id', '=', 'o.site_id').onRef('k.id', '=', 'o.company_id'),
    )
    .select(['o.id', 'o.number', 'o.external_id', 'o.po_number', 'o.status', 'o.is_shipped', 'o.fields'])
    .select(['o.decline_reason', 'o.total_cents', 'c.first_name', 'c.last_name', 'k.name as company'])
    .select(({ and, ref }) => [
      localText(ref('o.placed_at'), scope.timeZone).as('placed'),
      CARD_COUNT.as('cards'),
      spentCents.as('spent'),
      and([isShownRefunded]).as('is_refunded'),
    ])
    .$if(after !== undefined, (query) =>
      query.where(({ refTuple, selectFrom }) =>
        isRowBelow(
          refTuple('o.placed_at', 'o.id'),
          // A row of one: its time is compared as exactly as it's stored.
          selectFrom('orders as last')
            .select(['last.placed_at', 'last.id'])
            .where('last.site_id', '=', scope.siteId)
            .where('last.id', '=', after!),
        ),
      ),
    )
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(size)
    .execute()
}

export type OrderRow = Awaited<ReturnType<typeof readOrders>>[number]

/** All orders of a report, page by page. */
export function orderPages(
  read: Read,
  scope: Scope,
  size: number,
  status?: string,
): AsyncGenerator<OrderRow[]> {
  return pagesAfter<OrderRow>(read, size, (db, after) =>
    readOrders(db, scope, { after: after?.id, size, status }),
  )
}

export const ordersReport: Report = {
  columns: (scope) => [
    ...[
      text(/*i18n*/ 'Order'),
      ...companyColumn(scope),
      moment(/*i18n*/ 'Placed'),
      text(/*i18n*/ 'Placed by'),
      words(/*i18n*/ 'Status'),
    ],
    count(/*i18n*/ 'Cards'),
    ...[
      cents(/*i18n*/ 'Total (USD)'),
      cents(/*i18n*/ 'Spend (USD)'),
      text(/*i18n*/ 'PO number'),
      ...fieldColumns(scope),
    ],
    text(/*i18n*/ 'External ID'),
  ],
  async *pages(read, scope, size) {
    for await (const orders of orderPages(read, scope, size, scope.status)) {
      yield orders.map((order) => [
        ...[order.number ?? '', ...companyCell(scope, order.company), order.placed, fullName(order)],
        ...[statusWords(order, scope), order.cards],
        ...[order.total_cents, order.spent, order.po_number, ...fieldCells(scope, order.fields)],
        order.external_id ?? '',
      ])
    }
  },
  async totals(db, scope) {
    const { orders, cards, spent } = await sumOrders(db, scope, scope.status)
    return [
      { title: /*i18n*/ 'Orders', type: 'count', value: orders },
      { title: /*i18n*/ 'Cards', type: 'count', value: cards },
      { title: /*i18n*/ 'Spend', type: 'cents', value: spent },
    ]
  },
}

/** How many orders are listed, their cards, and the spend of the orders that count. */
export function sumOrders(db: Db, scope: Scope, status?: string) {
  return ordersListed(db, scope, status)
    .select(({ fn, cast, lit }) => [
      cast<number>(fn.countAll(), 'bigint').as('orders'),
      fn.coalesce(cast<number>(fn.sum(CARD_COUNT), 'bigint'), lit(0)).as('cards'),
      sumOf(spentCents).as('spent'),
    ])
    .executeTakeFirstOrThrow()
}

/** What the company reads on its orders, or staff in the office. */
function statusWords(order: OrderRow, { isForStaff }: Scope): string {
  const { is_shipped: isShipped, status } = order
  if (isForStaff) {
    const refundState = order.is_refunded ? 'full' : 'none'
    return OFFICE_STATUS_LABELS[officeStatus({ status: status as OrderStatus, isShipped, refundState })]
  }
  if (order.is_refunded) return /*i18n*/ 'Refunded'
  if (isCanceledByCustomer(order.decline_reason)) return /*i18n*/ 'Canceled'
  return DISPLAY_LABELS[displayStatus({ status, isShipped })]
}
