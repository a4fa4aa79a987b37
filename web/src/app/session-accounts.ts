import { Amplify } from 'aws-amplify'
import { signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { Hub } from 'aws-amplify/utils'
import { endEverySession } from './end-every-session.ts'
import type { AccountsSettings } from './site.ts'

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
        loginWith: { username: true },
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
}

/** Reports what the library says of the session, and ends one that can no longer be renewed. */
export function listenToAccounts(on: { onSignedIn: () => void; onSignedOut: () => void }): () => void {
  return Hub.listen('auth', ({ payload }) => {
    switch (payload.event) {
      case 'signedIn':
      case 'signInWithRedirect':
        return on.onSignedIn()
      case 'signedOut':
        return on.onSignedOut()
      case 'tokenRefresh_failure':
        // A dropped connection is no reason to lose one's place (docs/spec.md §4).
        if (payload.data.error?.name === 'NetworkError') return
        signOut().catch((cause) => console.error('Failed to sign out', cause))
        return on.onSignedOut()
    }
  })
}

/** @public called by session.ts, which loads this file when it is needed */
export async function hasSession(): Promise<boolean> {
  try {
    return (await readIdToken()) !== undefined
  } catch (cause) {
    console.error('Failed to read the session', cause)
    return false
  }
}

/** The tokens alone: asking for the whole session would fetch identity-pool credentials nobody uses here. */
export async function readIdToken(): Promise<string | undefined> {
  const tokens = await cognitoUserPoolsTokenProvider.getTokens()
  return tokens?.idToken?.toString()
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
