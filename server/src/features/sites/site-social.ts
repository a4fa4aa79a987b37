import type { PoolSocial } from '@laurel/identity'
import type { Pool } from '../../database/database.ts'
import { findSiteOfPool, type SiteRow } from './sites.repo.ts'
import type { SocialSettings } from './social-settings.ts'

/** The other sign-in services, and the allowed return addresses. */
export type Social = {
  /** Their site data, for a browser on this origin. */
  onPage(site: SiteRow, origin: string): SocialOnPage
  /** What the accounts service needs of a site's pool. */
  ofPool(poolId: string): Promise<PoolSocial | undefined>
}

type SocialOnPage = {
  social_providers: ('Google' | 'Apple' | 'Amazon' | 'Facebook')[]
  oauth_domain?: string
}

const NONE: SocialOnPage = { social_providers: [] }

/** Amplify leads to `https://` whatever the page came by, so without TLS there are no buttons. */
export function makeSocial(settings: SocialSettings, publicOrigin: string, pool: Pool): Social {
  const addressesOf = (site: SiteRow) => site.hosts.map((host) => homeOf(publicOrigin, host))

  return {
    onPage(site, origin) {
      const clients = settings.get(site.slug) ?? []
      // The accounts service only returns people to the site's own addresses.
      const isHome = origin.startsWith('https:') && addressesOf(site).includes(`${origin}/`)
      // A site that asks everybody for a second step takes passwords only.
      if (!isHome || clients.length === 0 || site.accounts.mfa === 'required') return NONE
      return {
        social_providers: clients.map((client) => client.provider),
        oauth_domain: `${new URL(origin).host}/identity`,
      }
    },
    async ofPool(poolId) {
      if (settings.size === 0) return undefined
      const site = await findSiteOfPool(pool, poolId)
      const clients = site && settings.get(site.slug)
      return clients && { clients, addresses: addressesOf(site) }
    },
  }
}

/** A site's home at one of its hosts; scheme and port are those of the installation. */
function homeOf(publicOrigin: string, host: string): string {
  const url = new URL('/', publicOrigin)
  url.hostname = host
  return url.href
}
