import { domainToASCII } from 'node:url'
import { hostIn, siteHostProblem, slugOf } from '@laurel/domain/site-host'
import type { Identity } from '@laurel/identity'
import type { Db, Pool } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { lockAcrossSites, setLocal } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { addMissingWays } from '../payments/office-providers.service.ts'
import { ensurePool } from '../sites/accounts-pools.ts'
import type { AccountsRecord, CardLogo, LegalText } from '../sites/site-records.ts'
import { ensureStaffPool } from '../staff/staff-pool.ts'
import { addCatalog, type StarterCatalog } from './add-catalog.ts'

export type CreateSiteKit = Pick<Kit, 'keys' | 'staffPools'> & {
  /** Undefined when a real user pool keeps the accounts. */
  identity: Identity | undefined
}

/** A new site, complete. */
export type NewSite = {
  slug: string
  hosts: readonly string[]
  name: string
  shortName: string
  networkName?: string
  timeZone?: string
  /** Primary, secondary, tertiary. */
  colors: readonly [string, string, string]
  brand: {
    card_mark: CardLogo
    favicon: string
    iso_logo: string
    site_logo: string
    negative_logo: string
  }
  support: { email: string; phone: string; hours: string; postalAddress?: string }
  legalTexts: readonly LegalText[]
  accounts: AccountsRecord
  /** Customers can use it at once; otherwise, staff click "Go live" first. */
  isLive?: boolean
} & StarterCatalog

const LIMITS = {
  min_value_cents: 1_000,
  max_value_cents: 100_000,
  max_quantity: 5_000,
  max_recipients: 100_000,
  max_order_cents: 50_000_000,
}
const CARD_FEE_CENTS = { bulk: 195, direct: 250, digital: 125 }

/** @returns the organization's ID; its slug is made from its name */
export async function createOrganization(db: Db, name: string): Promise<number> {
  const { id } = await db
    .insertInto('organizations')
    .values({ name, slug: await freeSlug(db, 'organizations', name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Adds a site with its catalog, ways to pay, and pools of accounts, in the caller's transaction as the database's
 * owner. Sets the transaction's site, so that row-level security accepts what follows.
 *
 * @returns the site's ID
 */
export async function createSite(
  db: Db,
  { keys, staffPools, identity }: CreateSiteKit,
  organizationId: number,
  site: NewSite,
): Promise<number> {
  const [primary, secondary, tertiary] = site.colors
  const { card_mark, ...logos } = site.brand
  const { email, phone, hours, postalAddress = '' } = site.support
  const { id } = await db
    .insertInto('sites')
    .values({
      organization_id: organizationId,
      slug: site.slug,
      hosts: [...site.hosts],
      name: site.name,
      short_name: site.shortName,
      ...(site.networkName && { network_name: site.networkName }),
      ...(site.timeZone && { time_zone: site.timeZone }),
      ...(!site.isLive && { live_at: null }),
      site_primary_color: primary,
      site_secondary_color: secondary,
      site_tertiary_color: tertiary,
      ...logos,
      card_mark: json(card_mark),
      support_email: email,
      support_phone: phone,
      support_hours: hours,
      postal_address: postalAddress,
      legal_texts: json(site.legalTexts),
      accounts: json(site.accounts),
      limits: json(LIMITS),
      card_fee_cents: json(CARD_FEE_CENTS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setLocal(db, 'app.site_id', String(id))
  await addCatalog(db, keys.dataSeal, id, site)
  await addMissingWays(db, id)
  if (identity !== undefined) await ensurePool(identity, site, db)
  await ensureStaffPool(db, staffPools, id)
  return id
}

/** The first of `name`, `name-2`, `name-3`, … that is free. Callers hold the lock of {@link lockSites}. */
export async function freeSlug(db: Db, table: 'organizations' | 'sites', name: string): Promise<string> {
  const slug = slugOf(name)
  const rows = await db.selectFrom(table).select('slug').where('slug', 'like', `${slug}%`).execute()
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

/** Operators who create sites or change hosts at the same moment take turns. */
export function lockSites(db: Db): Promise<void> {
  return lockAcrossSites(db, 'hosts')
}

/**
 * The host in an address as typed, with letters beyond ASCII encoded.
 *
 * @returns a sentence instead if no site can have it
 */
export function readHost(typed: string): { host: string } | { problem: string } {
  const given = hostIn(typed)
  // Text that can't be a name is encoded as nothing: the rule then explains the text as typed.
  const host = /[^\x20-\x7e]/.test(given) ? domainToASCII(given) || given : given
  const problem = siteHostProblem(host)
  return problem === undefined ? { host } : { problem }
}

/** @returns the site that a host belongs to */
export function findSiteOfHost(db: Pool | Db, host: string) {
  return db
    .selectFrom('sites')
    .select(['id', 'name'])
    .where(({ eb, val }) => eb('hosts', '@>', val([host])))
    .executeTakeFirst()
}
