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
 * Points the accounts library at the site's pool. Without the two endpoints, it calls Amazon
 * Cognito; with them, this installation's accounts service.
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

/** docs/spec.md §2: social buttons. */
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
 * Leaves the page to sign in with another service.
 *
 * @public called by the social buttons, through what session.ts loads
 * @param wanted the path to continue to afterward
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
 * Reports the library's session events, and ends a session that can no longer be renewed. The
 * library's own screens would do the same, but they are rarely mounted.
 *
 * @returns a function that stops listening
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
    // The session couldn't be renewed for lack of a connection, so it stays.
    if (cause instanceof Error && cause.name === 'NetworkError') return true
    console.error('Failed to read the session', cause)
    return false
  }
}

/** Only the tokens: fetching the whole session would also fetch unused identity-pool credentials. */
export async function readIdToken(): Promise<string | undefined> {
  const tokens = await cognitoUserPoolsTokenProvider.getTokens()
  return tokens?.idToken?.toString()
}

/**
 * A new ID token in place of a refused one, unless another call has renewed it already.
 *
 * @returns undefined when the service refuses
 * @throws when the service did not answer
 * @public called by session.ts
 */
export async function renewSession(refused?: string): Promise<string | undefined> {
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
 * Removes the session from this browser without a network call.
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

/** Site data may contain a path; the library needs a full address. */
function absolute(endpoint: string): string {
  return new URL(endpoint, location.origin).href
}

/**
 * Ends every session of the customer. The library's own call hides failures, so a customer
 * who lost a laptop would believe it was signed out.
 *
 * @throws {ApiProblem} when the accounts service failed
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

/** "Sign out everywhere" on another device has ended this session already. */
async function isEndedAlready(response: Response): Promise<boolean> {
  const body: { __type?: string } = await response.json().catch(() => ({}))
  return body.__type?.endsWith('NotAuthorizedException') ?? false
}

/** Rate limits. Amazon Cognito sends them with status 400 as well as 429. */
const ASKS_TO_WAIT = /^(TooManyRequests|LimitExceeded|Throttling|RequestLimitExceeded)Exception$/

/**
 * Renews the tokens as the accounts library does. Only the accounts service can end a session; an outage,
 * a proxy's page, or a rate limit counts as a network error.
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
    throw Object.assign(new Error('The session couldn’t be renewed now', { cause }), {
      name: 'NetworkError',
    })
  }
}

function isRefusal(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  // There is no refresh token, so no call was made.
  if (cause.name === 'TokenRefreshException') return true
  const status = statusOf(cause)
  return status >= 400 && status < 500 && status !== 429 && isSaidByService(cause.name)
}

/** Only the service's own refusals are named `…Exception`. */
function isSaidByService(name: string): boolean {
  return name.endsWith('Exception') && !ASKS_TO_WAIT.test(name)
}
