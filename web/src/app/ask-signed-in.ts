import { askAccounts } from './account-problem.ts'
import { endUnasked, renewIdToken } from './session.ts'

/** A wrong password has the same name as a refused token: only what it says tells them apart. */
const TOKEN_REFUSED = /\btoken\b.*\b(revoked|expired|invalid)\b|\binvalid\b.*\btoken\b/i

/**
 * Asks the accounts service as whoever is signed in. A session that was ended elsewhere is renewed
 * once; where it cannot be, it ends here too, and signing in leads back.
 *
 * @throws what `accountProblem` tells
 */
export async function askSignedIn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await askAccounts(ask)
  } catch (cause) {
    if (!isSessionRefused(cause)) throw cause
    const renewed = await askAccounts(() => renewIdToken())
    if (renewed === undefined) throw signedOut(cause)
  }
  try {
    return await askAccounts(ask)
  } catch (cause) {
    if (!isSessionRefused(cause)) throw cause
    await endUnasked()
    throw signedOut(cause)
  }
}

const signedOut = (cause: unknown) => new Error('You were signed out. Sign in and try again.', { cause })

function isSessionRefused(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  if (cause.name === 'UserNotFoundException' || cause.name === 'UserUnAuthenticatedException') return true
  return cause.name === 'NotAuthorizedException' && TOKEN_REFUSED.test(cause.message)
}
