import {
  type AliasedRawBuilder,
  type Expression,
  type ExpressionWrapper,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Database, Db, Pool } from './database.ts'
import { preparedByColumns } from './prepared.ts'

/** For `column = any(values)`: one parameter for any number of values, even none. */
export function anyOf<T>(values: readonly T[]): Expression<T> {
  const { fn, val } = expressionBuilder()
  return fn.any(val(values))
}

/** The sum of some rows' numbers, 0 without rows. */
export function sumOf(column: Expression<number | null>): ExpressionWrapper<Database, never, number> {
  const { fn, cast, lit } = expressionBuilder<Database>()
  return cast(fn.coalesce(fn.sum(column), lit(0)), 'bigint')
}

/**
 * A value as part of the query's text: PostgreSQL uses a partial index only for values it knows when it plans, and
 * keeps the plan of a query with few parameters.
 */
export function literal<T extends string>(value: T): RawBuilder<T> {
  return sql.lit(value)
}

export function literals<T extends string>(...values: readonly T[]): RawBuilder<T>[] {
  return values.map((value) => sql.lit(value))
}

/** The time at which the transaction began. */
export const now = sql<Date>`now()`

/** @param interval as PostgreSQL writes it: `1 day` */
export function ago(interval: string): RawBuilder<Date> {
  return sql`now() - interval ${sql.lit(interval)}`
}

/** A text in a JSON object; null if it's missing. */
export function jsonText(
  object: Expression<unknown>,
  key: string | Expression<string>,
): RawBuilder<string | null> {
  return sql`(${object} ->> ${typeof key === 'string' ? sql.lit(key) : key})`
}

/** @param interval like that of {@link ago} */
export function fromNow(interval: string): RawBuilder<Date> {
  return sql`now() + interval ${sql.lit(interval)}`
}

/** Milliseconds after a moment. */
export function after(moment: Expression<Date>, ms: number | Expression<number>): RawBuilder<Date> {
  return sql`(${moment} + ${ms} * interval '1 millisecond')`
}

/** Whether a moment is less than this after another, as an index can store it. */
export function isWithin(
  interval: string,
  after: Expression<Date | null>,
  moment: Expression<Date>,
): RawBuilder<boolean> {
  return sql`${moment} - ${after} < interval ${sql.lit(interval)}`
}

/** A value in a JSON object or array; null if it's missing. */
export function jsonPart(object: Expression<unknown>, key: string | number): RawBuilder<unknown> {
  return sql`(${object} -> ${sql.lit(key)})`
}

/** A JSON value as part of the query's text. */
export function jsonLiteral(value: object): RawBuilder<object> {
  return sql`${sql.lit(JSON.stringify(value))}::jsonb`
}

/** The elements of an array as a table with one column; both have this name. */
export function elements<T, Name extends string>(
  array: Expression<T[]>,
  name: Name,
): AliasedRawBuilder<Record<Name, T>, Name> {
  return sql<Record<Name, T>>`unnest(${array})`.as<Name>(name)
}

/** Whether a row sorts below another. */
export function isRowBelow(row: Expression<unknown>, other: Expression<unknown>): RawBuilder<boolean> {
  return sql`(${row} < ${other})`
}

/** The first element of an array; null if it's empty. */
export function firstOf<T>(array: Expression<T[]>): RawBuilder<T | null> {
  return sql`(${array})[1]`
}

/** When a year began in a time zone. */
export function yearBegins(now: Date, timeZone: string): RawBuilder<Date> {
  return sql`(date_trunc('year', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone})`
}

export function yearOf(now: Date, timeZone: string): RawBuilder<number> {
  return sql`extract(year from ${now}::timestamptz at time zone ${timeZone})::int`
}

/** Which state a row is in: the transaction that wrote it. It changes with each update, by any server. */
export function stateOf(alias: string): RawBuilder<string> {
  return sql`${sql.ref(`${alias}.xmin`)}::text`
}

