import type { Kysely } from 'kysely'
import { FORMER_MIGRATIONS } from './former-migrations.ts'
import { runMigrations } from './run-migrations.ts'

/** Brings the accounts' tables (schema `identity`) up to date. @returns the names that were applied now */
// biome-ignore lint/suspicious/noExplicitAny: the tables are ours, the database is the caller's
export function migrateIdentity(db: Kysely<any>): Promise<string[]> {
  return runMigrations(db, {
    folder: new URL('./migrations/', import.meta.url),
    schema: 'identity',
    formerNames: FORMER_MIGRATIONS,
  })
}
