import { create } from 'zustand'
import { FAULT_TEXT as FAULT, OFFLINE_TEXT as OFFLINE } from './api-problem.ts'

/** docs/spec.md §8. The sign-in screens recognize it by its error name. */
export const CONFIGURATION_ERROR =
  /*i18n*/ 'Configuration error (see console) – please contact the administrator'

/** Whether the site names both pools and a client; without them no accounts service can be called. */
export function isConfigured(accounts: {
  userPoolId: string
  clientId: string
  identityPoolId: string
}): boolean {
  return accounts.userPoolId !== '' && accounts.clientId !== '' && accounts.identityPoolId !== ''
}

const BUSY = /*i18n*/ 'Too many requests. Wait a minute, then try again.'

/** Names the accounts library gives to errors that did not come from the service. */
const NO_ANSWER_OF_THE_SERVICE = new Set(['SyntaxError', 'TypeError', 'Unknown', 'UnknownError', 'Error'])
/** The sentences of such errors; the library's screens pass on only the sentence. */
const UNREADABLE =
  /Unexpected token|is not valid JSON|Unexpected end of JSON|unknown error|^Unable to get user session/i

/**
 * A refusal of the accounts service in words for the customer: its own sentence (docs/spec.md §8, "Other
 * remote errors in forms"), or a plain one where its own is about protocols, networks, or JSON.
 *
 * @returns an error that keeps the name by which the sign-in screens tell cases apart
 */
export function accountProblem(cause: unknown): Error {
  if (!(cause instanceof Error)) return named('UnreadableAnswer', FAULT, cause)
  if (cause.name === 'AuthUserPoolException' || cause.name === 'NoUserPoolError') {
    console.error('The accounts service isn’t configured', cause)
    return named('NoUserPoolError', CONFIGURATION_ERROR, cause)
  }
  if (cause.name === 'NetworkError') return named('NetworkError', OFFLINE, cause)
  const status = statusOf(cause)
  if (status === 429 || cause.name === 'TooManyRequestsException') return named(cause.name, BUSY, cause)
  if (status >= 500 || NO_ANSWER_OF_THE_SERVICE.has(cause.name) || cause.message === '') {
    console.error('The accounts service sent an unreadable response', cause)
    return named('UnreadableAnswer', FAULT, cause)
  }
  const said = plainWords(cause.message)
  return said === cause.message ? cause : named(cause.name, said, cause)
}

/** The same for a refusal of which only the sentence is known. */
export function problemSaid(sentence: string): Error {
  if (/network error/i.test(sentence)) return new Error(OFFLINE)
  if (UNREADABLE.test(sentence)) return new Error(FAULT)
  return new Error(plainWords(sentence))
}

/** The service did not answer, so the input may be right and is kept. */
export function isUnanswered({ message }: Error): boolean {
  return message === OFFLINE || message === FAULT || message === BUSY
}

/** Calls the accounts service and throws its refusals as `accountProblem`. */
export async function askAccounts<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw accountProblem(cause)
  }
}

/** The HTTP status of the answer, or 0 when the library doesn't pass it on. */
export function statusOf(cause: Error): number {
  return (cause as { metadata?: { httpStatusCode?: number } }).metadata?.httpStatusCode ?? 0
}

function named(name: string, message: string, cause: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name })
}

const CODE_WRONG = /*i18n*/ 'That code isn’t right. Check it and try again.'
const CODE_OVER = /*i18n*/ 'That code no longer works. Send a new one.'
const TOO_LATE = /*i18n*/ 'That took too long. Go back and sign in again.'
const TOO_MANY = /*i18n*/ 'Too many attempts. Wait a while, then try again.'

/**
 * The protocol's own sentences in plain words. Laurel's accounts service already writes plainly, and its
 * texts are shown unchanged (docs/spec.md §8); Amazon Cognito and the accounts library do not.
 * Where clients tell cases apart by a text, Laurel's service sends Cognito's.
 *
 * @see docs/decisions/0026-plain-words-for-account-errors.md
 */
