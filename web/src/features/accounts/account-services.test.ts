// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { useToastStore } from '../../app/toast-store.ts'
import { accountServices } from './account-services.ts'
import { makeSignInAgain } from './sign-in-again.ts'

const amplify = vi.hoisted(() => ({
  signIn: vi.fn(),
  signUp: vi.fn(),
  confirmSignIn: vi.fn(),
  confirmSignUp: vi.fn(),
  resendSignUpCode: vi.fn(),
  resetPassword: vi.fn(),
  confirmResetPassword: vi.fn(),
}))
vi.mock('aws-amplify/auth', () => amplify)
const forgetTokens = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('../../app/session.ts', () => ({ loadAccounts: async () => ({ forgetTokens }) }))

const site = { slug: 'northwind', accounts: { authFlow: 'USER_PASSWORD_AUTH' } } as never
const onResetRequired = vi.fn()
const again = makeSignInAgain()
const services = accountServices(site, again, { onResetRequired })
const EMAIL = ' dana@halden.example '
const NAME = 'dana@halden.example#northwind'
const BROWSER = { browser: expect.stringMatching(/^.{32,}$/) }

beforeEach(() => {
  vi.resetAllMocks()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  amplify.signIn.mockResolvedValue({ nextStep: { signInStep: 'DONE' } })
  amplify.confirmSignUp.mockResolvedValue({ nextStep: { signUpStep: 'DONE' } })
  useToastStore.setState({ toasts: [] })
})

const told = () => useToastStore.getState().toasts.map(({ title }) => title)

test('somebody signs in by email, the service is asked by email and site, in the site’s flow', async () => {
  await services.handleSignIn({ username: EMAIL, password: ' with blanks ' })
  expect(amplify.signIn).toHaveBeenCalledWith({
    username: NAME,
    password: ' with blanks ',
    options: { authFlowType: 'USER_PASSWORD_AUTH', clientMetadata: BROWSER },
  })
})

test('a sign-in that settled late gives way to the one that is asked for', async () => {
  const late = Object.assign(new Error('There is already a signed in user.'), {
    name: 'UserAlreadyAuthenticatedException',
  })
  amplify.signIn.mockRejectedValueOnce(late)
  await services.handleSignIn({ username: EMAIL, password: 'kettle-of-plum' })
  expect(forgetTokens).toHaveBeenCalledTimes(1)
  expect(amplify.signIn).toHaveBeenCalledTimes(2)
})

test('a new account carries the email and the site, and signs in by itself in the site’s flow', async () => {
  await services.handleSignUp({
    username: EMAIL,
    password: 'kettle-of-plum',
    options: { userAttributes: { email: EMAIL }, autoSignIn: true },
  })
  expect(amplify.signUp).toHaveBeenCalledWith({
    username: NAME,
    password: 'kettle-of-plum',
    options: {
      userAttributes: { email: 'dana@halden.example', 'custom:rewards_site_id': 'northwind' },
      autoSignIn: { authFlowType: 'USER_PASSWORD_AUTH' },
      clientMetadata: { browser: expect.stringMatching(/^.{32,}$/) },
    },
  })
})

test('the code of a sign-up comes back with the secret of the browser that typed the password', async () => {
  await services.handleSignUp({ username: EMAIL, password: 'kettle-of-plum' })
  const { clientMetadata } = amplify.signUp.mock.lastCall![0].options
  await services.handleConfirmSignUp({ username: EMAIL, confirmationCode: '123456' })
  expect(amplify.confirmSignUp).toHaveBeenLastCalledWith({
    username: NAME,
    confirmationCode: '123456',
    options: { clientMetadata },
  })
  await services.handleConfirmSignUp({ username: EMAIL, confirmationCode: '123456' })
  expect(amplify.confirmSignUp.mock.lastCall![0].options).toEqual({ clientMetadata: { browser: '' } })
})

test('who signs in before the account is confirmed brings the code back from this browser', async () => {
  amplify.signIn.mockResolvedValue({ nextStep: { signInStep: 'CONFIRM_SIGN_UP' } })
  await services.handleSignIn({ username: 'lee@halden.example', password: 'kettle-of-plum' })
  const { clientMetadata } = amplify.signIn.mock.lastCall![0].options
  await services.handleConfirmSignUp({ username: 'lee@halden.example', confirmationCode: '123456' })
  expect(amplify.confirmSignUp.mock.lastCall![0].options).toEqual({ clientMetadata })
})

