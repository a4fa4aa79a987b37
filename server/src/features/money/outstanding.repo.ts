import { OUTSTANDING_AGES, type OutstandingAge, placedWithin } from '@laurel/domain/outstanding-age'
import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Orders } from '../../database/generated/tables.ts'
import { literal, literals, sumOf } from '../../database/sql.ts'

type Page = { age: OutstandingAge | undefined; limit: number; offset: number }

const COLUMNS = ['o.id', 'o.number', 'o.customer_id', 'o.placed_at', 'o.total_cents'] as const
const REMINDED = ['o.reminders_sent', 'o.reminded_at'] as const
const eb = expressionBuilder<Database & { o: Orders }, 'o'>()

/** What is owed for an order `o`, by its ledger. */
export const outstandingCents = eb
  .selectFrom('ledger_entries as l')
  .select(({ ref }) => sumOf(ref('l.cents')).as('cents'))
  .whereRef('l.site_id', '=', 'o.site_id')
  .whereRef('l.order_id', '=', 'o.id')
  .where('l.account', '=', literal('receivable'))
  .$asScalar()

/**
 * Is the money of an order `o` outstanding? A returned payment holds its order, shipped or not, until staff
 * release it because it was settled another way: only those few are looked up in the ledger.
 */
export const isOutstanding: Expression<SqlBool> = eb.and([
  eb('o.placed_at', 'is not', null),
  eb.or([
    eb('o.status', '=', literal('pending_payment')),
    eb.and([
      eb('o.held_at', 'is not', null),
      eb('o.held_by', '=', literal('')),
      eb('o.status', 'in', literals('in_review', 'approved', 'fulfilled')),
      eb(outstandingCents, '>', 0),
    ]),
  ]),
])

function outstandingOrders(db: Db, siteId: number) {
  return db.selectFrom('orders as o').where('o.site_id', '=', siteId).where(isOutstanding)
}

/** Orders with an outstanding amount, the oldest first. */
export async function listOutstandingRows(db: Db, siteId: number, { age, limit, offset }: Page, now: Date) {
  return outstandingOrders(db, siteId)
    .$if(age !== undefined, (query) => query.where(isOfAge(age!, now)))
    .select([...COLUMNS, ...REMINDED, outstandingCents.as('outstanding_cents')])
    .orderBy('o.placed_at')
    .orderBy('o.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findOutstandingRow(db: Db, siteId: number, orderId: number) {
  return outstandingOrders(db, siteId)
    .select([...COLUMNS, ...REMINDED, outstandingCents.as('outstanding_cents')])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
}

/** How many orders of each age, and what they owe together. Every age is there, also with none. */
export async function sumOutstanding(db: Db, siteId: number, now: Date) {
  const age = OUTSTANDING_AGES.slice(1).reduce<AliasableExpression<OutstandingAge>>(
    (younger, older) => eb.case().when(isOfAge(older, now)).then(literal(older)).else(younger).end(),
    literal(OUTSTANDING_AGES[0]),
  )
  const rows = await outstandingOrders(db, siteId)
    .select(({ fn }) => [
      age.as('age'),
      fn.countAll<number>().as('count'),
      sumOf(outstandingCents).as('cents'),
    ])
    .groupBy('age')
    .execute()
  return OUTSTANDING_AGES.map((each) => {
    const found = rows.find((row) => row.age === each)
    return { age: each, count: found?.count ?? 0, cents: found?.cents ?? 0 }
  })
}

function isOfAge(age: OutstandingAge, now: Date): Expression<SqlBool> {
  const { after, until } = placedWithin(age, now)
  return eb.and([
    ...(after ? [eb('o.placed_at', '>', after)] : []),
    ...(until ? [eb('o.placed_at', '<=', until)] : []),
  ])
}
