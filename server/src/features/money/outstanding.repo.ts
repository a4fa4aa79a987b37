import { OUTSTANDING_AGES, type OutstandingAge, placedWithin } from '@laurel/domain/outstanding-age'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database/database.ts'

type Page = { age: OutstandingAge | undefined; limit: number; offset: number }

const COLUMNS = ['o.id', 'o.number', 'o.customer_id', 'o.placed_at', 'o.total_cents'] as const
const REMINDED = ['o.reminders_sent', 'o.reminded_at'] as const
/** As SQL over an order `o`: what is owed for it, by its ledger. */
export const outstandingCents: RawBuilder<number> = sql<number>`(
  select coalesce(sum(l.cents), 0)::bigint from ledger_entries l
  where l.site_id = o.site_id and l.order_id = o.id and l.account = 'receivable')`
/**
 * As SQL over an order `o`: its money is outstanding. A returned payment holds its order, shipped or not, until
 * staff release it because it was settled another way: only those few are looked up in the ledger.
 */
export const isOutstanding: RawBuilder<boolean> = sql<boolean>`(o.placed_at is not null and (
  o.status = 'pending_payment' or (o.held_at is not null and o.held_by = ''
    and o.status in ('in_review', 'approved', 'fulfilled') and ${outstandingCents} > 0)))`

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
  const age = OUTSTANDING_AGES.slice(1).reduce(
    (younger, older) => sql`case when ${isOfAge(older, now)} then ${sql.lit(older)} else ${younger} end`,
    sql<OutstandingAge>`${sql.lit(OUTSTANDING_AGES[0])}`,
  ) as Expression<OutstandingAge>
  const rows = await outstandingOrders(db, siteId)
    .select([
      sql<OutstandingAge>`${age}`.as('age'),
      (eb) => eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(${outstandingCents}), 0)::bigint`.as('cents'),
    ])
    .groupBy(sql`1`)
    .execute()
  return OUTSTANDING_AGES.map((each) => {
    const found = rows.find((row) => row.age === each)
    return { age: each, count: Number(found?.count ?? 0), cents: Number(found?.cents ?? 0) }
  })
}

function isOfAge(age: OutstandingAge, now: Date): Expression<SqlBool> {
  const { after, until } = placedWithin(age, now)
  return sql<SqlBool>`(${after ? sql`o.placed_at > ${after}` : sql`true`} and ${until ? sql`o.placed_at <= ${until}` : sql`true`})`
}
