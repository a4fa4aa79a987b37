import type { Kysely } from 'kysely'
import { FORMER_MIGRATIONS } from './former-migrations.ts'
import { migrationNames, runMigrations } from './run-migrations.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings the accounts' tables (schema `identity`) up to date.
 *
 * @param only stops after these migrations
 * @returns the names that were applied now
 */
// biome-ignore lint/suspicious/noExplicitAny: the tables are ours, the database is the caller's
export function migrateIdentity(db: Kysely<any>, only?: readonly string[]): Promise<string[]> {
  return runMigrations(db, {
    folder,
    schema: 'identity',
    only,
    formerNames: FORMER_MIGRATIONS,
  })
}

/** The migrations of the accounts' tables that this version knows. */
export function identityMigrations(): Promise<string[]> {
  return migrationNames({ folder })
}
