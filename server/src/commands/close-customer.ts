/**
 * Closes the customer of an account that was deleted elsewhere, in a user pool of Amazon's:
 * `node scripts/run.mjs server/src/commands/close-customer.ts <site> <sub>`.
 */
import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { closeCustomer, closeCustomerHandler } from '../features/customers/close-customer.jobs.ts'
import { makeFileStore } from '../features/files/local-file-store.ts'
import { listSites } from '../features/sites/sites.repo.ts'
import { startJobs } from '../jobs/jobs.ts'

const [slug = '', subject = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const database = await openDatabase(config)
await migrate(database.db)
const site = (await listSites(database.db)).find((one) => one.slug === slug)
if (site === undefined || subject === '') {
  console.error('Specify the site and the account’s sub: close-customer.ts northwind 0b1c2d3e-…')
  await database.close()
  process.exit(1)
}

const jobs = await startJobs(database, [closeCustomer], console.error, false)
const kit = { pool: database.db, files: await makeFileStore(config), jobs, now: () => new Date() }
await closeCustomerHandler(kit).run({ siteId: site.id, subject } as never)
await jobs.stop()
await database.close()
console.info(`The account ${subject} is closed on ${slug}. Its orders stay.`)
