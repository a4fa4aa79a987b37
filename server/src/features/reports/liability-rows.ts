import { dayIn } from '@laurel/domain/day-in'
import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Deliveries, IssuedCards } from '../../database/generated/tables.ts'
import { dayBegins, literal, literals, localText, sumOf } from '../../database/sql.ts'
import { isOfCompany } from '../companies/own-companies.ts'
import { VOID } from './card-rows.ts'
import { type Cell, cents, count, type Read, type Report, type Scope, text } from './report.ts'

/** How a card stops being unclaimed. */
const FATES = ['claimed', 'shipped', 'expired', 'canceled'] as const
type Fate = (typeof FATES)[number]

const eb = expressionBuilder<Database & { i: IssuedCards; d: Deliveries }, 'i' | 'd'>()
const isDigital = eb('d.reward_type', '=', literal('digital'))
const isVoid = eb('d.status', 'in', literals(...VOID))
const isShipped = eb('d.status', 'in', literals('mailed', 'delivered'))
/** Nothing happens to a delivery after this. */
const voidedAt = eb
  .selectFrom('delivery_events as e')
  .select(({ fn }) => fn.max('e.at').as('at'))
  .whereRef('e.site_id', '=', 'd.site_id')
  .whereRef('e.delivery_id', '=', 'd.id')
  .whereRef('e.event', '=', 'd.status')
  .$asScalar()

const BEFORE = 'before'
const AFTER = 'after'

/** The month of a moment, `2026-11`, or whether it's before or after the report's days. */
function monthOf(moment: Parameters<typeof localText>[0], { timeZone, days: { from, until } }: Scope) {
  const { case: when, lit } = expressionBuilder()
  return when()
    .when(from === undefined ? lit(false) : eb(moment, '<', dayBegins(from, timeZone)))
    .then(literal<string>(BEFORE))
    .when(until === undefined ? lit(false) : eb(moment, '>=', dayBegins(until, timeZone, 1)))
    .then(literal<string>(AFTER))
    .else(localText(moment, timeZone, 'YYYY-MM'))
    .end()
}

/**
 * The value of all cards by the month in which they were issued, and by the one in which they stopped being unclaimed:
 * by their recipient, by the carrier that has the letter or parcel, by the end of their link, or with their delivery.
 */
function sumCards(db: Db, scope: Scope) {
  const { at, companyId, siteId } = scope
  const isExpired = eb.and([isDigital, eb('d.expires_at', '<=', at)])
  const fate = eb
    .case()
    .when(isVoid)
    .then(literal<Fate>('canceled'))
    .when('d.status', '=', literal('claimed'))
    .then(literal<Fate>('claimed'))
    .when(isShipped)
    .then(literal<Fate>('shipped'))
    .when(isExpired)
    .then(literal<Fate>('expired'))
    .end()
  const endedAt = eb
    .case()
    .when(isVoid)
    .then(eb.fn.coalesce(voidedAt, 'd.updated_at'))
    .when('d.status', '=', literal('claimed'))
    .then(eb.fn.coalesce('d.claimed_at', 'd.updated_at'))
    .when(isShipped)
    .then(eb.fn.coalesce('d.mailed_at', 'd.delivered_at', 'd.updated_at'))
    .when(isExpired)
    .then(eb.ref('d.expires_at'))
    .end()
  const cards = db
    .selectFrom('deliveries as d')
    // All cards of a delivery are issued together.
    .innerJoin('issued_cards as i', (join) =>
      join.onRef('i.site_id', '=', 'd.site_id').onRef('i.delivery_id', '=', 'd.id').on('i.position', '=', 1),
    )
    .select(['d.value_cents', 'd.card_count'])
    .select(({ fn }) => [
      fate.as('fate'),
      'i.created_at as issued_at',
      // A carrier can say that it took a letter minutes before its card was issued here.
      fn<Date | null>('greatest', [endedAt, 'i.created_at']).as('ended_at'),
    ])
    .where('d.site_id', '=', siteId)
    .$if(companyId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('orders as o')
            .whereRef('o.site_id', '=', 'd.site_id')
            .whereRef('o.id', '=', 'd.order_id')
            .where(isOfCompany(companyId!)),
        ),
      ),
    )
  const months = db
    .selectFrom(cards.as('c'))
    .select(({ ref }) => [
      'c.value_cents',
      'c.card_count',
      'c.fate',
      monthOf(ref('c.issued_at'), scope).$notNull().as('issued'),
      monthOf(ref('c.ended_at'), scope).as('ended'),
    ])
  return db
    .selectFrom(months.as('m'))
    .select(['m.fate', 'm.issued', 'm.ended'])
    .select(({ ref }) => [sumOf(ref('m.value_cents')).as('cents'), sumOf(ref('m.card_count')).as('cards')])
    .groupBy(['m.fate', 'm.issued', 'm.ended'])
    .execute()
}

