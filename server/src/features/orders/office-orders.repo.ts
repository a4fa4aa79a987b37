import type { OrderStatus } from '@laurel/domain/order-status'
import { orderNumberOfReference } from '@laurel/domain/remittance-reference'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { OrderRow } from './orders.repo.ts'

export type OfficeListAsked = {
  status?: OrderStatus[] | undefined
  search?: string | undefined
  only?: 'held' | 'flagged' | undefined
  limit: number
  offset: number
}

/** Placed orders of the site, newest first. */
export async function listPlacedOrders(db: Db, siteId: number, asked: OfficeListAsked) {
  const found = () => {
    let query = db
      .selectFrom('orders as o')
      .innerJoin('customers as c', (join) =>
        join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
      )
      .where('o.site_id', '=', siteId)
      .where('o.placed_at', 'is not', null)
    if (asked.status !== undefined) query = query.where('o.status', 'in', asked.status)
    if (asked.only === 'held') query = query.where('o.held_at', 'is not', null)
    if (asked.only === 'flagged') query = query.where(sql<boolean>`o.review_reasons <> '[]'::jsonb`)
    return asked.search === undefined || asked.search === '' ? query : searched(query, asked.search)
  }
  const [rows, { count }] = await Promise.all([
    found()
      .selectAll('o')
      .orderBy('o.placed_at', 'desc')
      .orderBy('o.id', 'desc')
      .limit(asked.limit)
      .offset(asked.offset)
      .execute(),
    found()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows as OrderRow[], count: Number(count) }
}

/** A number and a reference are exact; names are found by any part of them. */
// biome-ignore lint/suspicious/noExplicitAny: whatever was joined so far
function searched<Q extends SelectQueryBuilder<any, any, any>>(query: Q, search: string): Q {
  const number = orderNumberOfReference(search) ?? (/^\d{1,12}$/.test(search) ? search : undefined)
  if (number !== undefined) return query.where('o.number', '=', String(number)) as Q
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return query.where(
    sql<boolean>`(c.email ilike ${part} or c.legal_business_name ilike ${part}
      or (c.first_name || ' ' || c.last_name) ilike ${part} or o.po_number ilike ${part})`,
  ) as Q
}

export function listCustomersOf(db: Db, siteId: number, ids: readonly number[]) {
  return db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'legal_business_name', 'email', 'phone'])
    .where('site_id', '=', siteId)
    .where('id', 'in', ids.length === 0 ? [0] : [...ids])
    .execute()
}
