/** Makes a distributed database on the cluster of `TEST_CITUS_URL`, prints its address, and drops it when stopped. */
import { migrateIdentity } from '@laurel/identity'
import { distribute } from '../database/distribute.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { makeCitusDatabase } from './citus.ts'

const { url, drop } = await makeCitusDatabase(process.env.TEST_CITUS_URL!)
const { db, close } = await openDatabase({ databaseUrl: url, databasePool: 1, dataDir: '' })
await migrate(db)
await migrateIdentity(db)
await distribute(db, () => {})
await close()
console.info(url)
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => drop().then(() => process.exit(0)))
}
setInterval(() => {}, 60_000)
