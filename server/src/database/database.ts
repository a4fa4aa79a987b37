import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './generated/tables.ts'

export type Database = Tables
/** The whole database, as the owner: migrations, the site lookup, jobs for all sites. */
export type Pool = Kysely<Database>
/** An open transaction of one site, under the role bound by row-level security. */
export type Db = Transaction<Database>

const UNIQUE_VIOLATION = '23505'

/** PostgreSQL rejected a row that violates a unique index. */
export function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION
}
