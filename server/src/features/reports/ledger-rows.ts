import type { LedgerAccount } from '@laurel/domain/ledger'
import { accountWords, moneyEventWords } from '@laurel/domain/money-words'
import type { Db } from '../../database/database.ts'
import { localText, sumOf } from '../../database/sql.ts'
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

function entriesOf(db: Db, scope: Scope) {
  const { siteId, companyId } = scope
  return db
    .selectFrom('ledger_entries as l')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'l.site_id').onRef('o.id', '=', 'l.order_id'),
    )
    .where('l.site_id', '=', siteId)
    .where(({ ref }) => isOnDays(ref('l.at'), scope))
    .$if(companyId !== undefined, (query) => query.where('o.company_id', '=', companyId!))
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number]

function readEntries(db: Db, scope: Scope, after: { id: number } | undefined, size: number) {
  return entriesOf(db, scope)
    .leftJoin('companies as k', (join) =>
      join.onRef('k.site_id', '=', 'o.site_id').onRef('k.id', '=', 'o.company_id'),
    )
    .select(['l.id', 'l.event', 'l.source', 'l.account', 'l.cents', 'o.number', 'k.name as company'])
    .select(({ ref }) => localText(ref('l.at'), scope.timeZone).as('posted'))
    .$if(after !== undefined, (query) => query.where('l.id', '<', after!.id))
    .orderBy('l.id', 'desc')
    .limit(size)
    .$narrowType<{ account: LedgerAccount }>()
    .execute()
}

/** Every entry, those posted last first. */
export const ledgerReport: Report = {
  columns: (scope) => [
    ...[moment('Posted'), text('Order'), ...companyColumn(scope), text('What'), text('Account')],
    ...[cents('Debit (USD)'), cents('Credit (USD)'), text('Source')],
  ],
  async *pages(read, scope, size) {
    const pages = pagesAfter<Entry>(read, size, (db, after, rows) => readEntries(db, scope, after, rows))
    for await (const entries of pages) {
      yield entries.map((row): Cell[] => [
        ...[row.posted, row.number ?? '', ...companyCell(scope, row.company), moneyEventWords(row.event)],
        ...[accountWords(row.account), row.cents > 0 ? row.cents : null, row.cents < 0 ? -row.cents : null],
        row.source,
      ])
    }
  },
  async totals(db, scope) {
    const { count, debits, credits } = await entriesOf(db, scope)
      .select(({ cast, eb, fn, ref }) => [
        cast<number>(fn.countAll(), 'bigint').as('count'),
        sumOf(eb.case().when('l.cents', '>', 0).then(ref('l.cents')).end()).as('debits'),
        sumOf(
          eb
            .case()
            .when('l.cents', '<', 0)
            .then(eb.neg(ref('l.cents')))
            .end(),
        ).as('credits'),
      ])
      .executeTakeFirstOrThrow()
    return [
      { title: 'Entries', type: 'count', value: count },
      { title: 'Debits', type: 'cents', value: debits },
      { title: 'Credits', type: 'cents', value: credits },
    ]
  },
}
