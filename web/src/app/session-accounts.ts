import { Amplify } from 'aws-amplify'
import { signInWithRedirect, signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider, refreshAuthTokens } from 'aws-amplify/auth/cognito'
import 'aws-amplify/auth/enable-oauth-listener'
import { Hub } from 'aws-amplify/utils'
import { statusOf } from './account-problem.ts'
import { offlineProblem, readProblem } from './api-problem.ts'
import type { AccountsSettings } from './site.ts'

export type SocialProvider = AccountsSettings['socialProviders'][number]

/**
 * Points the accounts library at the site's pool. Without the two endpoints it talks to Amazon
 * Cognito itself; with them, to the accounts service of this installation.
 */
export function configureAccounts(settings: AccountsSettings): void {
  const policy = settings.passwordPolicy
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: settings.userPoolId,
        userPoolClientId: settings.clientId,
        ...(settings.userPoolEndpoint && { userPoolEndpoint: absolute(settings.userPoolEndpoint) }),
        identityPoolId: settings.identityPoolId,
        ...(settings.identityPoolEndpoint && {
          identityPoolEndpoint: absolute(settings.identityPoolEndpoint),
        }),
        allowGuestAccess: true,
        loginWith: { username: true, ...socialSignIn(settings) },
        passwordFormat: {
          minLength: policy.minLength,
          requireLowercase: policy.requireLowercase,
          requireUppercase: policy.requireUppercase,
          requireNumbers: policy.requireNumbers,
          requireSpecialCharacters: policy.requireSymbols,
        },
      },
    },
  })
  cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokenRefresher(refreshTokens)
}

/** docs/spec.md §2: social buttons, where the site has any. */
function socialSignIn({ oauthDomain, socialProviders }: AccountsSettings) {
  if (oauthDomain === undefined || socialProviders.length === 0) return {}
  const home = `${location.origin}/`
  return {
    oauth: {
      domain: oauthDomain,
      scopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
      redirectSignIn: [home],
      redirectSignOut: [home],
      responseType: 'code' as const,
      providers: socialProviders,
    },
  }
}

/**
 * Leaves the page for another service's sign-in.
 *
 * @public called by the social buttons, through what session.ts loads
 * @param wanted the path to go on to afterwards
 */
export async function leaveForService(provider: SocialProvider, wanted: string): Promise<void> {
  await signInWithRedirect({ provider, customState: wanted })
}

type Heard = {
  onSignedIn: () => void
  onSignedOut: () => void
  /** The service refused to renew the session. */
  onEnded: () => void
}

/**
 * Reports what the library says about the session, and ends one that can no longer be renewed. The
 * library's own screens would do the same, but they are seldom on the page.
 *
 * @returns the way to stop listening
 */
export function listenToAccounts(on: Heard): () => void {
  return Hub.listen('auth', ({ payload }) => {
    switch (payload.event) {
      case 'signedIn':
      case 'signInWithRedirect':
        return on.onSignedIn()
      case 'signedOut':
        return on.onSignedOut()
      case 'tokenRefresh_failure':
        // docs/spec.md §4, "unless it was a network error"; refresh-tokens.ts says what counts as one.
        if (payload.data.error?.name === 'NetworkError') return
        forgetTokens().catch((cause) => console.error('Failed to forget the session', cause))
        return on.onEnded()
    }
  })
}

/** @public called by session.ts, which loads this file when it is needed */
export async function hasSession(): Promise<boolean> {
  try {
    return (await readIdToken()) !== undefined
  } catch (cause) {
    // There is one, and it could not be renewed for want of a connection: it stays.
    if (cause instanceof Error && cause.name === 'NetworkError') return true
    console.error('Failed to read the session', cause)
    return false
  }
}

/** The tokens alone: asking for the whole session would fetch identity-pool credentials nobody uses here. */
export async function readIdToken(): Promise<string | undefined> {
  const tokens = await cognitoUserPoolsTokenProvider.getTokens()
  return tokens?.idToken?.toString()
}

