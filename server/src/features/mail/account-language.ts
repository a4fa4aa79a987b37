import type { Language } from '@laurel/domain/languages'
import type { SelectQueryBuilder } from 'kysely'
import type { Database, Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { languageFor } from '../../texts.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** A customer's language. */
export function languageOfCustomer(db: Db, site: SiteRow, id: number): Promise<Language> {
  return languageOf(db, site, (customers) => customers.where('id', '=', id))
}

/** The language of the account with an identity, such as the one that a code is for; the site's if there's none. */
export function languageOfAccount(pool: Pool, site: SiteRow, sub: string | undefined): Promise<Language> {
  return inSite(pool, site.id, (db) =>
    languageOf(db, site, (customers) => customers.where('identity_subject', '=', sub ?? '')),
  )
}

/** The language of the account with an email address; the site's if there's none. */
export function languageOfEmail(pool: Pool, site: SiteRow, email: string): Promise<Language> {
  return inSite(pool, site.id, (db) =>
    languageOf(db, site, (customers) =>
      customers.where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase())),
    ),
  )
}

type Customers = SelectQueryBuilder<Database, 'customers', { language: string }>

async function languageOf(
  db: Db,
  site: SiteRow,
  those: (customers: Customers) => Customers,
): Promise<Language> {
  const customers = db.selectFrom('customers').select('language').where('site_id', '=', site.id)
  const customer = await those(customers).limit(1).executeTakeFirst()
  return languageFor(site, customer?.language ?? '')
}