/** The median of the minutes between two moments of each row. */
export function medianMinutes(from: Expression<Date>, to: Expression<Date>): RawBuilder<number | null> {
  return sql`round((percentile_cont(0.5) within group (
    order by extract(epoch from ${to} - ${from})) / 60)::numeric)::int`
}

/** The moment at which a day begins in a time zone, or a number of days later. @param day `2026-11-21` */
export function dayBegins(day: string, timeZone: string, daysLater = 0): RawBuilder<Date> {
  return sql`((${day}::date + ${sql.lit(daysLater)})::timestamp at time zone ${timeZone})`
}

/** A moment as a text in a time zone: `2026-11-21 10:05`, or `2026-11` for its month. */
export function localText(
  moment: Expression<Date | null>,
  timeZone: string,
  form: 'YYYY-MM-DD HH24:MI' | 'YYYY-MM' = 'YYYY-MM-DD HH24:MI',
): RawBuilder<string | null> {
  return sql`to_char(${moment} at time zone ${timeZone}, ${sql.lit(form)})`
}

/** The next time at which it's this hour in a time zone. */
export function nextHour(hour: number, at: Date, timeZone: Expression<string>): RawBuilder<Date> {
  const hours = sql.lit(`${hour} hours`)
  return sql`((date_trunc('day', (${at}::timestamptz at time zone ${timeZone}) - interval ${hours})
    + interval '1 day' + interval ${hours}) at time zone ${timeZone})`
}

/** The elements of an array from one to another, counted from 1. */
export function slice<T>(array: Expression<T[]>, from: number, to: number): RawBuilder<T[]> {
  return sql`(${array})[${from}::integer : ${to}::integer]`
}

/** The element of an array that has the place of an ID in another one; null without one. */
export function beside(
  id: Expression<number>,
  ids: readonly number[],
  values: readonly string[],
): RawBuilder<string | null> {
  return sql`(${values}::text[])[array_position(${ids}::bigint[], ${id})]`
}

/** The rows of an array. */
export function unnest(ids: readonly number[]): RawBuilder<number> {
  return sql`unnest(${ids}::bigint[])`
}

type ColumnTypes = {
  bigint: number
  boolean: boolean
  integer: number
  jsonb: unknown
  text: string
  'text[]': string[]
  timestamptz: Date
}
type Columns = Readonly<Record<string, keyof ColumnTypes>>
type RowOf<C extends Columns> = { [Name in keyof C]: ColumnTypes[C[Name]] }

/** Columns of one type, for {@link tableOf}. */
export function columnsOfType<Name extends string, Type extends Columns[string]>(
  names: readonly Name[],
  type: Type,
): Record<Name, Type> {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>
}

/** JSON rows as a table, in one parameter, so that the query's text is the same for any number of rows. */
export function tableOf<C extends Columns, Name extends string>(
  name: Name,
  rows: readonly object[],
  columns: C,
): AliasedRawBuilder<RowOf<C>, Name> {
  return sql<RowOf<C>>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<Name>(
    sql`${sql.ref(name)} (${definitions(columns)})`,
  )
}

/** One of the rows that an expression reads as JSON. */
export type JsonRow<Rows> = Rows extends Expression<readonly (infer Row)[]> ? Row : never

/** A row that a query read as JSON: these columns are times again, which JSON has as text. */
export function withTimes<Row extends object, Column extends keyof Row>(
  row: Row,
  ...columns: readonly Column[]
): { [C in keyof Row]: C extends Column ? Date | Exclude<Row[C], string> : Row[C] } {
  const times = columns.map((column) => {
    const time = row[column]
    return [column, typeof time === 'string' ? new Date(time) : time]
  })
  return { ...row, ...Object.fromEntries(times) }
}

/** Like {@link tableOf}, for rows already written as JSON, each with its number from 1 as `nth`. */
export function numberedTableOf<C extends Columns, Name extends string>(
  name: Name,
  rows: string,
  columns: C,
): AliasedRawBuilder<RowOf<C> & { nth: number }, Name> {
  const names = sql.join([...Object.keys(columns), 'nth'].map((column) => sql.ref(column)))
  return sql<RowOf<C> & { nth: number }>`rows from (
    json_to_recordset(${rows}::json) as (${definitions(columns)})
  ) with ordinality`.as<Name>(sql`${sql.ref(name)} (${names})`)
}

