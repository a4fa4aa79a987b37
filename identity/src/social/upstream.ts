import { importPKCS8, SignJWT } from 'jose'
import * as oauth from 'openid-client'
import { AmazonProfile, FacebookProfile, OidcProfile, type SocialProfile } from './profile.ts'
import type { PlainEndpoints, SocialClient, SocialProvider } from './social-client.ts'

/** Short, because a person is waiting. */
const ANSWER_WITHIN_S = 10
/** Apple accepts up to six months; ours is used right away. */
const APPLE_SECRET_LIFE_S = 300
/** How long a provider's discovery document is cached. */
const KEEP_DESCRIPTION_MS = 3_600_000

const GOOGLE = 'https://accounts.google.com'
const APPLE = 'https://appleid.apple.com'

const PLAIN: Record<'Amazon' | 'Facebook', PlainEndpoints & { issuer: string }> = {
  Amazon: {
    issuer: 'https://www.amazon.com',
    authorization: 'https://www.amazon.com/ap/oa',
    token: 'https://api.amazon.com/auth/o2/token',
    userinfo: 'https://api.amazon.com/user/profile',
  },
  Facebook: {
    issuer: 'https://www.facebook.com',
    authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userinfo: 'https://graph.facebook.com/v23.0/me',
  },
}

const ASKS: Record<SocialProvider, Record<string, string>> = {
  Google: { scope: 'openid email profile', prompt: 'select_account' },
  // When asked for name or email, Apple answers only by form post.
  Apple: { scope: 'openid email name', response_mode: 'form_post' },
  Amazon: { scope: 'profile' },
  Facebook: { scope: 'public_profile email' },
}

/** The secrets of a sign-in at a service, so that no other answer is accepted. */
export type TripSecrets = { nonce: string; verifier: string }

/** A provider with a site's registration. */
export type Upstream = {
  /** Whether it answers by form post, not by redirect. */
  answersByForm: boolean
  /** Where to redirect the browser. @throws when the service can't be reached */
  leaveFor(trip: TripSecrets & { state: string; returnTo: string }): Promise<URL>
  /**
   * Trades the answer for the person's profile.
   *
   * @throws when the service refuses, can't be reached, or sends an invalid answer
   */
  comeBack(trip: TripSecrets & { state: string }, answer: URL): Promise<SocialProfile>
}

export type FindUpstream = (client: SocialClient) => Upstream

/** A provider's client: authorization code with PKCE, and a nonce where supported. */
export function makeUpstream(client: SocialClient): Upstream {
  const { provider } = client
  const isOidc = provider === 'Google' || provider === 'Apple'
  const configuration = kept(() => configure(client))

  return {
    answersByForm: provider === 'Apple',
    async leaveFor({ state, nonce, verifier, returnTo }) {
      return oauth.buildAuthorizationUrl(await configuration(), {
        ...ASKS[provider],
        redirect_uri: returnTo,
        response_type: 'code',
        state,
        ...(isOidc && { nonce }),
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    async comeBack({ state, nonce, verifier }, answer) {
      const config = await configuration()
      const tokens = await oauth.authorizationCodeGrant(config, answer, {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(isOidc && { expectedNonce: nonce, idTokenExpected: true }),
      })
      if (isOidc) return OidcProfile.parse(tokens.claims())
      return readPlainProfile(config, client, tokens.access_token)
    },
  }
}

async function configure(client: SocialClient): Promise<oauth.Configuration> {
  if (client.provider === 'Google' || client.provider === 'Apple') {
    const [issuer, proof] =
      client.provider === 'Google'
        ? [client.issuer ?? GOOGLE, oauth.ClientSecretPost(client.clientSecret)]
        : [client.issuer ?? APPLE, appleSecret(client)]
    const config = await oauth.discovery(new URL(issuer), client.clientId, undefined, proof, {
      timeout: ANSWER_WITHIN_S,
    })
    config.timeout = ANSWER_WITHIN_S
    // Checked although TLS already protects the token.
    oauth.enableNonRepudiationChecks(config)
    return config
  }
  const { issuer, ...usual } = PLAIN[client.provider]
  const endpoints = client.endpoints ?? usual
  const config = new oauth.Configuration(
    { issuer, authorization_endpoint: endpoints.authorization, token_endpoint: endpoints.token },
    client.clientId,
    undefined,
    oauth.ClientSecretPost(client.clientSecret),
  )
  config.timeout = ANSWER_WITHIN_S
  return config
}

async function readPlainProfile(
  config: oauth.Configuration,
  client: SocialClient,
  accessToken: string,
): Promise<SocialProfile> {
  if (client.provider !== 'Amazon' && client.provider !== 'Facebook') throw new Error('not a plain service')
  const address = new URL(client.endpoints?.userinfo ?? PLAIN[client.provider].userinfo)
  if (client.provider === 'Facebook') address.searchParams.set('fields', 'id,email,name,first_name,last_name')

  const answer = await oauth.fetchProtectedResource(config, accessToken, address, 'GET')
  if (!answer.ok) throw new Error(`profile answered ${answer.status}`)
  const schema = client.provider === 'Facebook' ? FacebookProfile : AmazonProfile
  const profile = schema.parse(await answer.json())
  return client.trustEmail ? { ...profile, emailVerified: profile.emailVerified ?? true } : profile
}

/** Caches for a while; a failure isn't cached. */
function kept<T>(make: () => Promise<T>): () => Promise<T> {
  let current: { value: Promise<T>; until: number } | undefined
  return () => {
    if (current === undefined || current.until < Date.now()) {
      const mine = { value: make(), until: Date.now() + KEEP_DESCRIPTION_MS }
      current = mine
      mine.value.catch(() => {
        if (current === mine) current = undefined
      })
    }
    return current.value
  }
}

/** Apple's client secret: a JWT signed with the key from Apple. */
function appleSecret(client: Extract<SocialClient, { provider: 'Apple' }>): oauth.ClientAuth {
  return async (server, { client_id }, body) => {
    const key = await importPKCS8(client.privateKey, 'ES256')
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: client.keyId })
      .setIssuer(client.teamId)
      .setSubject(client.clientId)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(`${APPLE_SECRET_LIFE_S}s`)
      .sign(key)
    body.set('client_id', client_id)
    body.set('client_secret', secret)
  }
}
