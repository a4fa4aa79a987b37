import { readdir } from 'node:fs/promises'
import { runMigrations } from '@laurel/identity'
import type { Pool } from './database.ts'
import { joinNodes } from './distribute.ts'
import { FORMER_MIGRATIONS } from './former-migrations.ts'
import { givePersonKeys } from './give-person-keys.ts'
import { stopEarlierServers } from './running-servers.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Brings the server's tables up to date. On a distributed database, new tables are distributed too, and queries
 * name their site from now on.
 *
 * @param folder another one, for tests
 * @returns the names of the migrations it applied
 */
export async function migrate(pool: Pool, folder = FOLDER): Promise<string[]> {
  const applied = await runMigrations(pool, {
    folder,
    schema: 'public',
    inCode: { '2026-11-21T16-15-38_person_keys': givePersonKeys },
    stopOthers: (knows) => stopEarlierServers(pool, knows, (sentence) => console.info(`laurel: ${sentence}`)),
    formerNames: FORMER_MIGRATIONS,
  })
  await joinNodes(pool)
  return applied
}

/** The last migration that this version knows. */
export async function lastMigration(): Promise<string> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'))
  return files
    .sort()
    .at(-1)!
    .replace(/\.sql$/, '')
}