/** Like {@link numberedTableOf}, for columns already written as arrays; of an array, each element is its text. */
export function tableOfColumns<C extends Columns, Name extends string>(
  name: Name,
  values: Readonly<Record<string, string>>,
  columns: C,
): AliasedRawBuilder<RowOf<C> & { nth: number }, Name> {
  const given = Object.entries(columns).map(([column, type]) => ({
    column: sql.ref(column),
    isArray: type.endsWith('[]'),
    type: sql.raw(type),
    elements: values[column],
  }))
  const names = sql.join([...given.map(({ column }) => column), sql.ref('nth')])
  const arrays = given.map(({ elements, isArray, type }) =>
    isArray ? sql`${elements}::text[]` : sql`${elements}::${type}[]`,
  )
  const read = given.map(({ column, isArray, type }) => (isArray ? sql`${column}::${type}` : column))
  return sql<RowOf<C> & { nth: number }>`(
    select ${sql.join([...read, sql.ref('nth')])} from unnest(${sql.join(arrays)}) with ordinality as arrays (${names})
  )`.as<Name>(sql`${sql.ref(name)} (${names})`)
}

function definitions(columns: Columns) {
  return sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
}

/**
 * Waits for a site's locks of these names, in this order. The transaction holds them to its end. A query sent
 * after it sees what was committed in the meantime.
 */
export async function lockUntilCommit(db: Db, siteId: number, ...names: string[]): Promise<void> {
  await heldLocks(db, { siteId }, Object.fromEntries(names.map((name, nth) => [`lock${nth}`, name])))
}

const heldLocks = preparedByColumns(
  (db: Db, { siteId }: { siteId: number }, names: Readonly<Record<string, string>>) =>
    db
      .insertInto('site_locks')
      .values(Object.values(names).map((name) => ({ site_id: siteId, name })))
      // The conflict locks the row, and changes nothing.
      .onConflict((conflict) =>
        conflict
          .columns(['site_id', 'name'])
          .doUpdateSet(({ ref }) => ({ name: ref('excluded.name') }))
          .where(({ lit }) => lit(false)),
      ),
)

/** Like {@link lockUntilCommit}, for a lock that all sites share. */
export async function lockAcrossSites(db: Db, name: string): Promise<void> {
  await db
    .insertInto('shared_locks')
    .values({ name })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ ref }) => ({ name: ref('excluded.name') }))
        .where(({ lit }) => lit(false)),
    )
    .execute()
}

/** Sets a setting to the end of the transaction, as `set local` does. */
export async function setLocal(db: Db, setting: 'app.site_id' | 'role', value: string): Promise<void> {
  await db.selectNoFrom(({ val }) => localSetting(setting, val(value)).as('set')).execute()
}

/** Does in a query what {@link setLocal} does. */
export function localSetting(setting: 'app.site_id' | 'role', value: Expression<string>): RawBuilder<string> {
  return sql`set_config(${sql.lit(setting)}, ${value}, true)`
}

/** Rows to write elsewhere: with their IDs, which columns that count up don't take otherwise. */
export type CopiedRows = {
  table: keyof Database & string
  rows: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** What tells rows apart. One that is there already is replaced. */
  key: readonly string[]
  /** The columns with JSON. */
  json?: readonly string[]
}

