import type { Site } from '@laurel/contract/site'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { CognitoPool } from '../../cognito-settings.ts'
import type { Config } from '../../config.ts'
import type { Pool } from '../../database/database.ts'
import { shownLogos } from './site-brand.ts'
import type { Social } from './site-social.ts'
import { findSiteByHost, keptSites, type SiteRow } from './sites.repo.ts'

export type Sites = {
  /** @throws {Refusal} `unknown_site` when no site answers to this host */
  readByHost(host: string): Promise<SiteRow>
  /** Clears this process's cache of a changed site. */
  forget(siteId: number): void
}

export function makeSites(pool: Pool): Sites {
  return {
    async readByHost(host) {
      const name = host.toLowerCase().replace(/\.$/, '')
      const site = HOST.test(name) ? await findSiteByHost(pool, name) : undefined
      if (site === undefined) throw new Refusal('unknown_site')
      return site
    },
    forget: (siteId) => keptSites(pool).forget(siteId),
  }
}

/** What the settings decide about every site. */
export type SiteConfig = Pick<Config, 'cognito' | 'demo' | 'mail' | 'model' | 'sms'>

const HOST = /^[a-z0-9.:[\]-]{1,253}$/

/**
 * Site data as a browser gets it (docs/spec.md §3). With our own accounts service its address is
 * of the origin the browser is on; with real Cognito there is none, and the ids are that pool's.
 */
export function siteData(
  site: SiteRow,
  origin: string,
  config: SiteConfig,
  social: Pick<Social, 'onPage'>,
): z.input<typeof Site> {
  const { cognito, demo } = config
  const { blocked_words: _, hide_accounts: __, ...accounts } = site.accounts
  const email_code_sign_in = accounts.email_code_sign_in && accounts.mfa !== 'required'
  const ofPool = cognito === undefined ? ownPool(site, origin, config, social) : realPool(cognito)
  return {
    ...site,
    ...shownLogos(site),
    is_demo: demo,
    connected_model: site.connected_model ? modelWire(config) : null,
    card_mail_texts: site.mail_texts.card ?? null,
    accounts: { ...accounts, email_code_sign_in, ...ofPool },
  }
}

/** What people see of the connected language model. */
export function modelWire({ model }: Pick<Config, 'model'>) {
  return model === undefined ? null : { service: model.service ?? null, model: model.model }
}

function ownPool(site: SiteRow, origin: string, { mail, sms }: SiteConfig, social: Pick<Social, 'onPage'>) {
  const { mfa_types, email_code_sign_in, mfa } = site.accounts
  const endpoint = `${origin}/identity/`
  return {
    user_pool_endpoint: endpoint,
    identity_pool_endpoint: endpoint,
    // A code that can't be sent isn't offered.
    mfa_types: mfa_types.filter((type) => (type === 'EMAIL' ? mail : type === 'SMS' ? sms : true)),
    email_code_sign_in: email_code_sign_in && mfa !== 'required' && mail !== undefined,
    ...social.onPage(site, origin),
  }
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
