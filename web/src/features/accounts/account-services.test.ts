// @vitest-environment happy-dom
import accounts from '@laurel/domain/texts/accounts/es.json'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToastStore } from '../../app/toast-store.ts'
import { accountServices, makeSignInAgain } from './account-services.ts'

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

const toasts = () => useToastStore.getState().toasts.map(({ title }) => title)

test('signs in at the service by email and site, with the site’s auth flow', async () => {
  await services.handleSignIn({ username: EMAIL, password: ' with blanks ' })
  expect(amplify.signIn).toHaveBeenCalledWith({
    username: NAME,
    password: ' with blanks ',
    options: { authFlowType: 'USER_PASSWORD_AUTH', clientMetadata: BROWSER },
  })
})

test('replaces an earlier sign-in that finished late', async () => {
  const late = Object.assign(new Error('There is already a signed in user.'), {
    name: 'UserAlreadyAuthenticatedException',
  })
  amplify.signIn.mockRejectedValueOnce(late)
  await services.handleSignIn({ username: EMAIL, password: 'kettle-of-plum' })
  expect(forgetTokens).toHaveBeenCalledTimes(1)
  expect(amplify.signIn).toHaveBeenCalledTimes(2)
})

test('signs up with email and site, and then signs in automatically with the site’s auth flow', async () => {
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

test('confirms a sign-up with the secret of the browser that typed the password', async () => {
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

test('confirms with this browser’s secret after a sign-in to an unconfirmed account', async () => {
  amplify.signIn.mockResolvedValue({ nextStep: { signInStep: 'CONFIRM_SIGN_UP' } })
  await services.handleSignIn({ username: 'lee@halden.example', password: 'kettle-of-plum' })
  const { clientMetadata } = amplify.signIn.mock.lastCall![0].options
  await services.handleConfirmSignUp({ username: 'lee@halden.example', confirmationCode: '123456' })
  expect(amplify.confirmSignUp.mock.lastCall![0].options).toEqual({ clientMetadata })
})

test('signs in by emailed code without a password, and resends the code the same way', async () => {
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
] as const)('%s identifies the account by email and site', async (service, call, rest) => {
  await services[service]({ username: EMAIL, ...rest } as never)
  expect(amplify[call]).toHaveBeenCalledWith({ username: NAME, ...rest })
})

test('opens the reset page for an account that must choose a new password, and sends no code', async () => {
  amplify.signIn.mockResolvedValue({ nextStep: { signInStep: 'RESET_PASSWORD' } })
  const input = { username: 'dana@halden.example', password: 'kettle-of-plum' }
  await expect(services.handleSignIn(input)).rejects.toThrow('This account needs a new password.')
  expect(onResetRequired).toHaveBeenCalledWith('dana@halden.example')
  expect(amplify.resetPassword).not.toHaveBeenCalled()
})

const errorNamed = (name: string, message: string) => Object.assign(new Error(message), { name })

test.each([
  ['the service’s message', errorNamed('NotAuthorizedException', 'Incorrect username or password.'), {}],
  [
    'a missing pool',
    errorNamed('AuthUserPoolException', 'Auth UserPool not configured.'),
    {
      name: 'NoUserPoolError',
      message: 'Configuration error (see console) – please contact the administrator',
    },
  ],
  [
    'a proxy’s page',
    errorNamed('SyntaxError', `Unexpected token '<', "<html>" is not valid JSON`),
    { message: 'Something went wrong on our side. Try again in a moment.' },
  ],
  [
    'no connection',
    errorNamed('NetworkError', 'A network error has occurred.'),
    { message: 'We couldn’t reach the server. Check your connection, then try again.' },
  ],
])('explains %s in a sentence', async (_, thrown, expected) => {
  amplify.signIn.mockRejectedValue(thrown)
  await expect(services.handleSignIn({ username: EMAIL, password: 'x' })).rejects.toMatchObject({
    name: thrown.name === 'SyntaxError' ? 'UnreadableAnswer' : thrown.name,
    message: thrown.message,
    ...expected,
  })
})

test('keeps the service’s message for an account that is already confirmed, which the screens recognize', async () => {
  amplify.resendSignUpCode.mockRejectedValue(
    errorNamed('InvalidParameterException', 'User is already confirmed.'),
  )
  await expect(services.handleResendSignUpCode({ username: EMAIL })).rejects.toThrow(
    /^User is already confirmed\.$/,
  )
})

test('shows a toast for a confirmed account, now or before, and for a changed password', async () => {
  await services.handleConfirmSignUp({ username: EMAIL, confirmationCode: '123456' })
  expect(toasts()).toEqual(['Your account is confirmed'])

  amplify.resendSignUpCode.mockRejectedValue(
    errorNamed('InvalidParameterException', 'User is already confirmed.'),
  )
  await services.handleResendSignUpCode({ username: EMAIL }).catch(() => {})
  await services.handleForgotPasswordSubmit({ username: EMAIL, confirmationCode: '1', newPassword: 'x' })
  expect(toasts()).toEqual(['Your account is confirmed', 'Your account is confirmed', 'Password changed'])
})

test('shows no toast for a refused code', async () => {
  amplify.confirmSignUp.mockRejectedValue(errorNamed('CodeMismatchException', 'Invalid verification code'))
  amplify.confirmResetPassword.mockRejectedValue(
    errorNamed('CodeMismatchException', 'Invalid verification code'),
  )
  const wrong = { username: EMAIL, confirmationCode: '1' }
  await expect(services.handleConfirmSignUp(wrong)).rejects.toThrow()
  await expect(services.handleForgotPasswordSubmit({ ...wrong, newPassword: 'x' })).rejects.toThrow()
  expect(toasts()).toEqual([])
})

test('says how to get another code when the credentials are no longer known', async () => {
  const anew = accountServices(site, makeSignInAgain(), { onResetRequired })
  await expect(anew.handleSignIn({ username: EMAIL })).rejects.toThrow(
    'Go back and sign in again for a new code.',
  )
})

test('says its own errors in Spanish too', () => {
  expect(accounts.messages).toHaveProperty(['This account needs a new password.'])
  expect(accounts.messages).toHaveProperty(['Go back and sign in again for a new code.'])
})

const steps = (...names: string[]) => names.map((signInStep) => ({ nextStep: { signInStep } }))

test('resends a second factor’s code by signing in again with the same answers', async () => {
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

test('resends a code with the password that was chosen during sign-in', async () => {
  await services.handleSignIn({ username: EMAIL, password: 'given-by-staff' })
  again.rememberPassword('kettle-of-plum')
  await services.handleSignIn({ username: EMAIL })
  expect(amplify.signIn).toHaveBeenLastCalledWith(expect.objectContaining({ password: 'kettle-of-plum' }))
})

test('repeats only the answers before the code, never the code itself', async () => {
  const [code] = steps('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
  amplify.signIn.mockResolvedValue(code)
  await services.handleSignIn({ username: EMAIL, password: 'kettle-of-plum' })
  await services.handleConfirmSignIn({ challengeResponse: '123456' })
  amplify.confirmSignIn.mockClear()
  await services.handleSignIn({ username: EMAIL })
  expect(amplify.confirmSignIn).not.toHaveBeenCalled()
})
