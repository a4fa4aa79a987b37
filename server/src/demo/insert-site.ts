import type { Db } from '../database/database.ts'
import { json } from '../database/json.ts'
import { setLocal } from '../database/sql.ts'
import { legalTexts } from './demo-legal.ts'
import type { DemoSite } from './demo-sites.ts'

const LIMITS = {
  min_value_cents: 1_000,
  max_value_cents: 100_000,
  max_quantity: 5_000,
  max_recipients: 100_000,
  max_order_cents: 50_000_000,
}
const CARD_FEE_CENTS = { bulk: 195, direct: 250, digital: 125 }

/**
 * Adds an organization with its site, and sets the transaction's site, so that row-level security accepts what
 * follows.
 *
 * @param publicOrigin the first site answers there too
 * @returns the site's id
 */
export async function insertSite(db: Db, site: DemoSite, publicOrigin: string): Promise<number> {
  const organization = await db
    .insertInto('organizations')
    .values({ slug: site.slug, name: site.organization })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [primary, secondary, tertiary] = site.colors
  const { card_mark, ...logos } = site.brand
  const { email, phone, hours } = site.support
  const { id } = await db
    .insertInto('sites')
    .values({
      organization_id: organization.id,
      slug: site.slug,
      hosts: hostsOf(site, publicOrigin),
      name: site.name,
      short_name: site.shortName,
      site_primary_color: primary,
      site_secondary_color: secondary,
      site_tertiary_color: tertiary,
      ...logos,
      card_mark: json(card_mark),
      support_email: email,
      support_phone: phone,
      support_hours: hours,
      legal_texts: json(legalTexts(site.name, email, phone)),
      accounts: json(site.accounts),
      limits: json(LIMITS),
      card_fee_cents: json(CARD_FEE_CENTS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setLocal(db, 'app.site_id', String(id))
  return id
}

function hostsOf(site: DemoSite, publicOrigin: string): string[] {
  const own: string[] = [...site.hosts]
  const { hostname } = new URL(publicOrigin)
  return site.slug === 'northwind' && hostname !== 'acorn.localhost' ? [...new Set([...own, hostname])] : own
}
