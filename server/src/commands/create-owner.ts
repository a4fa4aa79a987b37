/**
 * Opens an owner's account in the office, with a password that must be changed at the first sign-in:
 * `npm run staff:owner -- <site> <email> <name>`.
 */
import { inSite } from '../database/in-site.ts'
import { record } from '../features/audit/audit.service.ts'
import { listSites } from '../features/sites/sites.repo.ts'
import { addMember } from '../features/staff/people.repo.ts'
import { ensureStaffPool } from '../features/staff/staff-pool.ts'
import { runProgram } from '../run-program.ts'
import { type Accounts, fail, withAccounts } from './with-accounts.ts'

const [slug = '', email = '', ...names] = process.argv.slice(2)
const name = names.join(' ')

if (slug === '' || !email.includes('@') || name === '') {
  fail('Enter the site, an email, and a name: npm run staff:owner -- northwind ann@example.com Ann Lee')
} else {
  await runProgram(() => withAccounts(create))
}

async function create({ pool, own }: Accounts) {
  const { privatePools: pools } = own
  const sites = await listSites(pool)
  const site = sites.find((one) => one.slug === slug)
  if (site === undefined) {
    const slugs = sites.map((one) => one.slug).join(', ')
    return fail(`No site is called ${slug}. ${slugs === '' ? 'There are no sites yet' : `Sites: ${slugs}`}.`)
  }
  await ensureStaffPool(pool, pools, site.id)
  const { password, kept } = await pools.makeOneTimePassword()
  const added = await inSite(pool, site.id, async (db) => {
    const row = await addMember(db, pools, site.id, { email, name, role: 'owner', kept, isTemporary: true })
    if (row === undefined) return false
    record(db, site.id, {
      actor: 'operator',
      event: 'staff.created',
      subject: `staff:${row.id}`,
      facts: { role: 'owner' },
      at: new Date(),
    })
    return true
  })
  if (!added) return fail(`${email} already has an account in the office of ${slug}.`)
  console.info(`${name} is an owner of ${slug}. First password: ${password}`)
  console.info('It must be changed at the first sign-in, at /office/, within seven days.')
}