type Sums = { cents: number; cards: number }
type Month = { month: string; opening: Sums; issued: Sums; closing: Sums } & Record<Fate, Sums>

/** A report's rows and its totals read all cards once. */
const readBefore = new WeakMap<Scope, Promise<Month[]>>()

function monthsIn(read: Read, scope: Scope): Promise<Month[]> {
  const months = readBefore.get(scope) ?? readMonths(read, scope)
  readBefore.set(scope, months)
  return months
}

async function readMonths(read: Read, scope: Scope): Promise<Month[]> {
  const sums = await read((db) => sumCards(db, scope))
  const total = (isMeant: (row: (typeof sums)[number]) => boolean): Sums =>
    sums.filter(isMeant).reduce(plus, { cents: 0, cards: 0 })
  let opening = minus(
    total(({ issued }) => issued === BEFORE),
    total(({ ended, fate }) => ended === BEFORE && fate !== null),
  )
  return monthsOf(sums, scope).map((month) => {
    const issued = total((row) => row.issued === month)
    const ended = (fate: Fate) => total((row) => row.fate === fate && row.ended === month)
    const fates = Object.fromEntries(FATES.map((fate) => [fate, ended(fate)])) as Record<Fate, Sums>
    const closing = Object.values(fates).reduce(minus, plus(opening, issued))
    const line = { month, opening, issued, ...fates, closing }
    opening = closing
    return line
  })
}

function plus(a: Sums, b: Sums): Sums {
  return { cents: a.cents + b.cents, cards: a.cards + b.cards }
}

function minus(a: Sums, b: Sums): Sums {
  return { cents: a.cents - b.cents, cards: a.cards - b.cards }
}

/** All months of the report's days: without a first day, from the first card; without a last one, to today. */
function monthsOf(
  sums: readonly { issued: string }[],
  { days: { from, until }, timeZone, at }: Scope,
): string[] {
  const first = from?.slice(0, 7) ?? sums.map(({ issued }) => issued).toSorted()[0]
  const today = dayIn(at, timeZone).slice(0, 7)
  const last = until === undefined || until.slice(0, 7) > today ? today : until.slice(0, 7)
  const months: string[] = []
  for (let month = first; month !== undefined && month <= last; month = nextMonth(month)) months.push(month)
  return months
}

function nextMonth(month: string): string {
  const [year, nth] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, nth, 1)).toISOString().slice(0, 7)
}

/** Each month begins with what was unclaimed at the end of the one before. */
export const liabilityReport: Report = {
  columns: () => [
    ...[text('Month'), cents('Unclaimed at start (USD)'), cents('Issued (USD)'), cents('Claimed (USD)')],
    ...[cents('Shipped (USD)'), cents('Expired (USD)'), cents('Canceled (USD)')],
    ...[cents('Unclaimed at end (USD)'), count('Unclaimed cards')],
  ],
  async *pages(read, scope, size) {
    const rows = (await monthsIn(read, scope)).map(
      ({ month, opening, issued, closing, ...fates }): Cell[] => [
        ...[month, opening.cents, issued.cents, ...FATES.map((fate) => fates[fate].cents)],
        ...[closing.cents, closing.cards],
      ],
    )
    for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
  },
  async totals(db, scope) {
    const months = await monthsIn((work) => work(db), scope)
    const sum = (part: 'issued' | Fate) => months.reduce((all, month) => all + month[part].cents, 0)
    return [
      { title: 'Issued', type: 'cents', value: sum('issued') },
      { title: 'Claimed or shipped', type: 'cents', value: sum('claimed') + sum('shipped') },
      { title: 'Expired', type: 'cents', value: sum('expired') },
      { title: 'Canceled', type: 'cents', value: sum('canceled') },
      { title: 'Unclaimed', type: 'cents', value: months.at(-1)?.closing.cents ?? 0 },
    ]
  },
}
