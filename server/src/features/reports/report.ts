import type { ReportColumnType, ReportDays, ReportKind } from '@laurel/domain/company-reports'
import type { OrderField } from '@laurel/domain/order-fields'
import type { Db } from '../../database/database.ts'
import { dayBegins } from '../../database/sql.ts'
import { isOfCompany } from '../companies/own-companies.ts'

export type Column = { title: string; type: ReportColumnType }
export type Cell = string | number | null
export type Total = { title: string; type: 'count' | 'cents'; value: number }

/** A stream would read many pages ahead, whose lengths it doesn't know. */
export const ONE_AHEAD = { highWaterMark: 1 }

/** Whose report, and of which days. */
export type Scope = {
  siteId: number
  companyId: number
  /** The company's. */
  timeZone: string
  days: ReportDays
  /** The company's custom fields as they are now. */
  fields: readonly OrderField[]
  /** What spend is listed by. */
  by: string
  at: Date
}

/** Runs one query or a few in a transaction: a long report takes many short ones. */
export type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** One kind of report: its rows come in pages of about this size, so that memory stays flat. */
export type Report = {
  columns: (scope: Scope) => Column[]
  pages: (read: Read, scope: Scope, size: number) => AsyncGenerator<Cell[][]>
  totals: (db: Db, scope: Scope) => Promise<Total[]>
}
export type Reports = Readonly<Record<ReportKind, Report>>

/** The company's orders `o` that were placed on the report's days. */
export function ordersOf(db: Db, { siteId, companyId, timeZone, days: { from, until } }: Scope) {
  return db
    .selectFrom('orders as o')
    .where('o.site_id', '=', siteId)
    .where(isOfCompany(companyId))
    .where('o.placed_at', 'is not', null)
    .$if(from !== undefined, (query) => query.where('o.placed_at', '>=', dayBegins(from!, timeZone)))
    .$if(until !== undefined, (query) => query.where('o.placed_at', '<', dayBegins(until!, timeZone, 1)))
}

export const text = (title: string): Column => ({ title, type: 'text' })
export const count = (title: string): Column => ({ title, type: 'count' })
export const cents = (title: string): Column => ({ title, type: 'cents' })
export const moment = (title: string): Column => ({ title, type: 'moment' })

/** A column for each custom field. */
export function fieldColumns({ fields }: Scope): Column[] {
  return fields.map(({ name }) => text(name))
}

/** What an order says of each custom field. */
export function fieldCells({ fields }: Scope, values: unknown): string[] {
  const said = (values ?? []) as { id: number; value: string }[]
  return fields.map(({ id }) => said.find((one) => one.id === id)?.value ?? '')
}
