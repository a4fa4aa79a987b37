import { dayIn } from '@laurel/domain/day-in'
import { NO_TAX_ADVICE, W9_WORDS, type W9Status } from '@laurel/domain/year-end'
import type { Db } from '../../database/database.ts'
import { isRowBelow, literal, sumOf } from '../../database/sql.ts'
import { readThreshold } from '../year-end/tax-years.repo.ts'
import {
  type Cell,
  cents,
  count,
  fieldCells,
  fieldColumns,
  type Report,
  type Scope,
  type Total,
  text,
  words,
} from './report.ts'

/** Cards that employees received on the report's days. */
function employeeCards(db: Db, { siteId, companyId, days: { from, until } }: Scope) {
  return db
    .selectFrom('year_end_cards as c')
    .innerJoin('year_end_people as i', (join) =>
      join.onRef('i.site_id', '=', 'c.site_id').onRef('i.id', '=', 'c.identity_id'),
    )
    .innerJoin('year_end_people as p', (join) =>
      join.onRef('p.site_id', '=', 'i.site_id').onRef('p.id', '=', 'i.person_id'),
    )
    .where('c.site_id', '=', siteId)
    .where('c.company_id', '=', companyId!)
    .where('c.counts_as', '=', literal('received'))
    .where('p.is_employee', '=', true)
    .$if(from !== undefined, (query) => query.where('c.day', '>=', from!))
    .$if(until !== undefined, (query) => query.where('c.day', '<=', until!))
}

function readPayroll(
  db: Db,
  scope: Scope,
  after: { day: string; delivery_id: number } | undefined,
  size: number,
) {
  return employeeCards(db, scope)
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'c.site_id').onRef('o.id', '=', 'c.order_id'),
    )
    .select(['c.day', 'c.delivery_id', 'c.cents', 'o.number', 'o.fields'])
    .select(['p.employee_number', 'p.first_name', 'p.last_name', 'p.email'])
    .$if(after !== undefined, (query) =>
      query.where(({ refTuple, tuple, val }) =>
        isRowBelow(tuple(val(after!.day), val(after!.delivery_id)), refTuple('c.day', 'c.delivery_id')),
      ),
    )
    .orderBy('c.day')
    .orderBy('c.delivery_id')
    .limit(size)
    .execute()
}

/** Gift cards are wages from the first cent: each card, for a payroll system. */
export const payrollReport: Report = {
  columns: (scope) => [
    ...[
      text(/*i18n*/ 'Employee number'),
      text(/*i18n*/ 'First name'),
      text(/*i18n*/ 'Last name'),
      text(/*i18n*/ 'Email'),
      cents(/*i18n*/ 'Amount (USD)'),
    ],
    ...[text(/*i18n*/ 'Date'), text(/*i18n*/ 'Order'), ...fieldColumns(scope), words(/*i18n*/ 'Note')],
  ],
  async *pages(read, scope, size) {
    for (let after: { day: string; delivery_id: number } | undefined; ; ) {
      const last = after
      const rows = await read((db) => readPayroll(db, scope, last, size))
      yield rows.map((row): Cell[] => [
        ...[row.employee_number, row.first_name, row.last_name, row.email, row.cents, row.day],
        ...[row.number ?? '', ...fieldCells(scope, row.fields), NO_TAX_ADVICE],
      ])
      if (rows.length < size) return
      after = rows.at(-1)
    }
  },
  async totals(db, scope) {
    const { cards, received } = await employeeCards(db, scope)
      .select(({ fn, cast, ref }) => [
        cast<number>(fn.countAll(), 'bigint').as('cards'),
        sumOf(ref('c.cents')).as('received'),
      ])
      .executeTakeFirstOrThrow()
    return totalsOf(/*i18n*/ 'Cards', cards, received)
  },
}

function totalsOf(title: string, value: number, received: number): Total[] {
  return [
    { title, type: 'count', value },
    { title: /*i18n*/ 'Received', type: 'cents', value: received },
  ]
}

/** A tax year is a whole one: that of the first day. */
function yearOf({ days: { from, until }, at, timeZone }: Scope): number {
  return Number((from ?? until ?? dayIn(at, timeZone)).slice(0, 4))
}

/** Others than employees who reached the year's threshold. */
async function reported(db: Db, scope: Scope) {
  const year = yearOf(scope)
  const threshold = await readThreshold(db, year)
  return db
    .selectFrom('year_end_totals as t')
    .where('t.site_id', '=', scope.siteId)
    .where('t.company_id', '=', scope.companyId!)
    .where('t.year', '=', year)
    .where('t.is_employee', '=', false)
    .where('t.received_cents', '>=', threshold)
}

type Place = { received_cents: number; person_id: number }

async function readReported(db: Db, scope: Scope, after: Place | undefined, size: number) {
  const people = await reported(db, scope)
  return people
    .innerJoin('year_end_people as p', (join) =>
      join.onRef('p.site_id', '=', 't.site_id').onRef('p.id', '=', 't.person_id'),
    )
    .select([
      't.person_id',
      't.received_cents',
      't.unclaimed_cents',
      'p.first_name',
      'p.last_name',
      'p.email',
    ])
    .select(['p.address1', 'p.address2', 'p.city', 'p.state', 'p.zip', 'p.w9', 'p.w9_on'])
    .$if(after !== undefined, (query) =>
      query.where(({ refTuple, tuple, val }) =>
        isRowBelow(
          refTuple('t.received_cents', 't.person_id'),
          tuple(val(after!.received_cents), val(after!.person_id)),
        ),
      ),
    )
    .orderBy('t.received_cents', 'desc')
    .orderBy('t.person_id', 'desc')
    .limit(size)
    .$narrowType<{ w9: W9Status }>()
    .execute()
}

export const form1099Report: Report = {
  columns: () => [
    ...[
      text(/*i18n*/ 'First name'),
      text(/*i18n*/ 'Last name'),
      text(/*i18n*/ 'Email'),
      text(/*i18n*/ 'Address'),
      text(/*i18n*/ 'Address 2'),
    ],
    ...[
      text(/*i18n*/ 'City'),
      text(/*i18n*/ 'State'),
      text(/*i18n*/ 'ZIP'),
      text(/*i18n*/ 'Year'),
      cents(/*i18n*/ 'Received (USD)'),
    ],
    ...[
      cents(/*i18n*/ 'Unclaimed (USD)'),
      words(/*i18n*/ 'W-9'),
      text(/*i18n*/ 'W-9 received'),
      count(/*i18n*/ 'Person ID'),
      words(/*i18n*/ 'Note'),
    ],
  ],
  async *pages(read, scope, size) {
    const year = String(yearOf(scope))
    for (let after: Place | undefined; ; ) {
      const last = after
      const rows = await read((db) => readReported(db, scope, last, size))
      yield rows.map((row): Cell[] => [
        ...[row.first_name, row.last_name, row.email, row.address1, row.address2, row.city, row.state],
        ...[row.zip, year, row.received_cents, row.unclaimed_cents, W9_WORDS[row.w9], row.w9_on],
        ...[row.person_id, NO_TAX_ADVICE],
      ])
      if (rows.length < size) return
      after = rows.at(-1)
    }
  },
  async totals(db, scope) {
    const { people, received } = await (await reported(db, scope))
      .select(({ fn, cast, ref }) => [
        cast<number>(fn.countAll(), 'bigint').as('people'),
        sumOf(ref('t.received_cents')).as('received'),
      ])
      .executeTakeFirstOrThrow()
    return totalsOf(/*i18n*/ 'People', people, received)
  },
}