test('a code by email signs in without a password, and another one is asked for the same way', async () => {
  const byCode = {
    username: NAME,
    options: { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' },
  }
  again.wishForCode()
  await services.handleSignIn({ username: EMAIL })
  expect(amplify.signIn).toHaveBeenLastCalledWith(byCode)
  await services.handleSignIn({ username: EMAIL })
  expect(amplify.signIn.mock.calls).toEqual([[byCode], [byCode]])
})

test.each([
  ['handleResendSignUpCode', 'resendSignUpCode', {}],
  ['handleForgotPassword', 'resetPassword', {}],
  ['handleForgotPasswordSubmit', 'confirmResetPassword', { confirmationCode: '1', newPassword: ' x ' }],
] as const)('%s names the account by email and site', async (service, call, rest) => {
  await services[service]({ username: EMAIL, ...rest } as never)
  expect(amplify[call]).toHaveBeenCalledWith({ username: NAME, ...rest })
})

test('an account that must choose a new password is sent to the screen for it, and no code goes out', async () => {
  amplify.signIn.mockResolvedValue({ nextStep: { signInStep: 'RESET_PASSWORD' } })
  const input = { username: 'dana@halden.example', password: 'kettle-of-plum' }
  await expect(services.handleSignIn(input)).rejects.toThrow()
  expect(onResetRequired).toHaveBeenCalledWith('dana@halden.example')
  expect(amplify.resetPassword).not.toHaveBeenCalled()
})

const named = (name: string, message: string) => Object.assign(new Error(message), { name })

test.each([
  ['what the service says', named('NotAuthorizedException', 'Incorrect username or password.'), {}],
  [
    'a missing pool',
    named('AuthUserPoolException', 'Auth UserPool not configured.'),
    {
      name: 'NoUserPoolError',
      message: 'Configuration error (see console) – please contact the administrator',
    },
  ],
  [
    'a proxy’s page',
    named('SyntaxError', `Unexpected token '<', "<html>" is not valid JSON`),
    { message: 'Something went wrong on our side. Try again in a moment.' },
  ],
  [
    'no connection',
    named('NetworkError', 'A network error has occurred.'),
    { message: 'We could not reach the server. Check your connection, then try again.' },
  ],
])('%s is told in a sentence', async (_, thrown, told) => {
  amplify.signIn.mockRejectedValue(thrown)
  await expect(services.handleSignIn({ username: EMAIL, password: 'x' })).rejects.toMatchObject({
    name: thrown.name === 'SyntaxError' ? 'UnreadableAnswer' : thrown.name,
    message: thrown.message,
    ...told,
  })
})

test('a code for an account that is confirmed already keeps the service’s words, which the screens know', async () => {
  amplify.resendSignUpCode.mockRejectedValue(named('InvalidParameterException', 'User is already confirmed.'))
  await expect(services.handleResendSignUpCode({ username: EMAIL })).rejects.toThrow(
    /^User is already confirmed\.$/,
  )
})

test('an account that is confirmed, now or before, and a changed password are told', async () => {
  await services.handleConfirmSignUp({ username: EMAIL, confirmationCode: '123456' })
  expect(told()).toEqual(['Your account is confirmed'])

  amplify.resendSignUpCode.mockRejectedValue(named('InvalidParameterException', 'User is already confirmed.'))
  await services.handleResendSignUpCode({ username: EMAIL }).catch(() => {})
  await services.handleForgotPasswordSubmit({ username: EMAIL, confirmationCode: '1', newPassword: 'x' })
  expect(told()).toEqual([
    'Your account is confirmed',
    'Your account is confirmed',
    'Your password is changed',
  ])
})

test('a refused code is not told as a success', async () => {
  amplify.confirmSignUp.mockRejectedValue(named('CodeMismatchException', 'Invalid verification code'))
  amplify.confirmResetPassword.mockRejectedValue(named('CodeMismatchException', 'Invalid verification code'))
  const wrong = { username: EMAIL, confirmationCode: '1' }
  await expect(services.handleConfirmSignUp(wrong)).rejects.toThrow()
  await expect(services.handleForgotPasswordSubmit({ ...wrong, newPassword: 'x' })).rejects.toThrow()
  expect(told()).toEqual([])
})

const steps = (...names: string[]) => names.map((signInStep) => ({ nextStep: { signInStep } }))

test('another code of a second factor is sent by signing in again, the same way to it', async () => {
  const [choose, code] = steps('CONTINUE_SIGN_IN_WITH_MFA_SELECTION', 'CONFIRM_SIGN_IN_WITH_SMS_CODE')
  amplify.signIn.mockResolvedValue(choose)
  amplify.confirmSignIn.mockResolvedValue(code)
  await services.handleSignIn({ username: EMAIL, password: ' with blanks ' })
  await services.handleConfirmSignIn({ challengeResponse: 'SMS' })
  amplify.confirmSignIn.mockClear()

  const again = await services.handleSignIn({ username: EMAIL, options: { authFlowType: 'USER_AUTH' } })

  expect(again).toBe(code)
  expect(amplify.signIn).toHaveBeenLastCalledWith({
    username: NAME,
    password: ' with blanks ',
    options: { authFlowType: 'USER_PASSWORD_AUTH', clientMetadata: BROWSER },
  })
  expect(amplify.confirmSignIn.mock.calls).toEqual([[{ challengeResponse: 'SMS' }]])
})

test('after a new password was chosen on the way, another code is asked for with that one', async () => {
  await services.handleSignIn({ username: EMAIL, password: 'given-by-staff' })
  again.rememberPassword('kettle-of-plum')
  await services.handleSignIn({ username: EMAIL })
  expect(amplify.signIn).toHaveBeenLastCalledWith(expect.objectContaining({ password: 'kettle-of-plum' }))
})

test('a code is never sent twice: only what led to it is answered again', async () => {
  const [code] = steps('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
  amplify.signIn.mockResolvedValue(code)
  await services.handleSignIn({ username: EMAIL, password: 'kettle-of-plum' })
  await services.handleConfirmSignIn({ challengeResponse: '123456' })
  amplify.confirmSignIn.mockClear()
  await services.handleSignIn({ username: EMAIL })
  expect(amplify.confirmSignIn).not.toHaveBeenCalled()
})
