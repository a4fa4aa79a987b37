/** Brings the schema of the configured database up to date: `npm run db:migrate`. */
import { migrateIdentity } from '@laurel/identity'
import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { runProgram } from '../run-program.ts'

await runProgram(async () => {
  const database = await openDatabase(readConfig(process.env))
  const applied = [...(await migrate(database.db)), ...(await migrateIdentity(database.db))]
  console.info(applied.length === 0 ? 'The schema was up to date.' : `Applied ${applied.join(', ')}.`)
  await database.close()
})
