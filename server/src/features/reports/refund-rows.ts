import { auditPartyWords } from '@laurel/domain/audit-words'
import { REFUND_KIND_WORDS, REFUND_STATE_WORDS } from '@laurel/domain/money-words'
import { type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { RefundKind, RefundState } from '@laurel/domain/refund-rules'
import type { Db } from '../../database/database.ts'
import { literal, literals, localText, sumOf } from '../../database/sql.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import {
  type Cell,
  cents,
  companyCell,
  companyColumn,
  isOnDays,
  moment,
  pagesAfter,
  type Report,
  type Scope,
  text,
} from './report.ts'

function refundsOf(db: Db, scope: Scope) {
  const { siteId, companyId, status } = scope
  return db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'r.site_id').onRef('o.id', '=', 'r.order_id'),
    )
    .where('r.site_id', '=', siteId)
    .where(({ ref }) => isOnDays(ref('r.created_at'), scope))
    .$if(companyId !== undefined, (query) => query.where('o.company_id', '=', companyId!))
    .$if(status !== undefined, (query) => query.where('r.state', '=', status!))
}

type Refund = Awaited<ReturnType<typeof readRefunds>>[number]

function readRefunds(db: Db, scope: Scope, after: { id: number } | undefined, size: number) {
  const { timeZone } = scope
  return refundsOf(db, scope)
    .innerJoin('payments as p', (join) =>
      join.onRef('p.site_id', '=', 'r.site_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .leftJoin('companies as k', (join) =>
      join.onRef('k.site_id', '=', 'o.site_id').onRef('k.id', '=', 'o.company_id'),
    )
    .select(['r.id', 'r.amount_cents', 'r.kind', 'r.state', 'r.reason', 'r.asked_by', 'r.approved_by'])
    .select(['r.doubt_id', 'o.number', 'p.method_code', 'k.name as company'])
    .select(({ ref }) => [
      localText(ref('r.created_at'), timeZone).as('asked'),
      localText(ref('r.updated_at'), timeZone).as('changed'),
    ])
    .$if(after !== undefined, (query) => query.where('r.id', '<', after!.id))
    .orderBy('r.id', 'desc')
    .limit(size)
    .$narrowType<{ kind: RefundKind; state: RefundState; method_code: PaymentMethod }>()
    .execute()
}

const OPEN = literals('asked', 'approved', 'sent', 'unknown')

/** Every refund, the newest first. */
export const refundsReport: Report = {
  columns: (scope) => [
    ...[text('Order'), ...companyColumn(scope), moment('Requested'), cents('Amount (USD)'), text('Status')],
    ...[text('Paid by'), text('How'), text('Reason'), text('Requested by'), text('Approved by')],
    ...[text('Of a discrepancy'), moment('Last change')],
  ],
  async *pages(read, scope, size) {
    const names = await read((db) => namesOfStaff(db, scope.siteId))
    const nameOf = (party: string) => (party === '' ? '' : auditPartyWords(party, names.get(party) ?? ''))
    const pages = pagesAfter<Refund>(read, size, (db, after, rows) => readRefunds(db, scope, after, rows))
    for await (const refunds of pages) {
      yield refunds.map((row): Cell[] => [
        ...[row.number ?? '', ...companyCell(scope, row.company), row.asked, row.amount_cents],
        ...[REFUND_STATE_WORDS[row.state], WAYS_TO_PAY[row.method_code].name, REFUND_KIND_WORDS[row.kind]],
        ...[row.reason, nameOf(row.asked_by), nameOf(row.approved_by)],
        ...[row.doubt_id === null ? '' : 'Yes', row.changed],
      ])
    }
  },
  async totals(db, scope) {
    const { count, done, ofDiscrepancies, open } = await refundsOf(db, scope)
      .select(({ cast, eb, fn, ref }) => {
        const amount = ref('r.amount_cents')
        const isDone = eb('r.state', '=', literal('done'))
        return [
          cast<number>(fn.countAll(), 'bigint').as('count'),
          sumOf(
            eb
              .case()
              .when(eb.and([isDone, eb('r.doubt_id', 'is', null)]))
              .then(amount)
              .end(),
          ).as('done'),
          sumOf(
            eb
              .case()
              .when(eb.and([isDone, eb('r.doubt_id', 'is not', null)]))
              .then(amount)
              .end(),
          ).as('ofDiscrepancies'),
          sumOf(eb.case().when('r.state', 'in', OPEN).then(amount).end()).as('open'),
        ]
      })
      .executeTakeFirstOrThrow()
    return [
      { title: 'Refunds', type: 'count', value: count },
      { title: 'Refunded', type: 'cents', value: done },
      { title: 'Discrepancies refunded', type: 'cents', value: ofDiscrepancies },
      { title: 'Not refunded yet', type: 'cents', value: open },
    ]
  },
}