const WORDS: [said: RegExp, plain: string][] = [
  [
    /^Invalid verification code provided|^Invalid code (or auth state|received)|^The verification code you entered/,
    CODE_WRONG,
  ],
  [/^Code mismatch/, /*i18n*/ 'That code isn’t right. Enter the newest code from your app.'],
  [
    /^Your software token has already been used/,
    /*i18n*/ 'That code was already used. Wait for the next one from your app.',
  ],
  [/^Invalid code provided/, CODE_OVER],
  [
    /session is expired|^Invalid session|^Your verification code has expired|An error occurred during the sign in process/,
    TOO_LATE,
  ],
  [
    /^The autoSignIn flow|^The account was not confirmed on time/,
    /*i18n*/ 'Your account is confirmed. Go back and sign in.',
  ],
  [/^Attempt limit exceeded|^Exceeded daily email limit|^Rate exceeded|^Limit exceeded/i, TOO_MANY],
  [/^Password attempts exceeded/, /*i18n*/ 'Too many attempts. Wait a few minutes, then try again.'],
  [/^Too Many Requests$/i, BUSY],
  [/^(User|An account).*already exists/, /*i18n*/ 'There’s already an account for this email.'],
  [/Current status is CONFIRMED/, /*i18n*/ 'Your account is already confirmed. Go back and sign in.'],
  [/^User is disabled/, /*i18n*/ 'This account is blocked. Contact support to unblock it.'],
  [
    /^User does not exist|^Username\/client id combination not found/,
    /*i18n*/ 'Incorrect username or password.',
  ],
  [
    /^Temporary password has expired|^User account has expired/,
    /*i18n*/ 'Your temporary password has expired. Contact support for a new one.',
  ],
  [
    /^(User|Customer) has not set up software token|^Software token (is not set up|TOTP)/,
    /*i18n*/ 'Set up an authenticator app first.',
  ],
  [
    /delivery config|^Cannot send code|^Could not deliver|^Failed to send/i,
    /*i18n*/ 'We couldn’t send a code there. Check the address or number.',
  ],
  [
    /registered\/verified (email|phone)/,
    /*i18n*/ 'We have no confirmed email to send a code to. Contact support.',
  ],
  [/^User needs to be authenticated/, /*i18n*/ 'You were signed out. Sign in and try again.'],
  [/^SignUp is not permitted/, /*i18n*/ 'This site isn’t accepting new accounts.'],
  [/^Password has previously been used/, /*i18n*/ 'You’ve used this password before. Choose another one.'],
  [
    /^Password did not conform with policy: Password not long enough/,
    /*i18n*/ 'This password is too short. Choose a longer one.',
  ],
  [
    /^Password did not conform with policy: Password must have uppercase/,
    /*i18n*/ 'Password must have upper case letters',
  ],
  [
    /^Password did not conform with policy: Password must have lowercase/,
    /*i18n*/ 'Password must have lower case letters',
  ],
  [
    /^Password did not conform with policy: Password must have numeric/,
    /*i18n*/ 'Password must have numbers',
  ],
  [
    /^Password did not conform with policy: Password must have symbol/,
    /*i18n*/ 'Password must have special characters',
  ],
  [
    /^(PreSignUp|PostConfirmation|CustomMessage|PreAuthentication) failed with error/,
    /*i18n*/ 'The site didn’t allow this. Contact support.',
  ],
  [
    /validation errors? detected|failed to satisfy constraint/,
    /*i18n*/ 'Check what you entered, then try again.',
  ],
]

/** Our own sentences and unknown ones stay as they are. */
function plainWords(said: string): string {
  const attribute = /^Attributes did not conform to the schema: [\w:]+: (.+)/.exec(said)
  if (attribute?.[1]) return attribute[1]
  return WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? said
}

const useStore = create<{ problem: string | undefined }>(() => ({ problem: undefined }))

/** Shows in the sign-in modal why signing in with another service failed. */
export function tellSignInProblem(problem: string): void {
  useStore.setState({ problem })
}

export function forgetSignInProblem(): void {
  useStore.setState({ problem: undefined })
}

export function useSignInProblem(): string | undefined {
  return useStore((store) => store.problem)
}
