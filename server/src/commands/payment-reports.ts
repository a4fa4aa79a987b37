/**
 * Prints what to enter in Converge as Export Script, for every site: `npm run payments:reports`.
 */
import { migrateIdentity } from '@laurel/identity'
import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { reportAccess, siteAddress } from '../features/checkout/provider-report.ts'
import { listSites } from '../features/sites/sites.repo.ts'
import { runProgram } from '../run-program.ts'
import { assertSecret } from '../secrets/assert-secret.ts'
import { readKeys } from '../secrets/keys.ts'

await runProgram(async () => {
  const config = readConfig(process.env)
  const keys = readKeys(config.dataDir, config.secret)
  const database = await openDatabase(config)
  await migrate(database.db)
  await migrateIdentity(database.db)
  await assertSecret(database.db, keys, config)
  for (const site of await listSites(database.db)) {
    const { path, user, password, confirmation } = reportAccess(keys.dataSeal, site.slug)
    console.info(`${site.name}`)
    console.info(`  URL:                 ${siteAddress(config.publicOrigin, site.hosts[0]!, path)}`)
    console.info(`  User name:           ${user}`)
    console.info(`  Password:            ${password}`)
    console.info(`  Confirmation string: ${confirmation}`)
  }
  await database.close()
})
