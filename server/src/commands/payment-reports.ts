/**
 * Prints what to enter in Converge as Export Script, for every site: `npm run payments:reports`.
 */
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open-database.ts'
import { reportAccess, siteAddress } from '../features/checkout/provider-report.ts'
import { listSites } from '../features/sites/sites.repo.ts'
import { runProgram } from '../run-program.ts'
import { readKeys } from '../secrets/keys.ts'

await runProgram(async () => {
  const config = readConfig(process.env)
  const keys = readKeys(config.dataDir, config.secret)
  const database = await openDatabase(config)
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
