import { createHash } from 'node:crypto'
import { Refusal } from '@laurel/domain/refusal'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { Guard } from '../../database/guards.ts'
import { isCanonical } from '../../secrets/sealed.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** What the API believes of a customer: from a token it verified, never from the browser. */
export type Claims = { subject: string; email: string; emailVerified: boolean; phone: string; issuedAt: Date }

export type IdTokens = {
  /** @throws {Refusal} `sign_in_required` for any token that is not this site's, valid and an id token */
  verify(token: string, site: SiteRow): Promise<Verified>
  /** Asks whether the session is still open; `refuse` returns what to throw if it isn't. */
  guardOf(session: string, refuse: () => Error): Guard | undefined
}

/** A token's claims, and the session it came from, which may have ended since. */
export type Verified = { claims: Claims; session: string }

export type TokenSource =
  | {
      issuerOf: (poolId: string) => string
      publicKeys: () => Promise<JSONWebKeySet>
      /** Whether the sign-in a token came from is open: not signed out, reset or deleted. */
      guardOf: (asked: AskedSession, refuse: () => Error) => Guard
    }
  /** Real Cognito: one pool for every site. */
  | { issuer: string; jwksUrl: string; clientId: string }

export type AskedSession = { session: string; at: Date }

const MAX_KEPT = 5_000
/** How long a checked signature is remembered. Whether its session has ended is asked every time. */
const KEEP_MS = 60_000

/**
 * Verifies id tokens: signature, issuer, audience, `token_use`, expiry, and that the token's site
 * is the one whose host was called. Whether the session has ended is one look-up by primary key on every
 * call, which its first transaction makes as it begins (docs/decisions/0046), so that signing out and disabling
 * count at once on all servers (docs/decisions/0023).
 */
export function makeIdTokens(source: TokenSource, now: () => Date): IdTokens {
  const keyOf =
    'issuer' in source ? createRemoteJWKSet(new URL(source.jwksUrl)) : localKeys(source.publicKeys)
  const issuerOf = 'issuer' in source ? () => source.issuer : source.issuerOf
  const kept = new Map<string, Verified & { until: number }>()

  return {
    guardOf: (session, refuse) =>
      'guardOf' in source ? source.guardOf({ session, at: now() }, refuse) : undefined,
    async verify(token, site) {
      if (!token.split('.').every(isCanonical)) throw new Refusal('sign_in_required')
      const cacheKey = createHash('sha256').update(`${site.id} ${token}`).digest('base64url')
      const known = kept.get(cacheKey)
      if (known !== undefined && known.until > now().getTime()) return known

      const payload = await jwtVerify(token, keyOf, {
        algorithms: ['RS256'],
        issuer: issuerOf(site.accounts.user_pool_id),
        audience: 'issuer' in source ? source.clientId : site.accounts.client_id,
        requiredClaims: ['exp', 'iat', 'sub', 'email'],
        currentDate: now(),
      }).then(
        (verified) => verified.payload,
        () => {
          throw new Refusal('sign_in_required')
        },
      )
      if (payload.token_use !== 'id' || payload['custom:rewards_site_id'] !== site.slug) {
        throw new Refusal('sign_in_required')
      }
      const session = String(payload.origin_jti)
      const claims = {
        subject: payload.sub!,
        email: String(payload.email),
        emailVerified: payload.email_verified === true,
        phone: typeof payload.phone_number === 'string' ? payload.phone_number : '',
        issuedAt: new Date(payload.iat! * 1000),
      }
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(cacheKey, { claims, session, until: Math.min(now().getTime() + KEEP_MS, payload.exp! * 1000) })
      return { claims, session }
    },
  }
}

/** Our own service's keys, read again when a token names one that is not known yet. */
function localKeys(publicKeys: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined
  return async (header, token) => {
    keys ??= createLocalJWKSet(await publicKeys())
    try {
      return await keys(header, token)
    } catch {
      keys = createLocalJWKSet(await publicKeys())
      return keys(header, token)
    }
  }
}
