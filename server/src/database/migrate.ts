import { runMigrations } from '@laurel/identity'
import type { Pool } from './database.ts'
import { FORMER_MIGRATIONS } from './former-migrations.ts'
import { givePersonKeys } from './give-person-keys.ts'

/** Brings the server's tables up to date. @returns the names of the migrations it applied */
export function migrate(pool: Pool): Promise<string[]> {
  return runMigrations(pool, {
    folder: new URL('./migrations/', import.meta.url),
    schema: 'public',
    inCode: { '2026-11-21T16-15-38_person_keys': givePersonKeys },
    formerNames: FORMER_MIGRATIONS,
  })
}
