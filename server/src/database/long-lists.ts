import { type AliasableExpression, expressionBuilder } from 'kysely'
import type { Database, Db, Pool } from './database.ts'

/** Reading this many rows takes a few milliseconds. A longer list is searched by indexes, and its count is kept. */
export const LONG_LIST = 20_000

const KEEP_MS = 30_000
/** Beyond this, the count that was made first makes room. */
const MOST_KEPT = 1_000

const keptOfPool = new WeakMap<Pool, Map<string, { value: unknown; until: number }>>()

/**
 * Reads counts, and keeps them for half a minute if they're of a long list: counting a million rows takes longer
 * than reading any page of them.
 *
 * @param key what is counted: the site, the list, and its filters
 */
export async function keepLongCount<T>(
  pool: Pool,
  key: readonly unknown[],
  read: () => Promise<T>,
  sizeOf: (counted: T) => number,
): Promise<T> {
  const all = keptOfPool.get(pool) ?? new Map()
  keptOfPool.set(pool, all)
  const name = JSON.stringify(key)
  const kept = all.get(name)
  if (kept !== undefined && kept.until > Date.now()) return kept.value
  const value = await read()
  all.delete(name)
  if (sizeOf(value) > LONG_LIST) all.set(name, { value, until: Date.now() + KEEP_MS })
  if (all.size > MOST_KEPT) all.delete(all.keys().next().value)
  return value
}

/** Keeps what is read from all of a site's orders for half a minute, if there are many. */
export async function keepForManyOrders<T>(
  { pool, db, siteId }: { pool: Pool; db: Db; siteId: number },
  what: readonly unknown[],
  read: () => Promise<T>,
): Promise<T> {
  const isLong = await isKeptLong(pool, db, 'orders', siteId)
  return isLong ? keepLongCount(pool, [siteId, ...what], read, () => Number.POSITIVE_INFINITY) : read()
}

/** Like {@link isLongTable}, but a long table is counted only every half a minute. */
export function isKeptLong(
  pool: Pool,
  db: Db,
  table: 'customers' | 'orders',
  siteId: number,
): Promise<boolean> {
  return keepLongCount(
    pool,
    [siteId, 'has many', table],
    () => isLongTable(db, table, siteId),
    (long) => (long ? Number.POSITIVE_INFINITY : 0),
  )
}

/** Has a site so many of these that a search shouldn't read them all? */
export async function isLongTable(db: Db, table: 'customers' | 'orders', siteId: number): Promise<boolean> {
  const first = db
    .selectFrom(table)
    .select('id')
    .where('site_id', '=', siteId)
    .limit(LONG_LIST + 1)
  const { count } = await db
    .selectFrom(first.as('first'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count > LONG_LIST
}

/** A query that finds IDs. */
export type Finding = { limit: (most: number) => AliasableExpression<{ id: number }> }

/** At most this many results from each query, so that a common prefix reads no more. */
export function firstOfEach(queries: readonly Finding[], most: number) {
  const { selectFrom } = expressionBuilder<Database>()
  const [first, ...others] = queries.map((query) =>
    selectFrom(query.limit(most).as('some')).select('some.id'),
  )
  return others.reduce((all, one) => all.unionAll(one), first!)
}

/** A page as it is read: from the end of a list if that is nearer. */
export function pageFromNearerEnd({ limit, offset }: { limit: number; offset: number }, count: number) {
  const shown = Math.max(0, Math.min(limit, count - offset))
  const isFromEnd = shown > 0 && offset > count / 2
  return {
    limit: isFromEnd ? shown : limit,
    offset: isFromEnd ? count - offset - shown : offset,
    isFromEnd,
  }
}
