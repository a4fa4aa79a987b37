/** Brings the schema of the configured database up to date: `npm run db:migrate`. */
import { MigrationRefused, migrateIdentity } from '@laurel/identity'
import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'

const database = await openDatabase(readConfig(process.env))
try {
  const applied = [...(await migrate(database.db)), ...(await migrateIdentity(database.db))]
  console.info(applied.length === 0 ? 'The schema was up to date.' : `Applied ${applied.join(', ')}.`)
} catch (cause) {
  console.error(cause instanceof MigrationRefused ? cause.message : cause)
  process.exitCode = 1
}
await database.close()
