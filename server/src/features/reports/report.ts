import type { OrderField } from '@laurel/domain/order-fields'
import type { ReportColumnType, ReportDays, ReportKind } from '@laurel/domain/reports'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../database/database.ts'
import { dayBegins } from '../../database/sql.ts'
import { isOfCompany } from '../companies/own-companies.ts'

export type Column = {
  title: string
  type: ReportColumnType
  /** A company gave it its title. */
  isOwn?: true
  /** Its cells are words of ours, such as a status. */
  hasWords?: true
}
export type Cell = string | number | null
export type Total = { title: string; type: 'count' | 'cents'; value: number }

/** A stream would read many pages ahead, whose lengths it doesn't know. */
export const ONE_AHEAD = { highWaterMark: 1 }

/** Whose reports: a company's, or, without one, those of the site's staff. */
export type Owner = { siteId: number; companyId: number | null }

/** What a report is about. */
export type Scope = {
  siteId: number
  /** Everything of the site without it. */
  companyId: number | undefined
  isForStaff: boolean
  /** The company's, and for staff the site's. */
  timeZone: string
  days: ReportDays
  /** Only rows with this status. */
  status: string | undefined
  /** The company's custom fields as they are now. */
  fields: readonly OrderField[]
  /** What spend is listed by. */
  by: string
  at: Date
}

/** Runs one query or a few in a transaction: a long report takes many short ones. */
export type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>

const MOST_IN_FLIGHT = 2

/**
 * Reads parts in their order, two at a time: the database works on the next while one is written. The first is
 * read alone, as it's often all that is wanted.
 */
export async function* inFlight<Part, Rows>(
  parts: Iterable<Part>,
  begin: (part: Part) => Promise<Rows>,
): AsyncGenerator<[Part, Rows]> {
  const begun: [Part, Promise<Rows>][] = []
  let most = 1
  for (const part of parts) {
    const rows = begin(part)
    // Without a reader, a failure isn't awaited.
    rows.catch(() => {})
    begun.push([part, rows])
    if (begun.length < most) continue
    const [first, read] = begun.shift()!
    yield [first, await read]
    most = MOST_IN_FLIGHT
  }
  for (const [part, read] of begun) yield [part, await read]
}

/** One kind of report: its rows come in pages of about this size, so that memory stays flat. */
export type Report = {
  columns: (scope: Scope) => Column[]
  pages: (read: Read, scope: Scope, size: number) => AsyncGenerator<Cell[][]>
  totals: (db: Db, scope: Scope) => Promise<Total[]>
}
export type Reports = Readonly<Record<ReportKind, Report>>

/** The orders `o` that were placed on the report's days. */
export function ordersOf(db: Db, scope: Scope) {
  const { siteId, companyId } = scope
  return db
    .selectFrom('orders as o')
    .where('o.site_id', '=', siteId)
    .$if(companyId !== undefined, (query) => query.where(isOfCompany(companyId!)))
    .where('o.placed_at', 'is not', null)
    .where(({ ref }) => isOnDays(ref('o.placed_at'), scope))
}

/** Whether a moment is on the report's days. */
export function isOnDays(
  moment: Expression<Date | null>,
  { timeZone, days: { from, until } }: Pick<Scope, 'timeZone' | 'days'>,
): Expression<SqlBool> {
  const eb = expressionBuilder()
  return eb.and([
    ...(from === undefined ? [] : [eb(moment, '>=', dayBegins(from, timeZone))]),
    ...(until === undefined ? [] : [eb(moment, '<', dayBegins(until, timeZone, 1))]),
  ])
}

/** Rows page by page, each after the last row of the one before. */
export async function* pagesAfter<Row>(
  read: Read,
  size: number,
  readPage: (db: Db, after: Row | undefined, size: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ; ) {
    const last = after
    const rows = await read((db) => readPage(db, last, size))
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1)
  }
}

/** A person's full name. */
export function fullName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim()
}

export const text = (title: string): Column => ({ title, type: 'text' })
/** A column of a company's custom field. */
export const own = (title: string): Column => ({ ...text(title), isOwn: true })
/** A column for statuses and the like. */
export const words = (title: string): Column => ({ ...text(title), hasWords: true })
export const count = (title: string): Column => ({ title, type: 'count' })
export const cents = (title: string): Column => ({ title, type: 'cents' })
export const moment = (title: string): Column => ({ title, type: 'moment' })
export const day = (title: string): Column => ({ title, type: 'day' })

/** A column for the company, in reports about all of them. */
export function companyColumn({ companyId }: Scope): Column[] {
  return companyId === undefined ? [text('Company')] : []
}

export function companyCell({ companyId }: Scope, name: string | null): string[] {
  return companyId === undefined ? [name ?? ''] : []
}

/** A column for each custom field. */
export function fieldColumns({ fields }: Scope): Column[] {
  return fields.map(({ name }) => own(name))
}

/** What an order says of each custom field. */
export function fieldCells({ fields }: Scope, values: unknown): string[] {
  const said = (values ?? []) as { id: number; value: string }[]
  return fields.map(({ id }) => said.find((one) => one.id === id)?.value ?? '')
}
