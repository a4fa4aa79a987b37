import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { FundsReceived } from '../../database/generated/tables.ts'

export type FundsRow = Selectable<FundsReceived>

export function insertFunds(db: Db, values: Insertable<FundsReceived>): Promise<FundsRow> {
  return db.insertInto('funds_received').values(values).returningAll().executeTakeFirstOrThrow()
}

export function findFunds(db: Db, siteId: number, id: number): Promise<FundsRow | undefined> {
  return db
    .selectFrom('funds_received')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** By the key a person recorded it with: pressed again, it is the same money. */
export async function findFundsAskedWith(
  db: Db,
  siteId: number,
  by: string,
  key: string,
): Promise<FundsRow | undefined> {
  if (key === '') return undefined
  return db
    .selectFrom('funds_received')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('recorded_by', '=', by)
    .where('asked_key', '=', key)
    .executeTakeFirst()
}

/** Holds it until the transaction ends. Its order, when it has one, must be held already. */
export function lockFunds(db: Db, siteId: number, id: number): Promise<FundsRow | undefined> {
  return db
    .selectFrom('funds_received')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** What came in for an order and stayed, oldest first. */
export function listFundsOf(db: Db, siteId: number, orderId: number): Promise<FundsRow[]> {
  return db
    .selectFrom('funds_received')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

type Page = { only: 'unmatched' | 'matched' | undefined; limit: number; offset: number }

/** Newest first. */
export async function listFundsRows(db: Db, siteId: number, { only, limit, offset }: Page) {
  const found = db
    .selectFrom('funds_received')
    .where('site_id', '=', siteId)
    .$if(only === 'unmatched', (query) =>
      query.where('order_id', 'is', null).where('reversed_at', 'is', null),
    )
    .$if(only === 'matched', (query) => query.where('order_id', 'is not', null))
  const [rows, { count }] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count: Number(count) }
}
