/**
 * Opens an owner's account in the office, with a password that must be changed at the first sign-in:
 * `npm run staff:owner -- <site> <email> <name>`.
 */
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { readConfig } from '../config.ts'
import { inSite } from '../database/in-site.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { record } from '../features/audit/audit.service.ts'
import { listSites } from '../features/sites/sites.repo.ts'

const [slug = '', email = '', ...names] = process.argv.slice(2)
const name = names.join(' ')
if (slug === '' || !email.includes('@') || name === '') {
  console.error(
    'Say the site, the email and the name: npm run staff:owner -- northwind ann@example.com Ann Lee',
  )
  process.exit(1)
}

const database = await openDatabase(readConfig(process.env))
await migrate(database.db)
const sites = await listSites(database.db)
const site = sites.find((one) => one.slug === slug)
if (site === undefined) {
  console.error(`No site is called ${slug}. There are: ${sites.map((one) => one.slug).join(', ')}.`)
  await database.close()
  process.exit(1)
}

const password = randomBytes(12).toString('base64url')
const password_hash = await hash(password)
const added = await inSite(database.db, site.id, async (db) => {
  const row = await db
    .insertInto('staff_accounts')
    .values({ site_id: site.id, email, name, role: 'owner', password_hash, must_change_password: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
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
console.info('It is to be changed at the first sign-in, at /office/.')
