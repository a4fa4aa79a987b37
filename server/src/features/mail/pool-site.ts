import type { Language } from '@laurel/domain/languages'
import type { SelectQueryBuilder } from 'kysely'
import type { Database, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { languageFor } from '../../texts.ts'
import { findSiteOfPool, type SiteRow } from '../sites/sites.repo.ts'

/** The site whose accounts a pool of the accounts service holds. */
export async function readSiteOfPool(pool: Pool, poolId: string): Promise<SiteRow> {
  const site = await findSiteOfPool(pool, poolId)
  if (site === undefined) throw new Error(`no site has the pool ${poolId}`)
  return site
}

/** The site's own address: its host, with the protocol and port of the installation. */
export function siteOrigin(publicOrigin: string, site: SiteRow): string {
  const url = new URL(publicOrigin)
  if (!site.hosts.includes(url.hostname)) url.hostname = site.hosts[0] ?? url.hostname
  return url.origin
}

/** The language of the account with an identity, such as the one that a code is for; the site's if there's none. */
export function languageOfAccount(pool: Pool, site: SiteRow, sub: string | undefined): Promise<Language> {
  return languageOf(pool, site, (customers) => customers.where('identity_subject', '=', sub ?? ''))
}

/** The language of the account with an email address; the site's if there's none. */
export function languageOfEmail(pool: Pool, site: SiteRow, email: string): Promise<Language> {
  return languageOf(pool, site, (customers) =>
    customers.where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase())),
  )
}

type Customers = SelectQueryBuilder<Database, 'customers', { language: string }>

async function languageOf(
  pool: Pool,
  site: SiteRow,
  those: (customers: Customers) => Customers,
): Promise<Language> {
  const customer = await inSite(pool, site.id, (db) =>
    those(db.selectFrom('customers').select('language').where('site_id', '=', site.id))
      .limit(1)
      .executeTakeFirst(),
  )
  return languageFor(site, customer?.language ?? '')
}
