import { createHash } from 'node:crypto'
import { Refusal } from '@laurel/domain/refusal'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { isCanonical } from '../../secrets/sealed.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** What the API believes of a customer: from a token it verified, never from the browser. */
export type Claims = { subject: string; email: string; emailVerified: boolean; phone: string; issuedAt: Date }

export type IdTokens = {
  /** @throws {Refusal} `sign_in_required` for any token that is not this site's, valid and an id token */
  verify(token: string, site: SiteRow): Promise<Claims>
}

export type TokenSource =
  | {
      issuerOf: (poolId: string) => string
      publicKeys: () => Promise<JSONWebKeySet>
      /** Whether the sign-in a token came from has ended: signed out, reset or deleted. */
      isSessionRevoked: (originJti: string) => Promise<boolean>
    }
  /** Real Cognito: one pool for every site. */
  | { issuer: string; jwksUrl: string; clientId: string }

const MAX_KEPT = 5_000
/** How long a checked signature is remembered. Whether its session has ended is asked every time. */
const KEEP_MS = 60_000

/**
 * Verifies id tokens: signature, issuer, audience, `token_use`, expiry, and that the token's site
 * is the one whose host was called. Whether the session has ended is one look-up by primary key on every
 * call, so that signing out and disabling count at once on all servers (docs/decisions/0023).
 */
export function makeIdTokens(source: TokenSource, now: () => Date): IdTokens {
  const keyOf =
    'issuer' in source ? createRemoteJWKSet(new URL(source.jwksUrl)) : localKeys(source.publicKeys)
  const issuerOf = 'issuer' in source ? () => source.issuer : source.issuerOf
  const kept = new Map<string, { claims: Claims; session: string; until: number }>()
  const assertOpen = async (session: string) => {
    if ('isSessionRevoked' in source && (await source.isSessionRevoked(session))) {
      throw new Refusal('sign_in_required')
    }
  }

  return {
    async verify(token, site) {
      if (!token.split('.').every(isCanonical)) throw new Refusal('sign_in_required')
      const cacheKey = createHash('sha256').update(`${site.id} ${token}`).digest('base64url')
      const known = kept.get(cacheKey)
      if (known !== undefined && known.until > now().getTime()) {
        await assertOpen(known.session)
        return known.claims
      }

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
      await assertOpen(session)
      const claims = {
        subject: payload.sub!,
        email: String(payload.email),
        emailVerified: payload.email_verified === true,
        phone: typeof payload.phone_number === 'string' ? payload.phone_number : '',
        issuedAt: new Date(payload.iat! * 1000),
      }
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(cacheKey, { claims, session, until: Math.min(now().getTime() + KEEP_MS, payload.exp! * 1000) })
      return claims
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
