import type { Site } from '@laurel/contract/site'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { CognitoPool } from '../../cognito-settings.ts'
import type { Pool } from '../../database/database.ts'
import type { Social } from './site-social.ts'
import { findSiteByHost, type SiteRow } from './sites.repo.ts'

/** How long a changed brand may take to show. */
const KEEP_MS = 5_000
const MAX_KEPT_HOSTS = 1_000

export type Sites = {
  /** @throws {Refusal} `unknown_site` when no site answers to this host */
  readByHost(host: string): Promise<SiteRow>
  /** Clears this process's cache of a changed site. */
  forget(siteId: number): void
}

export function makeSites(pool: Pool): Sites {
  const kept = new Map<string, { site: SiteRow | undefined; until: number }>()
  return {
    async readByHost(host) {
      const name = host.toLowerCase().replace(/\.$/, '')
      let entry = kept.get(name)
      if (entry === undefined || entry.until < Date.now()) {
        if (kept.size > MAX_KEPT_HOSTS) kept.clear()
        const known = /^[a-z0-9.:[\]-]{1,253}$/.test(name)
        entry = { site: known ? await findSiteByHost(pool, name) : undefined, until: Date.now() + KEEP_MS }
        kept.set(name, entry)
      }
      if (entry.site === undefined) throw new Refusal('unknown_site')
      return entry.site
    },
    forget(siteId) {
      // What no site answered to may be one of its hosts now.
      for (const [host, { site }] of kept) if (site === undefined || site.id === siteId) kept.delete(host)
    },
  }
}

/**
 * Site data as a browser gets it (docs/spec.md §3). With our own accounts service its address is
 * of the origin the browser is on; with real Cognito there is none, and the ids are that pool's.
 */
export function siteData(
  site: SiteRow,
  origin: string,
  cognito: CognitoPool | undefined,
  social: Pick<Social, 'onPage'>,
): z.input<typeof Site> {
  const { blocked_words: _, hide_accounts: __, ...accounts } = site.accounts
  const email_code_sign_in = accounts.email_code_sign_in && accounts.mfa !== 'required'
  const ofPool =
    cognito === undefined ? { ...ownPool(origin), ...social.onPage(site, origin) } : realPool(cognito)
  return { ...site, accounts: { ...accounts, email_code_sign_in, ...ofPool } }
}

function ownPool(origin: string) {
  const endpoint = `${origin}/identity/`
  return { user_pool_endpoint: endpoint, identity_pool_endpoint: endpoint }
}

function realPool(cognito: CognitoPool) {
  return {
    user_pool_id: cognito.userPoolId,
    client_id: cognito.clientId,
    identity_pool_id: cognito.identityPoolId,
    social_providers: cognito.socialProviders,
    ...(cognito.oauthDomain !== undefined && { oauth_domain: cognito.oauthDomain }),
    ...(cognito.authFlow !== undefined && { auth_flow: cognito.authFlow }),
  }
}
