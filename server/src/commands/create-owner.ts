/**
 * Opens an owner's account in the office, with a password that must be changed at the first sign-in:
 * `npm run staff:owner -- <site> <email> <name>`. Needs the server's own settings: its secret keys the password.
 */
import { migrateIdentity, openIdentity } from '@laurel/identity'
import { readConfig } from '../config.ts'
import { inSite } from '../database/in-site.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { record } from '../features/audit/audit.service.ts'
import { listSites } from '../features/sites/sites.repo.ts'
import { addMember } from '../features/staff/people.repo.ts'
import { ensureStaffPool } from '../features/staff/staff-pool.ts'
import { runProgram } from '../run-program.ts'
import { assertSecret } from '../secrets/assert-secret.ts'
import { readKeys } from '../secrets/keys.ts'

const [slug = '', email = '', ...names] = process.argv.slice(2)
const name = names.join(' ')
if (slug === '' || !email.includes('@') || name === '') {
  console.error(
    'Say the site, the email and the name: npm run staff:owner -- northwind ann@example.com Ann Lee',
  )
  process.exit(1)
}

await runProgram(async () => {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  await migrate(database.db)
  await migrateIdentity(database.db)
  const keys = readKeys(config.dataDir, config.secret)
  await assertSecret(database.db, keys, config)
  const sites = await listSites(database.db)
  const site = sites.find((one) => one.slug === slug)
  if (site === undefined) {
    const slugs = sites.map((one) => one.slug).join(', ')
    console.error(
      `No site is called ${slug}. ${slugs === '' ? 'There are no sites yet' : `Sites: ${slugs}`}.`,
    )
    await database.close()
    process.exit(1)
  }

  const { privatePools: pools } = await openIdentity({
    db: database.db,
    origin: config.publicOrigin,
    secrets: { pepper: keys.pepper, sealKey: keys.identitySeal },
    deliver: async () => {},
  })
  await ensureStaffPool(database.db, pools, site.id)
  const { password, kept } = await pools.makeOneTimePassword()
  const added = await inSite(database.db, site.id, async (db) => {
    const row = await addMember(db, pools, site.id, { email, name, role: 'owner', kept, isTemporary: true })
    if (row === undefined) return false
    const at = new Date()
    record(db, site.id, {
      actor: 'operator',
      event: 'staff.created',
      subject: `staff:${row.id}`,
      facts: { role: 'owner' },
      at,
    })
    return true
  })
  await database.close()
  if (!added) {
    console.error(`${email} already has an account in the office of ${slug}.`)
    process.exit(1)
  }
  console.info(`${name} is an owner of ${slug}. First password: ${password}`)
  console.info('It must be changed at the first sign-in, at /office/, within seven days.')
})