/**
 * A new id token in place of one that was refused; the one another call has fetched meanwhile will do.
 *
 * @returns undefined when the service gives no more
 * @throws when it could not be asked
 * @public called by session.ts
 */
export async function renewIdToken(refused?: string): Promise<string | undefined> {
  try {
    const kept = await readIdToken()
    if (kept !== undefined && refused !== undefined && kept !== refused) return kept
    const tokens = await cognitoUserPoolsTokenProvider.getTokens({ forceRefresh: true })
    return tokens?.idToken?.toString()
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'NetworkError') throw cause
    console.error('Failed to renew the session', cause)
    return undefined
  }
}

/**
 * Leaves nothing of the session in this browser, without asking anybody.
 *
 * @public called by session.ts
 */
export async function forgetTokens(): Promise<void> {
  await cognitoUserPoolsTokenProvider.tokenOrchestrator.clearTokens()
}

/** @public see above */
export async function endSession({ everywhere = false }: { everywhere?: boolean }): Promise<void> {
  if (everywhere) await endEverySession()
  await signOut()
}

/** Site data may name a path of this origin; the library wants the whole address. */
function absolute(endpoint: string): string {
  return new URL(endpoint, location.origin).href
}

/**
 * Ends every session of whoever is signed in. The library's own call keeps quiet when it fails, and
 * whoever lost a laptop would believe it signed out.
 *
 * @throws {ApiProblem} when the accounts service did not do it
 */
export async function endEverySession(): Promise<void> {
  const tokens = await cognitoUserPoolsTokenProvider.getTokens()
  if (!tokens) return
  const response = await fetch(endpoint(), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
    },
    body: JSON.stringify({ AccessToken: tokens.accessToken.toString() }),
  }).catch((cause: unknown) => {
    throw offlineProblem(cause)
  })
  if (response.ok || (await isEndedAlready(response.clone()))) return
  throw await readProblem(response)
}

function endpoint(): string {
  const pool = Amplify.getConfig().Auth?.Cognito
  const [region] = pool?.userPoolId?.split('_') ?? []
  return pool?.userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`
}

/** Another device was faster: its "sign out everywhere" took this session along. */
async function isEndedAlready(response: Response): Promise<boolean> {
  const body: { __type?: string } = await response.json().catch(() => ({}))
  return body.__type?.endsWith('NotAuthorizedException') ?? false
}

/** The service asks to wait. Amazon Cognito says so with status 400 as well as 429. */
const ASKS_TO_WAIT = /^(TooManyRequests|LimitExceeded|Throttling|RequestLimitExceeded)Exception$/

/**
 * Renews the tokens as the accounts library does. Only the accounts service can end a session: an outage,
 * a proxy's page or "slow down" says nothing about it, so each counts as a network error.
 *
 * @throws a `NetworkError`, or the service's own refusal
 * @see docs/spec.md §8, "Token refresh failure: signs out, except on a network error"
 */
export async function refreshTokens(
  ...input: Parameters<typeof refreshAuthTokens>
): ReturnType<typeof refreshAuthTokens> {
  try {
    return await refreshAuthTokens(...input)
  } catch (cause) {
    if (isRefusal(cause)) throw cause
    throw Object.assign(new Error('The session could not be renewed now', { cause }), {
      name: 'NetworkError',
    })
  }
}

function isRefusal(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  // Nothing is left to renew with, so the service was not even asked.
  if (cause.name === 'TokenRefreshException') return true
  const status = statusOf(cause)
  return status >= 400 && status < 500 && status !== 429 && isSaidByService(cause.name)
}

/** The service names every refusal `…Exception`. What else answers has no such name. */
function isSaidByService(name: string): boolean {
  return name.endsWith('Exception') && !ASKS_TO_WAIT.test(name)
}
