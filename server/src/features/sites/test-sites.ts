import type { Pool } from '../../database/database.ts'
import { putRows } from '../../database/sql.ts'
import { testSiteOf } from '../../test-site.ts'
import type { SiteRow } from './sites.repo.ts'

/** The test sites that this process knows are there. */
const known = new WeakMap<Pool, Set<number>>()

/**
 * The test site of a site, made when it's first needed. Its settings are always the site's: what its own row says of
 * them is never read. Two who make it at once make one.
 */
export async function readTestSite(pool: Pool, site: SiteRow): Promise<SiteRow> {
  const id = testSiteOf(site.id)
  const there = known.get(pool) ?? new Set()
  known.set(pool, there)
  if (!there.has(id)) await makeTestSite(pool, site)
  there.add(id)
  return { ...site, id }
}

/** Not live, without hosts and accounts: only test keys lead to it. */
async function makeTestSite(pool: Pool, site: SiteRow): Promise<void> {
  const row = {
    id: testSiteOf(site.id),
    organization_id: site.organization_id,
    slug: `test-mode-of-${site.id}`,
    hosts: [],
    name: `${site.name} (test mode)`,
    short_name: site.short_name,
    site_primary_color: site.site_primary_color,
    site_secondary_color: site.site_secondary_color,
    site_tertiary_color: site.site_tertiary_color,
    card_mark: { paths: [] },
    accounts: {},
    limits: site.limits,
    card_fee_cents: site.card_fee_cents,
    live_at: null,
    logo_files: {},
  }
  const json = ['card_mark', 'accounts', 'limits', 'card_fee_cents', 'logo_files']
  await putRows(pool, { table: 'sites', rows: [row], key: ['id'], json })
}
