import { spendField } from '@laurel/domain/reports'
import { expressionBuilder, type Nullable } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Companies, Customers, OrderFieldValues, Orders } from '../../database/generated/tables.ts'
import { isRowBelow, literal, localText, sumOf } from '../../database/sql.ts'
import { CARD_COUNT } from '../my-orders/overview.repo.ts'
import { isCounted, spentCents, sumOrders } from './order-rows.ts'
import {
  type Cell,
  type Column,
  cents,
  companyCell,
  companyColumn,
  count,
  fullName,
  moment,
  ordersOf,
  own,
  pagesAfter,
  type Report,
  type Scope,
  type Total,
  text,
} from './report.ts'

const eb = expressionBuilder<
  Database & { o: Orders; c: Customers; k: Nullable<Companies>; v: Nullable<OrderFieldValues> },
  'o' | 'c' | 'k' | 'v'
>()

/** The orders that count, and who placed them. */
function countedOrders(db: Db, scope: Scope) {
  return ordersOf(db, scope)
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .where(isCounted)
}

async function totalsOf(db: Db, scope: Scope): Promise<Total[]> {
  const { spent } = await sumOrders(db, scope)
  return [{ title: /*i18n*/ 'Spend', type: 'cents', value: spent }]
}

type Person = Awaited<ReturnType<typeof readPeople>>[number]

/** Who spent most first. A person who ordered for several companies has a row for each. */
function readPeople(
  db: Db,
  scope: Scope,
  after: { id: number; company_id: number; spent: number } | undefined,
  size: number,
) {
  const people = countedOrders(db, scope)
    .leftJoin('companies as k', (join) =>
      join.onRef('k.site_id', '=', 'o.site_id').onRef('k.id', '=', 'o.company_id'),
    )
    .leftJoin('company_members as m', (join) =>
      join
        .onRef('m.site_id', '=', 'o.site_id')
        .onRef('m.company_id', '=', 'o.company_id')
        .onRef('m.customer_id', '=', 'o.customer_id'),
    )
    .leftJoin('company_teams as t', (join) =>
      join.onRef('t.site_id', '=', 'm.site_id').onRef('t.id', '=', 'm.team_id'),
    )
    .select(['c.id', 'c.first_name', 'c.last_name', 'c.email', 't.name as team', 'k.name as company'])
    .select(({ fn, cast, lit, ref }) => [
      fn.coalesce('k.id', lit(0)).as('company_id'),
      cast<number>(fn.countAll(), 'bigint').as('orders'),
      sumOf(CARD_COUNT).as('cards'),
      sumOf(spentCents).as('spent'),
      localText(fn.max(ref('o.placed_at')), scope.timeZone).as('last'),
    ])
    .groupBy(['c.id', 'c.first_name', 'c.last_name', 'c.email', 't.name', 'k.id', 'k.name'])
  return db
    .selectFrom(people.as('p'))
    .selectAll('p')
    .$if(after !== undefined, (query) =>
      query.where(({ and, eb: person, or, refTuple, tuple, val }) =>
        or([
          person('p.spent', '<', after!.spent),
          and([
            person('p.spent', '=', after!.spent),
            isRowBelow(tuple(val(after!.id), val(after!.company_id)), refTuple('p.id', 'p.company_id')),
          ]),
        ]),
      ),
    )
    .orderBy('p.spent', 'desc')
    .orderBy('p.id')
    .orderBy('p.company_id')
    .limit(size)
    .execute()
}

/** Each page sums all orders again, so there are few. */
const LARGER_PAGES = 10

export const peopleReport: Report = {
  columns: (scope) => [
    ...[
      text(/*i18n*/ 'Name'),
      text(/*i18n*/ 'Email'),
      ...companyColumn(scope),
      text(/*i18n*/ 'Team'),
      count(/*i18n*/ 'Orders'),
    ],
    ...[count(/*i18n*/ 'Cards'), cents(/*i18n*/ 'Spend (USD)'), moment(/*i18n*/ 'Last order')],
  ],
  async *pages(read, scope, size) {
    const pages = pagesAfter<Person>(read, size * LARGER_PAGES, (db, after, rows) =>
      readPeople(db, scope, after, rows),
    )
    for await (const people of pages) {
      yield people.map((row): Cell[] => [
        ...[fullName(row), row.email, ...companyCell(scope, row.company), row.team ?? '', row.orders],
        ...[row.cards, row.spent, row.last],
      ])
    }
  },
  totals: totalsOf,
}

