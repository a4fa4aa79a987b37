import { plainWords } from './account-words.ts'
import { ApiProblem, offlineProblem } from './api-problem.ts'

/** docs/spec.md §8. The sign-in screens know it by its name. */
export const CONFIGURATION_ERROR = 'Configuration error (see console) – please contact the administrator'

/** Whether the site's data name both pools and a client: without them nobody can be asked. */
export function isConfigured(accounts: {
  userPoolId: string
  clientId: string
  identityPoolId: string
}): boolean {
  return accounts.userPoolId !== '' && accounts.clientId !== '' && accounts.identityPoolId !== ''
}

const OFFLINE = offlineProblem(undefined).message
const FAULT = new ApiProblem({}).message
const BUSY = 'Too many requests. Wait a minute, then try again.'

/** What the accounts library names when an answer was not one of the service's own. */
const NO_ANSWER_OF_THE_SERVICE = new Set(['SyntaxError', 'TypeError', 'Unknown', 'UnknownError', 'Error'])
/** What it says then: its screens pass on the sentence alone. */
const UNREADABLE =
  /Unexpected token|is not valid JSON|Unexpected end of JSON|unknown error|^Unable to get user session/i

/**
 * What the accounts service refused, in words for the customer: its own sentence (docs/spec.md §8, "Other
 * remote errors in forms"), or a plain one where that speaks of protocols, networks or JSON.
 *
 * @returns an error that keeps the name by which the sign-in screens tell cases apart
 */
export function accountProblem(cause: unknown): Error {
  if (!(cause instanceof Error)) return named('UnreadableAnswer', FAULT, cause)
  if (cause.name === 'AuthUserPoolException' || cause.name === 'NoUserPoolError') {
    console.error('The accounts service is not configured', cause)
    return named('NoUserPoolError', CONFIGURATION_ERROR, cause)
  }
  if (cause.name === 'NetworkError') return named('NetworkError', OFFLINE, cause)
  const status = statusOf(cause)
  if (status === 429 || cause.name === 'TooManyRequestsException') return named(cause.name, BUSY, cause)
  if (status >= 500 || NO_ANSWER_OF_THE_SERVICE.has(cause.name) || cause.message === '') {
    console.error('The accounts service answered something unreadable', cause)
    return named('UnreadableAnswer', FAULT, cause)
  }
  const said = plainWords(cause.message)
  return said === cause.message ? cause : named(cause.name, said, cause)
}

/** A refusal of which the accounts library passes on the sentence alone. */
export function problemSaid(sentence: string): Error {
  if (/network error/i.test(sentence)) return new Error(OFFLINE)
  if (UNREADABLE.test(sentence)) return new Error(FAULT)
  return new Error(plainWords(sentence))
}

/** No answer, or none of the service's own: what was typed may be right, and is kept. */
export function isUnanswered({ message }: Error): boolean {
  return message === OFFLINE || message === FAULT || message === BUSY
}

/** Asks the accounts service; what it refuses is thrown as `accountProblem` tells it. */
export async function askAccounts<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw accountProblem(cause)
  }
}

/** The HTTP status of an answer, where the library tells it; 0 elsewhere. */
export function statusOf(cause: Error): number {
  return (cause as { metadata?: { httpStatusCode?: number } }).metadata?.httpStatusCode ?? 0
}

function named(name: string, message: string, cause: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name })
}
