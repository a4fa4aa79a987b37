import type { Identity, PoolSettings } from '@laurel/identity'
import type { Db, Pool } from '../../database/database.ts'
import { forEverySite } from './every-site.ts'
import type { SiteRow } from './sites.repo.ts'

type PoolSite = Pick<SiteRow, 'slug' | 'accounts'> & Partial<Pick<SiteRow, 'suspended_at'>>

/** Brings the accounts service's pools up to date with every site's settings: at each start. */
export async function ensurePools(pool: Pool, identity: Identity): Promise<void> {
  await forEverySite(
    pool,
    async (sites) => {
      const stale = await identity.listStalePools(sites.map(settingsOf))
      return sites.filter(({ accounts }) => stale.has(accounts.user_pool_id))
    },
    (site) => ensurePool(identity, site),
  )
}

/** Each site has its own pool, which keeps its users apart from other sites' users. */
export function ensurePool(identity: Identity, site: PoolSite, db?: Db): Promise<void> {
  return identity.ensurePool(settingsOf(site), db)
}

function settingsOf({ slug, accounts, suspended_at: suspendedAt = null }: PoolSite): PoolSettings {
  const policy = accounts.password_policy
  return {
    poolId: accounts.user_pool_id,
    clientId: accounts.client_id,
    identityPoolId: accounts.identity_pool_id,
    siteId: slug,
    passwordPolicy: {
      minLength: policy.min_length,
      requireLowercase: policy.require_lowercase,
      requireUppercase: policy.require_uppercase,
      requireNumbers: policy.require_numbers,
      requireSymbols: policy.require_symbols,
    },
    blockedWords: accounts.blocked_words,
    selfSignUp: true,
    // A suspended site's customers can't sign up, sign in, or refresh a session.
    isPrivate: suspendedAt !== null,
    mfa: accounts.mfa,
    mfaFactors: accounts.mfa_types,
    requiredAttributes: accounts.sign_up_fields,
    srp: accounts.auth_flow === 'USER_SRP_AUTH',
    passwordless: accounts.email_code_sign_in,
    hideAccounts: accounts.hide_accounts,
  }
}
