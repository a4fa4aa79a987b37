import { INVOICE_AGE_WORDS, INVOICE_AGES } from '@laurel/domain/company-terms'
import type { Db } from '../../database/database.ts'
import { anyOf, isRowBelow, localText, sumOf } from '../../database/sql.ts'
import { openInvoices } from '../ledger/company-terms.ts'
import { CARD_COUNT } from '../my-orders/overview.repo.ts'
import { sumByCompany } from '../terms/terms.repo.ts'
import { isCounted, spentCents } from './order-rows.ts'
import {
  type Cell,
  cents,
  count,
  moment,
  ordersOf,
  pagesAfter,
  type Report,
  type Scope,
  text,
} from './report.ts'

/** Merged companies are empty, and left out. */
function companiesOf(db: Db, { siteId, companyId }: Scope) {
  return db
    .selectFrom('companies as k')
    .where('k.site_id', '=', siteId)
    .where('k.merged_into', 'is', null)
    .$if(companyId !== undefined, (query) => query.where('k.id', '=', companyId!))
}

type Company = Awaited<ReturnType<typeof readCompanies>>[number]

function readCompanies(
  db: Db,
  scope: Scope,
  after: { id: number; find_name: string } | undefined,
  size: number,
) {
  return companiesOf(db, scope)
    .leftJoin('company_balances as b', (join) =>
      join.onRef('b.site_id', '=', 'k.site_id').onRef('b.company_id', '=', 'k.id'),
    )
    .leftJoin('company_terms as t', (join) =>
      join.onRef('t.site_id', '=', 'k.site_id').onRef('t.company_id', '=', 'k.id'),
    )
    .select(['k.id', 'k.name', 'k.find_name', 'b.balance_cents', 't.limit_cents', 't.days', 't.is_active'])
    .select(({ fn, ref, selectFrom }) => [
      localText(ref('k.created_at'), scope.timeZone).as('since'),
      selectFrom('company_members as m')
        .select(fn.countAll<number>().as('count'))
        .whereRef('m.site_id', '=', 'k.site_id')
        .whereRef('m.company_id', '=', 'k.id')
        .as('people'),
    ])
    .$if(after !== undefined, (query) =>
      query.where(({ cast, refTuple, tuple, val }) =>
        isRowBelow(
          tuple(cast<string>(val(after!.find_name), 'text'), cast<number>(val(after!.id), 'bigint')),
          refTuple('k.find_name', 'k.id'),
        ),
      ),
    )
    .orderBy('k.find_name')
    .orderBy('k.id')
    .limit(size)
    .execute()
}

/** What each of some companies ordered on the report's days. */
async function readOrdered(db: Db, scope: Scope, ids: readonly number[]) {
  const rows = await ordersOf(db, scope)
    .select(({ cast, fn }) => [
      'o.company_id',
      cast<number>(fn.countAll(), 'bigint').as('orders'),
      sumOf(CARD_COUNT).as('cards'),
      sumOf(spentCents).as('spent'),
    ])
    .where(isCounted)
    .where('o.company_id', '=', anyOf(ids))
    .groupBy('o.company_id')
    .execute()
  return new Map(rows.map((row) => [row.company_id, row]))
}

/** Every company, by name. */
export const companiesReport: Report = {
  columns: () => [
    ...[text('Company'), moment('Since'), count('People'), count('Orders'), count('Cards')],
    ...[cents('Spend (USD)'), cents('Balance (USD)'), text('Terms'), cents('Credit limit (USD)')],
    ...[cents('Open invoices (USD)'), ...INVOICE_AGES.map((age) => cents(`${INVOICE_AGE_WORDS[age]} (USD)`))],
  ],
  async *pages(read, scope, size) {
    const pages = pagesAfter<Company>(read, size, (db, after, rows) => readCompanies(db, scope, after, rows))
    for await (const companies of pages) {
      const ids = companies.map(({ id }) => id)
      const [ordered, open] = await read(async (db) => [
        await readOrdered(db, scope, ids),
        await sumByCompany(db, { id: scope.siteId, time_zone: scope.timeZone }, scope.at, ids),
      ])
      yield companies.map((row): Cell[] => {
        const { orders = 0, cards = 0, spent = 0 } = ordered.get(row.id) ?? {}
        const ages = INVOICE_AGES.map((age) => open.get(row.id)?.[age] ?? 0)
        return [
          ...[row.name || `Company ${row.id}`, row.since, row.people, orders, cards, spent],
          ...[row.balance_cents ?? 0, termsWords(row), row.limit_cents],
          ...[ages.reduce((sum, cents) => sum + cents, 0), ...ages],
        ]
      })
    }
  },
  async totals(db, scope) {
    const { companies, balance } = await companiesOf(db, scope)
      .leftJoin('company_balances as b', (join) =>
        join.onRef('b.site_id', '=', 'k.site_id').onRef('b.company_id', '=', 'k.id'),
      )
      .select(({ cast, fn, ref }) => [
        cast<number>(fn.countAll(), 'bigint').as('companies'),
        sumOf(ref('b.balance_cents')).as('balance'),
      ])
      .executeTakeFirstOrThrow()
    const { spent } = await ordersOf(db, scope)
      .select(sumOf(spentCents).as('spent'))
      .where('o.company_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const { open } = await openOf(db, scope)
    return [
      { title: 'Companies', type: 'count', value: companies },
      { title: 'Spend', type: 'cents', value: spent },
      { title: 'Balances', type: 'cents', value: balance },
      { title: 'Open invoices', type: 'cents', value: open },
    ]
  },
}

function openOf(db: Db, { siteId, companyId }: Scope) {
  return openInvoices(db, siteId)
    .select(({ ref }) => sumOf(ref('o.terms_open_cents')).as('open'))
    .$if(companyId !== undefined, (query) => query.where('o.company_id', '=', companyId!))
    .executeTakeFirstOrThrow()
}

function termsWords({ days, is_active }: Company): string {
  if (days === null) return ''
  return is_active ? `Net ${days}` : 'Ended'
}
