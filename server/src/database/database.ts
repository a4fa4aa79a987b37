import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './generated/tables.ts'

export type Database = Tables
/** The whole database, as the owner: migrations, the site lookup, jobs that walk all sites. */
export type Pool = Kysely<Database>
/** An open transaction of one site, under the role that row-level security binds. */
export type Db = Transaction<Database>

const UNIQUE_VIOLATION = '23505'

/** PostgreSQL refused a row that a unique index holds already. */
export function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION
}
