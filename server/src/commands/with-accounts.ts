import { type Identity, migrateIdentity, openIdentity } from '@laurel/identity'
import { type Config, readConfig } from '../config.ts'
import type { Pool } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { assertSecret } from '../secrets/assert-secret.ts'
import { type Keys, readKeys } from '../secrets/keys.ts'

export type Accounts = { config: Config; pool: Pool; keys: Keys; own: Identity }

/** Opens the accounts service for a command. Needs the server's own settings: its secret keys the passwords. */
export async function withAccounts(work: (accounts: Accounts) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  const { db: pool } = database
  try {
    await migrate(pool)
    await migrateIdentity(pool)
    const keys = readKeys(config.dataDir, config.secret)
    await assertSecret(pool, keys, config)
    const own = await openIdentity({
      db: pool,
      origin: config.publicOrigin,
      secrets: { pepper: keys.pepper, sealKey: keys.identitySeal },
      deliver: async () => {},
    })
    await work({ config, pool, keys, own })
  } finally {
    await database.close()
  }
}

/** Prints why the command did nothing. */
export function fail(...sentences: readonly string[]): undefined {
  for (const sentence of sentences) console.error(`laurel: ${sentence}`)
  process.exitCode = 1
}
