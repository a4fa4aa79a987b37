import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Identity } from '@laurel/identity'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { createOrganization, createSite, lockSites, type NewSite } from '../features/setup/create-site.ts'
import { hasOrganizations } from '../features/setup/setup-links.ts'
import { addMember } from '../features/staff/people.repo.ts'
import type { StaffPools } from '../features/staff/staff-pool.ts'
import type { Kit } from '../kit.ts'
import type { Keys } from '../secrets/keys.ts'
import { REWARDS } from './demo-catalog.ts'
import { legalTexts } from './demo-legal.ts'
import { demoPassword } from './demo-password.ts'
import { ACORN, type DemoSite, NORTHWIND } from './demo-sites.ts'
import { insertCarrierAccounts } from './insert-carriers.ts'
import { insertCustomer } from './insert-people.ts'

/** How to sign in to the demo. */
export type DemoAccount = {
  site: string
  address: string
  as: 'customer' | 'staff'
  email: string
  password: string
}
export type DemoAccounts = DemoAccount[]

/** With an external user pool there are no demo customers, because no one could sign in as them. */
type DemoKit = Pick<Kit, 'pool' | 'keys' | 'config' | 'staffPools'> & { identity: Identity | undefined }

const SITES: readonly DemoSite[] = [NORTHWIND, ACORN]

/**
 * Fills an empty database with two organizations, their sites, catalogs and people, and writes how to
 * sign in to `demo-accounts.txt` in the data folder, for its owner's eyes only.
 *
 * @returns undefined when there is an organization already: then nothing is touched
 */
export async function seedDemo(kit: DemoKit): Promise<DemoAccounts | undefined> {
  const { pool, keys, identity, config, staffPools } = kit
  if (await hasOrganizations(pool)) return undefined

  const accounts = SITES.flatMap((site) => accountsOf(site, keys, config)).filter(
    ({ as }) => identity !== undefined || as === 'staff',
  )
  const staffPasswords = new Map<string, Awaited<ReturnType<StaffPools['hashPassword']>>>()
  for (const { email, password } of accounts.filter((one) => one.as === 'staff')) {
    staffPasswords.set(email, await staffPools.hashPassword(password))
  }
  writeFileSync(join(config.dataDir, 'demo-accounts.txt'), asText(accounts), { mode: 0o600 })

  const filled = await pool.transaction().execute(async (db) => {
    // Two servers may find the same database empty at once: the second waits, then finds it filled.
    await lockSites(db)
    if (await hasOrganizations(db)) return false
    for (const site of SITES) {
      const organizationId = await createOrganization(db, site.organization)
      const siteId = await createSite(db, kit, organizationId, wholeSite(site, config.publicOrigin))
      if (site === NORTHWIND) await insertCarrierAccounts(db, keys, siteId)
      if (identity !== undefined) {
        const subject = await openAccount(db, identity, site, accounts)
        await insertCustomer(db, keys.dataSeal, siteId, site.customer, subject)
      }
      const kept = staffPasswords.get(site.staff.email)!
      await addMember(db, staffPools, siteId, { ...site.staff, role: 'owner', kept, isTemporary: false })
    }
    return true
  })
  return filled ? accounts : undefined
}

/** @param publicOrigin the first site answers there too */
function wholeSite(site: DemoSite, publicOrigin: string): NewSite {
  const { name, support } = site
  const { hostname } = new URL(publicOrigin)
  const isFirst = site === NORTHWIND && hostname !== 'acorn.localhost'
  return {
    ...site,
    hosts: isFirst ? [...new Set([...site.hosts, hostname])] : site.hosts,
    legalTexts: legalTexts(name, support.email, support.phone),
    isLive: true,
    rewards: REWARDS,
    remit: remitOf(site),
  }
}

function remitOf({ remit }: DemoSite): NewSite['remit'] {
  const lists = Object.entries<{ lines: readonly { label: string; value: string }[] }>(remit)
  return Object.fromEntries(lists.map(([method, { lines }]) => [method, { lines: [...lines] }]))
}

/** @returns the customer's subject */
async function openAccount(
  db: Db,
  identity: Identity,
  { accounts: settings, customer }: DemoSite,
  accounts: DemoAccounts,
): Promise<string> {
  const user = {
    poolId: settings.user_pool_id,
    email: customer.email,
    password: accounts.find((one) => one.email === customer.email)!.password,
    attributes: { given_name: customer.profile.first_name, family_name: customer.profile.last_name },
    confirmed: true,
  } as const
  const { sub } = await identity.createUser(user, db)
  return sub
}

function accountsOf(site: DemoSite, keys: Keys, config: Config): DemoAccounts {
  const origin = new URL(config.publicOrigin)
  if (site.slug === 'acorn') origin.hostname = site.hosts[0]
  const people = [
    { as: 'customer', email: site.customer.email },
    { as: 'staff', email: site.staff.email },
  ] as const
  return people.map((person) => ({
    site: site.name,
    address: origin.origin,
    ...person,
    password: demoPassword(keys.pepper, person.email),
  }))
}

function asText(accounts: DemoAccounts): string {
  const lines = accounts.map(
    ({ site, address, as, email, password }) =>
      `${site.padEnd(18)} ${address}/${as === 'staff' ? 'office/' : ''}\n  ${as.padEnd(9)} ${email.padEnd(31)} ${password}\n`,
  )
  const note = 'Staff sign in at /office/. The first sign-in sets up an authenticator app: have one ready.'
  return `Demo accounts\n\n${lines.join('\n')}\n${note}\n`
}
