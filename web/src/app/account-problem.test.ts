import { expect, test, vi } from 'vitest'
import { accountProblem, isUnanswered, problemSaid } from './account-problem.ts'

vi.spyOn(console, 'error').mockImplementation(() => {})

const OFFLINE = 'We couldn’t reach the server. Check your connection, then try again.'
const FAULT = 'Something went wrong on our side. Try again in a moment.'

const refusal = (name: string, message: string, httpStatusCode?: number) =>
  Object.assign(new Error(message), { name, ...(httpStatusCode && { metadata: { httpStatusCode } }) })

test.each([
  refusal('NotAuthorizedException', 'Incorrect username or password.', 400),
  refusal('InvalidParameterException', 'User is already confirmed.', 400),
  refusal('InvalidPasswordException', 'Password must have at least 12 characters', 400),
  refusal('SomethingNewException', 'A sentence this version does not know.', 400),
])('$message is shown word for word', (cause) => {
  expect(accountProblem(cause)).toBe(cause)
  expect(problemSaid(cause.message).message).toBe(cause.message)
})

test.each([
  [
    'CodeMismatchException',
    'Invalid verification code provided, please try again.',
    /^That code isn’t right/,
  ],
  ['CodeMismatchException', 'Invalid code received for user', /^That code isn’t right/],
  ['CodeMismatchException', 'Invalid code or auth state for the user.', /^That code isn’t right/],
  ['EnableSoftwareTokenMFAException', 'Code mismatch', /newest code from your app/],
  ['ExpiredCodeException', 'Your software token has already been used once.', /next one from your app/],
  ['ExpiredCodeException', 'Invalid code provided, please request a code again.', /Send a new one/],
  ['NotAuthorizedException', 'Invalid session for the user, session is expired.', /^That took too long/],
  ['NotAuthorizedException', 'Invalid session for the user.', /^That took too long/],
  [
    'SignInException',
    `\n  An error occurred during the sign in process.\n  This most likely occurred due to:\n  1. signIn was not called before confirmSignIn.`,
    /^That took too long/,
  ],
  ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', /^Too many attempts/],
  ['NotAuthorizedException', 'Password attempts exceeded', /^Too many attempts/],
  ['UsernameExistsException', 'User already exists', /already an account for this email/],
  ['NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED', /already confirmed/],
  ['NotAuthorizedException', 'User is disabled.', /^This account is blocked/],
  [
    'InvalidPasswordException',
    'Password did not conform with policy: Password must have uppercase characters',
    /^Password must have upper case letters$/,
  ],
  [
    'InvalidParameterException',
    "1 validation error detected: Value at 'confirmationCode' failed to satisfy constraint: …",
    /^Check what you entered/,
  ],
  [
    'InvalidParameterException',
    'Attributes did not conform to the schema: phone_number: Enter a phone number with its country code',
    /^Enter a phone number with its country code$/,
  ],
])('%s “%s” is shown in plain words, recognized by its name or its sentence', (name, said, plain) => {
  expect(accountProblem(refusal(name, said, 400))).toMatchObject({
    name,
    message: expect.stringMatching(plain),
  })
  expect(problemSaid(said).message).toMatch(plain)
})

test.each([
  [refusal('NetworkError', 'A network error has occurred.'), OFFLINE],
  [refusal('InternalErrorException', 'Something broke', 500), FAULT],
  [refusal('UnknownError', 'Unknown error', 503), FAULT],
  [refusal('SyntaxError', `Unexpected token '<', "<html>" is not valid JSON`), FAULT],
  [refusal('too_many_requests', 'Unknown error', 429), 'Too many requests. Wait a minute, then try again.'],
])('$name says nothing about the input', (cause, plain) => {
  const problem = accountProblem(cause)
  expect(problem.message).toBe(plain)
  expect(isUnanswered(problem)).toBe(true)
  // The accounts library passes only the sentence to its screens.
  expect(isUnanswered(problemSaid(problem.message))).toBe(true)
})

test('recognizes the library’s own sentences for a lost connection and a proxy’s page', () => {
  expect(problemSaid('A network error has occurred.').message).toBe(OFFLINE)
  expect(problemSaid(`Unexpected token '<', "<html>" is not valid JSON`).message).toBe(FAULT)
  expect(isUnanswered(problemSaid('Incorrect username or password.'))).toBe(false)
})
