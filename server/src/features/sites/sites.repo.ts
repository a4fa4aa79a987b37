import type { Language } from '@laurel/domain/languages'
import type { Selectable } from 'kysely'
import type { Pool } from '../../database/database.ts'
import type { Sites as SitesTable } from '../../database/generated/tables.ts'
import { jsonText } from '../../database/sql.ts'
import { isTestSite, liveSiteOf } from '../../test-site.ts'
import { KeptSites } from './kept-sites.ts'
import type {
  AccountsRecord,
  CardFees,
  CardLogo,
  LegalText,
  LimitsRecord,
  LogoFiles,
  MailTextsRecord,
  MoneyRulesRecord,
  RetentionRecord,
} from './site-records.ts'

export type SiteRow = Omit<
  Selectable<SitesTable>,
  | 'accounts'
  | 'limits'
  | 'card_fee_cents'
  | 'card_mark'
  | 'language'
  | 'legal_texts'
  | 'logo_files'
  | 'mail_texts'
  | 'money_rules'
  | 'retention'
> & {
  accounts: AccountsRecord
  limits: LimitsRecord
  card_fee_cents: CardFees
  card_mark: CardLogo
  language: Language
  legal_texts: LegalText[]
  /** Null until the forms of logos that came with an earlier version are drawn. */
  logo_files: LogoFiles | null
  mail_texts: MailTextsRecord
  money_rules: MoneyRulesRecord
  retention: RetentionRecord
  organization_name: string
}

const query = (pool: Pool) =>
  pool
    .selectFrom('sites')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .selectAll('sites')
    .select('organizations.name as organization_name')

const kept = new WeakMap<Pool, KeptSites>()

/** This process's cache of sites. */
export function keptSites(pool: Pool): KeptSites {
  const sites = kept.get(pool) ?? new KeptSites()
  kept.set(pool, sites)
  return sites
}

/** The site of a host, as it was in the last seconds. */
export function findSiteByHost(pool: Pool, host: string): Promise<SiteRow | undefined> {
  return keptSites(pool).read(host, async () => {
    const row = await query(pool)
      .where(({ eb, val }) => eb('sites.hosts', '@>', val([host])))
      .executeTakeFirst()
    return row as SiteRow | undefined
  })
}

/** A site, as it was in the last seconds. A test site has the settings of its site. */
export async function findSite(pool: Pool, id: number): Promise<SiteRow | undefined> {
  if (isTestSite(id)) {
    const site = await findSite(pool, liveSiteOf(id))
    return site && { ...site, id }
  }
  return keptSites(pool).read(id, async () => {
    const row = await query(pool).where('sites.id', '=', id).executeTakeFirst()
    return row as SiteRow | undefined
  })
}

/** The site whose accounts a pool of the accounts service holds. */
export async function findSiteOfPool(pool: Pool, poolId: string): Promise<SiteRow | undefined> {
  const row = await query(pool)
    .where(({ eb, ref }) => eb(jsonText(ref('sites.accounts'), 'user_pool_id'), '=', poolId))
    .executeTakeFirst()
  return row as SiteRow | undefined
}

/** All sites but test sites. */
export async function listSites(pool: Pool): Promise<SiteRow[]> {
  return (await query(pool).where('sites.id', '>', 0).orderBy('sites.id').execute()) as SiteRow[]
}

/** Sites whose logos came without their forms. */
export async function listSitesWithUndrawnLogos(pool: Pool): Promise<SiteRow[]> {
  const rows = await query(pool)
    .where('sites.logo_files', 'is', null)
    .where('sites.id', '>', 0)
    .where((eb) =>
      eb.or([
        ...(['site_logo', 'iso_logo', 'negative_logo', 'favicon'] as const).map((name) =>
          eb(`sites.${name}`, '<>', ''),
        ),
        eb(jsonText(eb.ref('sites.card_mark'), 'paths'), '<>', '[]'),
      ]),
    )
    .orderBy('sites.id')
    .execute()
  return rows as SiteRow[]
}

/** What a start needs to know of a site. */
export type SiteAtStart = Pick<SiteRow, 'id' | 'slug' | 'accounts' | 'suspended_at'>

/** The next sites after one, in the order of their numbers. */
export async function listSitesAfter(pool: Pool, id: number, limit: number): Promise<SiteAtStart[]> {
  const rows = await pool
    .selectFrom('sites')
    .select(['id', 'slug', 'accounts', 'suspended_at'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows as SiteAtStart[]
}