/** What each row is about, besides its month. */
function groupColumn({ by, fields }: Scope): Column | undefined {
  if (by === 'person') return text(/*i18n*/ 'Person')
  if (by === 'company') return text('Company')
  const field = fields.find(({ id }) => id === spendField(by))
  return field && own(field.name)
}

export const spendReport: Report = {
  columns: (scope) => {
    const group = groupColumn(scope)
    return [
      ...[text(/*i18n*/ 'Month'), ...(group === undefined ? [] : [group])],
      ...[count(/*i18n*/ 'Orders'), count(/*i18n*/ 'Cards'), cents(/*i18n*/ 'Spend (USD)')],
    ]
  },
  async *pages(read, scope, size) {
    const isGrouped = groupColumn(scope) !== undefined
    const pages = pagesAfter<Group>(read, size * LARGER_PAGES, (db, after, rows) =>
      readSpend(db, scope, after, rows),
    )
    for await (const groups of pages) {
      yield groups.map(({ month, name, orders, cards, spent }): Cell[] => [
        ...[month, ...(isGrouped ? [name] : [])],
        ...[orders, cards, spent],
      ])
    }
  },
  totals: totalsOf,
}

type Group = Awaited<ReturnType<typeof readSpend>>[number]

/** What months are split by. People and companies of the same name stay apart. */
const GROUPS = {
  person: {
    name: eb.fn<string>('concat_ws', [literal(' '), 'c.first_name', 'c.last_name']),
    key: eb.ref('c.id'),
  },
  company: { name: eb.fn.coalesce('k.name', literal('')), key: eb.fn.coalesce('k.id', eb.lit(0)) },
}
const OF_FIELD = { name: eb.fn.coalesce('v.value', literal('')), key: eb.lit(0) }

/** The latest month first, and by name within it. */
function readSpend(
  db: Db,
  scope: Scope,
  after: { month: string | null; name: string; key: number } | undefined,
  size: number,
) {
  const { timeZone } = scope
  const by = groupColumn(scope) === undefined ? 'month' : scope.by
  const group = by === 'person' || by === 'company' ? GROUPS[by] : OF_FIELD
  const groups = countedOrders(db, scope)
    .leftJoin('companies as k', (join) =>
      join.onRef('k.site_id', '=', 'o.site_id').onRef('k.id', '=', 'o.company_id'),
    )
    .leftJoin('order_field_values as v', (join) =>
      join
        .onRef('v.site_id', '=', 'o.site_id')
        .onRef('v.order_id', '=', 'o.id')
        .on('v.field_id', '=', spendField(by) ?? 0),
    )
    .select(({ ref }) => [
      localText(ref('o.placed_at'), timeZone, 'YYYY-MM').as('month'),
      group.name.as('name'),
      group.key.$castTo<number>().as('key'),
      CARD_COUNT.as('cards'),
      spentCents.as('spent'),
    ])
  return db
    .selectFrom(groups.as('g'))
    .select(({ fn, cast, ref }) => [
      'g.month',
      'g.name',
      'g.key',
      cast<number>(fn.countAll(), 'bigint').as('orders'),
      sumOf(ref('g.cards')).as('cards'),
      sumOf(ref('g.spent')).as('spent'),
    ])
    .$if(after !== undefined, (query) =>
      query.where(({ and, eb: group, or, refTuple, tuple, val }) =>
        or([
          group('g.month', '<', after!.month),
          and([
            group('g.month', '=', after!.month),
            isRowBelow(tuple(val(after!.name), val(after!.key)), refTuple('g.name', 'g.key')),
          ]),
        ]),
      ),
    )
    .groupBy(['g.month', 'g.name', 'g.key'])
    .orderBy('g.month', 'desc')
    .orderBy('g.name')
    .orderBy('g.key')
    .limit(size)
    .execute()
}
