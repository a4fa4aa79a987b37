import { spendField } from '@laurel/domain/company-reports'
import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Customers, Orders } from '../../database/generated/tables.ts'
import { isRowBelow, literal, localText, sumOf } from '../../database/sql.ts'
import { CARD_COUNT } from '../my-orders/overview.repo.ts'
import { isCounted, spentCents, sumOrders } from './order-rows.ts'
import {
  type Cell,
  cents,
  count,
  moment,
  ordersOf,
  type Report,
  type Scope,
  type Total,
  text,
} from './report.ts'

const eb = expressionBuilder<Database & { o: Orders; c: Customers }, 'o' | 'c'>()

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
  return [{ title: 'Spend', type: 'cents', value: spent }]
}

export const peopleReport: Report = {
  columns: () => [
    ...[text('Name'), text('Email'), text('Team'), count('Orders'), count('Cards'), cents('Spend (USD)')],
    moment('Last order'),
  ],
  /** As few as the company's people. */
  async *pages(read, scope) {
    const rows = await read((db) =>
      countedOrders(db, scope)
        .leftJoin('company_members as m', (join) =>
          join
            .onRef('m.site_id', '=', 'o.site_id')
            .onRef('m.company_id', '=', 'o.company_id')
            .onRef('m.customer_id', '=', 'o.customer_id'),
        )
        .leftJoin('company_teams as t', (join) =>
          join.onRef('t.site_id', '=', 'm.site_id').onRef('t.id', '=', 'm.team_id'),
        )
        .select(['c.id', 'c.first_name', 'c.last_name', 'c.email', 't.name as team'])
        .select(({ fn, cast, ref }) => [
          cast<number>(fn.countAll(), 'bigint').as('orders'),
          sumOf(CARD_COUNT).as('cards'),
          sumOf(spentCents).as('spent'),
          localText(fn.max(ref('o.placed_at')), scope.timeZone).as('last'),
        ])
        .groupBy(['c.id', 'c.first_name', 'c.last_name', 'c.email', 't.name'])
        .orderBy('spent', 'desc')
        .orderBy('c.id')
        .execute(),
    )
    yield rows.map((row): Cell[] => [
      `${row.first_name} ${row.last_name}`.trim(),
      ...[row.email, row.team ?? '', row.orders, row.cards, row.spent, row.last],
    ])
  },
  totals: totalsOf,
}

/** What each row is about, besides its month. */
function groupTitle({ by, fields }: Scope): string | undefined {
  if (by === 'person') return 'Person'
  return fields.find(({ id }) => id === spendField(by))?.name
}

export const spendReport: Report = {
  columns: (scope) => {
    const title = groupTitle(scope)
    return [
      ...[text('Month'), ...(title === undefined ? [] : [text(title)])],
      ...[count('Orders'), count('Cards'), cents('Spend (USD)')],
    ]
  },
  async *pages(read, scope, size) {
    const isGrouped = groupTitle(scope) !== undefined
    for (let after: Group | undefined; ; ) {
      const last = after
      const rows = await read((db) => readSpend(db, scope, last, size))
      yield rows.map(({ month, name, orders, cards, spent }): Cell[] => [
        ...[month, ...(isGrouped ? [name] : [])],
        ...[orders, cards, spent],
      ])
      if (rows.length < size) return
      after = rows.at(-1)
    }
  },
  totals: totalsOf,
}

type Group = { month: string | null; name: string; key: number }

/** The latest month first, and by name within it. */
function readSpend(db: Db, scope: Scope, after: Group | undefined, size: number) {
  const { timeZone } = scope
  const by = groupTitle(scope) === undefined ? 'month' : scope.by
  const isByPerson = by === 'person'
  const fullName = eb.fn<string>('concat_ws', [literal(' '), 'c.first_name', 'c.last_name'])
  const groups = countedOrders(db, scope)
    .leftJoin('order_field_values as v', (join) =>
      join
        .onRef('v.site_id', '=', 'o.site_id')
        .onRef('v.order_id', '=', 'o.id')
        .on('v.field_id', '=', spendField(by) ?? 0),
    )
    .select(({ fn, ref, lit }) => [
      localText(ref('o.placed_at'), timeZone, 'YYYY-MM').as('month'),
      (isByPerson ? fullName : fn.coalesce('v.value', literal(''))).as('name'),
      // People of the same name stay apart.
      (isByPerson ? ref('c.id') : lit(0)).$castTo<number>().as('key'),
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
