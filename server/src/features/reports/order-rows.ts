import { DISPLAY_LABELS, displayStatus, isCanceledByCustomer } from '@laurel/domain/order-status'
import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { isRowBelow, literal, localText, sumOf } from '../../database/sql.ts'
import { isShownRefunded, netCents } from '../ledger/refunded.ts'
import { CARD_COUNT } from '../my-orders/overview.repo.ts'
import {
  cents,
  count,
  fieldCells,
  fieldColumns,
  moment,
  ordersOf,
  type Read,
  type Report,
  type Scope,
  text,
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

/** A page of orders, those placed last first, after one of an earlier page. */
function readOrders(db: Db, scope: Scope, { after, size }: { after: number | undefined; size: number }) {
  return ordersOf(db, scope)
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .select(['o.id', 'o.number', 'o.external_id', 'o.po_number', 'o.status', 'o.is_shipped', 'o.fields'])
    .select(['o.decline_reason', 'o.total_cents', 'c.first_name', 'c.last_name'])
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
export async function* orderPages(read: Read, scope: Scope, size: number): AsyncGenerator<OrderRow[]> {
  for (let after: number | undefined; ; ) {
    const last = after
    const rows = await read((db) => readOrders(db, scope, { after: last, size }))
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1)!.id
  }
}

export function placedBy({ first_name, last_name }: Pick<OrderRow, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

export const ordersReport: Report = {
  columns: (scope) => [
    ...[text('Order'), moment('Placed'), text('Placed by'), text('Status'), count('Cards')],
    ...[cents('Total (USD)'), cents('Spend (USD)'), text('PO number'), ...fieldColumns(scope)],
    text('External ID'),
  ],
  async *pages(read, scope, size) {
    for await (const orders of orderPages(read, scope, size)) {
      yield orders.map((order) => [
        ...[order.number ?? '', order.placed, placedBy(order), statusWords(order), order.cards],
        ...[order.total_cents, order.spent, order.po_number, ...fieldCells(scope, order.fields)],
        order.external_id ?? '',
      ])
    }
  },
  async totals(db, scope) {
    const { orders, cards, spent } = await sumOrders(db, scope)
    return [
      { title: 'Orders', type: 'count', value: orders },
      { title: 'Cards', type: 'count', value: cards },
      { title: 'Spend', type: 'cents', value: spent },
    ]
  },
}

/** How many orders there are, with the cards and spend of those that count. */
export function sumOrders(db: Db, scope: Scope) {
  return ordersOf(db, scope)
    .select(({ fn, cast, lit }) => [
      cast<number>(fn.countAll(), 'bigint').as('orders'),
      fn.coalesce(cast<number>(fn.sum(CARD_COUNT).filterWhere(isCounted), 'bigint'), lit(0)).as('cards'),
      sumOf(spentCents).as('spent'),
    ])
    .executeTakeFirstOrThrow()
}

function statusWords(order: OrderRow): string {
  if (order.is_refunded) return 'Refunded'
  if (isCanceledByCustomer(order.decline_reason)) return 'Canceled'
  return DISPLAY_LABELS[displayStatus({ status: order.status, isShipped: order.is_shipped })]
}
