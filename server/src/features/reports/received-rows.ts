import { auditPartyWords } from '@laurel/domain/audit-words'
import { RECEIVED_PAYMENT_WORDS, type ReceivedPaymentStatus } from '@laurel/domain/money-words'
import { type ByHandMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { FundsReceived } from '../../database/generated/tables.ts'
import { literal, localText, sumOf } from '../../database/sql.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import {
  type Cell,
  cents,
  companyCell,
  companyColumn,
  day,
  moment,
  pagesAfter,
  type Report,
  type Scope,
  text,
} from './report.ts'

const eb = expressionBuilder<Database & { f: FundsReceived }, 'f'>()
const isKept = eb('f.reversed_at', 'is', null)
const isMatched = eb('f.order_id', 'is not', null)
const isRefunded = eb('f.sent_back_as', '<>', literal(''))

const HAS_STATUS: Readonly<Record<ReceivedPaymentStatus, Expression<SqlBool>>> = {
  matched: eb.and([isKept, isMatched]),
  unmatched: eb.and([isKept, eb.not(isMatched)]),
  refunded: isRefunded,
  undone: eb.and([eb.not(isKept), eb.not(isRefunded)]),
}

/** Checks and transfers `f`, with their order `o` if they're matched. */
function receivedOf(db: Db, { siteId, companyId, status, days: { from, until } }: Scope) {
  return db
    .selectFrom('funds_received as f')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'f.site_id').onRef('o.id', '=', 'f.order_id'),
    )
    .where('f.site_id', '=', siteId)
    .$if(from !== undefined, (query) => query.where('f.received_on', '>=', from!))
    .$if(until !== undefined, (query) => query.where('f.received_on', '<=', until!))
    .$if(companyId !== undefined, (query) => query.where('o.company_id', '=', companyId!))
    .$if(status !== undefined, (query) => query.where(HAS_STATUS[status as ReceivedPaymentStatus]))
}

type Received = Awaited<ReturnType<typeof readReceived>>[number]

function readReceived(db: Db, scope: Scope, after: { id: number } | undefined, size: number) {
  const { timeZone } = scope
  return receivedOf(db, scope)
    .leftJoin('companies as k', (join) =>
      join.onRef('k.site_id', '=', 'o.site_id').onRef('k.id', '=', 'o.company_id'),
    )
    .select(['f.id', 'f.received_on', 'f.method_code', 'f.amount_cents', 'f.payer', 'f.reference'])
    .select(['f.document_number', 'f.note', 'f.recorded_by', 'f.order_id', 'f.reversed_at'])
    .select(['f.reversed_reason', 'f.sent_back_as', 'o.number', 'k.name as company'])
    .select(({ ref }) => [
      localText(ref('f.recorded_at'), timeZone).as('recorded'),
      localText(ref('f.reversed_at'), timeZone).as('reversed'),
    ])
    .$if(after !== undefined, (query) => query.where('f.id', '<', after!.id))
    .orderBy('f.id', 'desc')
    .limit(size)
    .$narrowType<{ method_code: ByHandMethod }>()
    .execute()
}

function statusOf({ sent_back_as, reversed_at, order_id }: Received): ReceivedPaymentStatus {
  if (sent_back_as !== '') return 'refunded'
  if (reversed_at !== null) return 'undone'
  return order_id === null ? 'unmatched' : 'matched'
}

/** Checks and transfers, those recorded last first. */
export const paymentsReceivedReport: Report = {
  columns: (scope) => [
    ...[day('Received'), text('Method'), cents('Amount (USD)'), text('Status'), text('Order')],
    ...[...companyColumn(scope), text('Payer'), text('Reference'), text('Number'), text('Note')],
    ...[moment('Recorded'), text('Recorded by'), moment('Undone or refunded'), text('Reason')],
    text('Refunded by check or transfer'),
  ],
  async *pages(read, scope, size) {
    const names = await read((db) => namesOfStaff(db, scope.siteId))
    const pages = pagesAfter<Received>(read, size, (db, after, rows) => readReceived(db, scope, after, rows))
    for await (const received of pages) {
      yield received.map((row): Cell[] => [
        ...[row.received_on, WAYS_TO_PAY[row.method_code].name, row.amount_cents],
        ...[RECEIVED_PAYMENT_WORDS[statusOf(row)], row.number ?? '', ...companyCell(scope, row.company)],
        ...[row.payer, row.reference, row.document_number, row.note, row.recorded],
        ...[auditPartyWords(row.recorded_by, names.get(row.recorded_by) ?? ''), row.reversed],
        ...[row.reversed_reason, row.sent_back_as],
      ])
    }
  },
  async totals(db, scope) {
    const { count, kept, unmatched } = await receivedOf(db, scope)
      .select(({ cast, fn, ref }) => {
        const amount = ref('f.amount_cents')
        return [
          cast<number>(fn.countAll(), 'bigint').as('count'),
          sumOf(eb.case().when(isKept).then(amount).end()).as('kept'),
          sumOf(eb.case().when(HAS_STATUS.unmatched).then(amount).end()).as('unmatched'),
        ]
      })
      .executeTakeFirstOrThrow()
    return [
      { title: 'Payments', type: 'count', value: count },
      { title: 'Received', type: 'cents', value: kept },
      { title: 'Not matched', type: 'cents', value: unmatched },
    ]
  },
}
