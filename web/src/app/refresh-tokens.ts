import { refreshAuthTokens } from 'aws-amplify/auth/cognito'
import { statusOf } from './account-problem.ts'

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
