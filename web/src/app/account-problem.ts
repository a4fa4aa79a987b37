import { ApiProblem, offlineProblem } from './api-problem.ts'

/** docs/spec.md §8. The sign-in screens know it by its name. */
export const CONFIGURATION_ERROR = 'Configuration error (see console) – please contact the administrator'

/** Whether the site's data name a pool and a client: without them nobody can be asked. */
export function isConfigured(accounts: { userPoolId: string; clientId: string }): boolean {
  return accounts.userPoolId !== '' && accounts.clientId !== ''
}

/** What the accounts library names when an answer was not one of the service's own. */
const NO_ANSWER_OF_THE_SERVICE = new Set(['SyntaxError', 'TypeError', 'Unknown', 'UnknownError', 'Error'])

/**
 * What the accounts service refused, in words for the customer. Its own sentences are kept
 * (docs/spec.md §8, "Other remote errors in forms"); a proxy's page, a dropped connection and a
 * missing configuration are told in ours.
 *
 * @returns an error that keeps the name by which the sign-in screens tell cases apart
 */
export function accountProblem(cause: unknown): Error {
  if (!(cause instanceof Error)) return new Error(new ApiProblem({}).message, { cause })
  if (cause.name === 'AuthUserPoolException' || cause.name === 'NoUserPoolError') {
    console.error('The accounts service is not configured', cause)
    return named('NoUserPoolError', CONFIGURATION_ERROR, cause)
  }
  if (cause.name === 'NetworkError') return named('NetworkError', offlineProblem(cause).message, cause)
  if (NO_ANSWER_OF_THE_SERVICE.has(cause.name) || cause.message === '') {
    console.error('The accounts service answered something unreadable', cause)
    return named('UnreadableAnswer', new ApiProblem({}).message, cause)
  }
  return cause
}

/** Asks the accounts service; what it refuses is thrown as `accountProblem` tells it. */
export async function askAccounts<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw accountProblem(cause)
  }
}

function named(name: string, message: string, cause: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name })
}
