import { PAYMENT_STATE_WORDS } from '@laurel/domain/money-words'
import { type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { PaymentState } from '@laurel/domain/payment-state'
import type { Db } from '../../database/database.ts'
import { literals, localText, sumOf } from '../../database/sql.ts'
import { TOP_UP } from '../orders/orders.repo.ts'
import {
  type Cell,
  cents,
  companyCell,
  companyColumn,
  fullName,
  isOnDays,
  moment,
  pagesAfter,
  type Report,
  type Scope,
  text,
} from './report.ts'

/** Payments `p` with their order `o`, which can be a top-up or still a cart. */
function paymentsOf(db: Db, scope: Scope) {
  const { siteId, companyId, status } = scope
  return db
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'p.site_id').onRef('o.id', '=', 'p.order_id'),
    )
    .where('p.site_id', '=', siteId)
    .where(({ ref }) => isOnDays(ref('p.created_at'), scope))
    .$if(companyId !== undefined, (query) => query.where('o.company_id', '=', companyId!))
    .$if(status !== undefined, (query) => query.where('p.state', '=', status!))
}

type Payment = Awaited<ReturnType<typeof readPayments>>[number]

function readPayments(db: Db, scope: Scope, after: { id: number } | undefined, size: number) {
  const { timeZone } = scope
  return paymentsOf(db, scope)
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .leftJoin('companies as k', (join) =>
      join.onRef('k.site_id', '=', 'o.site_id').onRef('k.id', '=', 'o.company_id'),
    )
    .select(['p.id', 'p.method_code', 'p.amount_cents', 'p.state', 'p.masked_account'])
    .select(['o.number', 'o.status as order_status', 'c.first_name', 'c.last_name', 'k.name as company'])
    .select(({ ref }) => [
      localText(ref('p.created_at'), timeZone).as('started'),
      localText(ref('p.updated_at'), timeZone).as('changed'),
    ])
    .$if(after !== undefined, (query) => query.where('p.id', '<', after!.id))
    .orderBy('p.id', 'desc')
    .limit(size)
    .$narrowType<{ method_code: PaymentMethod; state: PaymentState }>()
    .execute()
}

const PAID = literals('paid', 'settled', 'refunded')

/** Every attempt to pay, the newest first. */
export const paymentsReport: Report = {
  columns: (scope) => [
    ...[text('Order'), text('For'), ...companyColumn(scope), text('Customer'), moment('Started')],
    ...[text('Method'), cents('Amount (USD)'), text('Status'), text('Account'), moment('Last change')],
  ],
  async *pages(read, scope, size) {
    const pages = pagesAfter<Payment>(read, size, (db, after, rows) => readPayments(db, scope, after, rows))
    for await (const payments of pages) {
      yield payments.map((row): Cell[] => [
        ...[row.number ?? '', row.order_status === TOP_UP ? 'Top-up' : 'Order'],
        ...[...companyCell(scope, row.company), fullName(row), row.started],
        ...[WAYS_TO_PAY[row.method_code].name, row.amount_cents, PAYMENT_STATE_WORDS[row.state]],
        ...[row.masked_account, row.changed],
      ])
    }
  },
  async totals(db, scope) {
    const { count, paid } = await paymentsOf(db, scope)
      .select(({ cast, eb, fn, ref }) => [
        cast<number>(fn.countAll(), 'bigint').as('count'),
        sumOf(eb.case().when('p.state', 'in', PAID).then(ref('p.amount_cents')).end()).as('paid'),
      ])
      .executeTakeFirstOrThrow()
    return [
      { title: 'Payments', type: 'count', value: count },
      { title: 'Paid', type: 'cents', value: paid },
    ]
  },
}
