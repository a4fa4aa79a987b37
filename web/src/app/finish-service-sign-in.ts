import type { QueryClient } from '@tanstack/react-query'
import { tellSignInProblem } from './account-problem.ts'
import { isSignedIn, setAccounts } from './session.ts'
import { siteQuery } from './site.ts'

type Answer = { wanted: string; reason: string }

const NO_ANSWER: Answer = {
  wanted: '/',
  reason: /*i18n*/ 'We couldn’t finish signing you in. Try again, or use your email and password.',
}

/**
 * Finishes a sign-in at another service before the first render: the library trades the code for a
 * session, and the address becomes one of ours. Signed in, the customer continues to the requested
 * page; refused, the sign-in modal opens with the reason.
 *
 * Called if `isBackFromService`. docs/spec.md §2, "Sign-in screens": social buttons.
 */
export async function finishServiceSignIn(queryClient: QueryClient): Promise<void> {
  let answer = NO_ANSWER
  let isIn = false
  try {
    const site = await queryClient.ensureQueryData(siteQuery)
    setAccounts(site)
    // Read it before the library clears the state it sent.
    answer = readAnswer(site.accounts.clientId)
    isIn = await isSignedIn()
  } catch (cause) {
    console.error('Failed to finish signing in', cause)
  }
  if (!isIn) tellSignInProblem(answer.reason)
  const search = new URLSearchParams({ redirect: answer.wanted, ...(!isIn && { login: 'signIn' }) })
  history.replaceState(null, '', `/?${search}`)
}

/**
 * The requested page, and why sign-in was refused. Only an answer with the state we
 * sent counts, since anyone can craft an address with a sentence in it.
 */
function readAnswer(clientId: string): Answer {
  const parameters = new URLSearchParams(location.search)
  const state = parameters.get('state')
  const sent = localStorage.getItem(`CognitoIdentityServiceProvider.${clientId}.oauthState`)
  if (sent === null || state !== sent) return NO_ANSWER
  return {
    wanted: readWanted(sent),
    reason: parameters.get('error_description') ?? NO_ANSWER.reason,
  }
}

/** The library appends custom state to the random part after a dash, in hexadecimal. */
function readWanted(state: string): string {
  const bytes = state.match(/-((?:[0-9a-f]{2})+)$/)?.[1]?.match(/../g) ?? []
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))) || NO_ANSWER.wanted
}