export async function putRows(db: Db | Pool, { table, rows, key, json = [] }: CopiedRows): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!)
  const value = (column: string, given: unknown) =>
    json.includes(column) && given !== null ? sql`${JSON.stringify(given)}::jsonb` : sql`${given}`
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => value(column, row[column])))})`)
  const names = (of: readonly string[]) => sql.join(of.map((column) => sql.ref(column)))
  const replaced = columns
    .filter((column) => !key.includes(column))
    .map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  await sql`insert into ${sql.table(table)} (${names(columns)}) overriding system value
    values ${sql.join(values)} on conflict (${names(key)}) do update set ${sql.join(replaced)}`.execute(db)
}

/** Fails the query, and with it the transaction, if a condition doesn't hold. @param message for the log */
export function failUnless(condition: Expression<SqlBool>, message: string): RawBuilder<number> {
  return sql`(case when ${condition} then '1' else ${sql.lit(message)} end)::integer`
}

/** Columns that searches look into have the first letters of a text: an index takes no long one. */
const SEARCHED_LETTERS = 60

/** A text as searches and sorts compare it: in lower case, without accents (migration lists-that-stay-flat). */
export function folded(text: Expression<string>) {
  return expressionBuilder().fn<string>('folded', [text])
}

/** What a searchable column (`find_…`) begins with if a search finds it. */
export function asSearched(search: string) {
  const { fn, lit, val } = expressionBuilder()
  return fn<string>('left', [folded(val(search.replaceAll(/\s+/g, ' '))), lit(SEARCHED_LETTERS)])
}

/**
 * Whether a column in the order of bytes begins with a text. Row-level security lets these comparisons use an index,
 * and `like` not.
 */
export function isBeginning(column: Expression<string>, text: Expression<string>): Expression<SqlBool> {
  const eb = expressionBuilder()
  // No text with this beginning sorts after the highest letter.
  return eb.and([eb(column, '>=', text), eb(column, '<', eb(text, '||', eb.val('\u{10ffff}')))])
}

/** A text compared byte by byte, as an index for beginnings stores it. */
export function inBytes(text: Expression<string>): RawBuilder<string> {
  return sql`(${text} collate "C")`
}

/** Whether one of these texts contains a search. */
export function isAnyContaining(texts: readonly Expression<string>[], search: string): Expression<SqlBool> {
  const eb = expressionBuilder()
  const pattern = folded(eb.val(containing(search)))
  return eb.or(texts.map((text) => eb(folded(text), 'like', pattern)))
}

/**
 * Whether one of these texts contains an email address or a name as a whole: `a@b.co` isn't in `xa@b.co` or
 * `a@b.co.uk`.
 */
export function isAnyNaming(texts: readonly Expression<string>[], name: string): Expression<SqlBool> {
  const eb = expressionBuilder()
  const escaped = name.replaceAll(/[^\p{L}\p{N}\s@]/gu, '\\$&')
  const pattern = folded(eb.val(`(?<![[:alnum:]._%+-])${escaped}(?![[:alnum:]-]|\\.[[:alnum:]])`))
  // The quick comparison first: few texts contain it at all.
  return eb.or(texts.map((text) => eb.and([isAnyContaining([text], name), eb(folded(text), '~', pattern)])))
}

/** The pattern of `like` for texts that contain this one. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** A place in the write-ahead log. Each failover begins another timeline. */
export type LogPlace = { timeline: number; lsn: string }

/** Where a primary's log ends, with everything that was acknowledged: also without `synchronous_commit`. */
const logEnd = sql<string>`case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`

/** @throws {Error} on a replica */
export async function readLogPlace(pool: Pool): Promise<LogPlace> {
  const { lsn, file } = await pool
    .selectNoFrom(({ fn }) => [logEnd.as('lsn'), fn<string>('pg_walfile_name', [logEnd]).as('file')])
    .executeTakeFirstOrThrow()
  return { timeline: Number.parseInt(file.slice(0, 8), 16), lsn }
}

/**
 * Waits on a replica until it has what its primary had written up to a place, which usually takes a millisecond or
 * two (migration replicas). It fails after `ms`, and at once on a server that followed another timeline.
 */
export function untilReplayed({ timeline, lsn }: LogPlace, ms: number): string {
  return `select until_replayed(${Number(timeline)}, '${lsn.replaceAll(/[^0-9A-F/]/g, '')}', ${Number(ms)})`
}

/** Of {@link untilReplayed}: `object_not_in_prerequisite_state`. */
export const REPLICA_IS_BEHIND = '55000'
