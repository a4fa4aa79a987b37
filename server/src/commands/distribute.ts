/** Distributes the database of a Citus coordinator over its nodes: `npm run db:distribute`. Can be repeated. */
import { migrateIdentity } from '@laurel/identity'
import { readConfig } from '../config.ts'
import { distribute, NotDistributable } from '../database/distribute.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { runProgram } from '../run-program.ts'
import { WrongSetting } from '../wrong-setting.ts'

await runProgram(async () => {
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined)
    throw new WrongSetting('DATABASE_URL is missing: it names the coordinator')
  const database = await openDatabase({ ...config, databasePool: 1 })
  try {
    await migrate(database.db)
    await migrateIdentity(database.db)
    const tables = await distribute(database.db, (step) => console.info(step))
    console.info(
      tables.length === 0
        ? 'This database was distributed already.'
        : `${tables.length} tables are distributed. Start the servers now.`,
    )
  } catch (cause) {
    if (!(cause instanceof NotDistributable)) throw cause
    console.error('laurel: the database can’t be distributed, and no table was changed:')
    for (const obstacle of cause.obstacles) console.error(`- ${obstacle}`)
    process.exitCode = 1
  } finally {
    await database.close()
  }
})
