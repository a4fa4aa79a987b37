import type { QueryClient } from '@tanstack/react-query'
import { isSignedIn, setAccounts } from './session.ts'
import { tellSignInProblem } from './sign-in-problem.ts'
import { siteQuery } from './site.ts'

type Answer = { wanted: string; reason: string }

const NO_ANSWER: Answer = {
  wanted: '/',
  reason: 'That sign-in was not finished. Try again, or use your email and password.',
}

/**
 * Ends the way back from another service before anything is drawn: the library trades the code for a
 * session, and the address becomes one of ours. Signed in, it leads on to where the person wanted to
 * go; refused, it opens the sign-in modal with the reason.
 *
 * Called when `isBackFromService`. docs/spec.md §2, "Sign-in screens": social buttons.
 */
export async function finishServiceSignIn(queryClient: QueryClient): Promise<void> {
  let answer = NO_ANSWER
  let isIn = false
  try {
    const site = await queryClient.ensureQueryData(siteQuery)
    setAccounts(site)
    // Before the library forgets what it sent out.
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
 * Where the person wanted to go, and why they were refused. Only an answer that carries the state we
 * sent out is believed: anybody can write an address with a sentence in it.
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

/** The library lets what travels along follow the random part after a dash, as hexadecimal. */
function readWanted(state: string): string {
  const bytes = state.match(/-((?:[0-9a-f]{2})+)$/)?.[1]?.match(/../g) ?? []
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))) || NO_ANSWER.wanted
}
