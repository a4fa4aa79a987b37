import type { QueryClient } from '@tanstack/react-query'
import { Hub } from 'aws-amplify/utils'
import { isSignedIn, setAccounts } from './session.ts'
import { tellSignInProblem } from './sign-in-problem.ts'
import { siteQuery } from './site.ts'

const WITHOUT_REASON = 'That sign-in was not finished. Try again, or use your email and password.'

/**
 * Ends the way back from another service before anything is drawn: the library trades the code for a
 * session, and the address becomes one of ours. Signed in, it leads on to where the person wanted to
 * go; refused, it opens the sign-in modal with the reason.
 *
 * Called when `isBackFromService`. docs/spec.md §2, "Sign-in screens": social buttons.
 */
export async function finishServiceSignIn(queryClient: QueryClient): Promise<void> {
  let wanted = '/'
  const stop = Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'customOAuthState' && typeof payload.data === 'string') wanted = payload.data
  })
  const reason = await enter(queryClient).catch((cause) => {
    console.error('Failed to finish signing in', cause)
    return WITHOUT_REASON
  })
  stop()

  const isIn = reason === undefined
  if (!isIn) tellSignInProblem(reason)
  const search = new URLSearchParams(isIn ? { redirect: wanted } : { login: 'signIn' })
  history.replaceState(null, '', `/?${search}`)
}

/** @returns why nobody is signed in, if so */
async function enter(queryClient: QueryClient): Promise<string | undefined> {
  const site = await queryClient.ensureQueryData(siteQuery)
  setAccounts(site)
  const reason = readReason(site.accounts.clientId)
  return (await isSignedIn()) ? undefined : reason
}

/**
 * Why the service or ours refused. Only an answer that carries the state we sent out is quoted:
 * anybody can write an address with a sentence in it.
 */
function readReason(clientId: string): string {
  const parameters = new URLSearchParams(location.search)
  const sent = localStorage.getItem(`CognitoIdentityServiceProvider.${clientId}.oauthState`)
  const isAnswer = sent !== null && parameters.get('state') === sent
  return (isAnswer && parameters.get('error_description')) || WITHOUT_REASON
}
