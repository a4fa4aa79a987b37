import { useRef } from 'react'
import { useKit } from './use-kit.ts'

/** Steps of the accounts library that are no screens: the one before stays until the next is there. */
const BETWEEN = new Set<string | null>(['transition', 'setup', 'idle', 'signOut', null])

/**
 * The screen to show. While the library works between two of them the last one stays, so that nothing
 * flickers; signing in by itself after the sign-up counts as the code's screen, not as a new sign-up.
 */
export function useShownScreen(): string {
  const { route, isPending } = useKit()
  const shown = useRef('')
  const isAutoSignIn = route === 'signUp' && isPending && shown.current === 'confirmSignUp'
  if (!BETWEEN.has(route) && !isAutoSignIn) shown.current = route
  return shown.current
}
