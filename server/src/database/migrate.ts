import { MigrationRefused, migrationNames, runMigrations } from '@laurel/identity'
import type { Pool } from './database.ts'
import { joinNodes } from './distribute.ts'
import { FORMER_MIGRATIONS } from './former-migrations.ts'
import { givePersonKeys } from './give-person-keys.ts'
import { stopEarlierServers } from './running-servers.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const IN_CODE = { '2026-11-21T16-15-38_person_keys': givePersonKeys }
/** While this schema exists, a restore isn't finished. */
export const RESTORING = 'laurel_restoring'

/**
 * Brings the server's tables up to date. On a distributed database, new tables are distributed too, and queries
 * name their site from now on.
 *
 * @param folder another one, for tests
 * @param only stops after these, for the restore of a backup
 * @returns the names of the migrations it applied
 */
export async function migrate(pool: Pool, folder = FOLDER, only?: readonly string[]): Promise<string[]> {
  if (only === undefined) await assertNotRestoring(pool)
  const applied = await runMigrations(pool, {
    folder,
    schema: 'public',
    inCode: IN_CODE,
    only,
    stopOthers: (knows) => stopEarlierServers(pool, knows, (sentence) => console.info(`laurel: ${sentence}`)),
    formerNames: FORMER_MIGRATIONS,
  })
  await joinNodes(pool)
  return applied
}

/** The migrations of the server's tables that this version knows, in their order. */
export function knownMigrations(): Promise<string[]> {
  return migrationNames({ folder: FOLDER, inCode: IN_CODE })
}

/** The last migration that this version knows. */
export async function lastMigration(): Promise<string> {
  return (await knownMigrations()).at(-1)!
}

async function assertNotRestoring(pool: Pool): Promise<void> {
  const schemas = await pool
    .withTables<{ pg_namespace: { nspname: string } }>()
    .selectFrom('pg_namespace')
    .select('nspname')
    .where('nspname', '=', RESTORING)
    .execute()
  if (schemas.length === 0) return
  throw new MigrationRefused(
    'A backup is being restored into this database, or its restore was interrupted. Wait for it, or run it again.',
  )
}
