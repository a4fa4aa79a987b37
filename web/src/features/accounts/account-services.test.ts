import { beforeEach, expect, test, vi } from 'vitest'
import { accountServices } from './account-services.ts'

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

const site = { slug: 'northwind', accounts: { authFlow: 'USER_PASSWORD_AUTH' } } as never
const onResetRequired = vi.fn()
const services = accountServices(site, { onResetRequired })
const EMAIL = ' dana@halden.example '
const NAME = 'dana@halden.example#northwind'

beforeEach(() => {
  vi.resetAllMocks()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  amplify.signIn.mockResolvedValue({ nextStep: { signInStep: 'DONE' } })
})

test('somebody signs in by email, the service is asked by email and site, in the site’s flow', async () => {
  await services.handleSignIn({ username: EMAIL, password: ' with blanks ' })
  expect(amplify.signIn).toHaveBeenCalledWith({
    username: NAME,
    password: ' with blanks ',
    options: { authFlowType: 'USER_PASSWORD_AUTH' },
  })
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
    },
  })
})

test.each([
  ['handleConfirmSignUp', 'confirmSignUp', { confirmationCode: '123456' }],
  ['handleResendSignUpCode', 'resendSignUpCode', {}],
  ['handleForgotPassword', 'resetPassword', {}],
  ['handleForgotPasswordSubmit', 'confirmResetPassword', { confirmationCode: '1', newPassword: ' x ' }],
] as const)('%s names the account by email and site', async (service, call, rest) => {
  await services[service]({ username: EMAIL, ...rest } as never)
  expect(amplify[call]).toHaveBeenCalledWith({ username: NAME, ...rest })
})

test('an account that must choose a new password is sent to the screen for it, and no code goes out', async () => {
  amplify.signIn.mockResolvedValue({ nextStep: { signInStep: 'RESET_PASSWORD' } })
  await expect(services.handleSignIn({ username: 'dana@halden.example' })).rejects.toThrow()
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
  await expect(services.handleSignIn({ username: EMAIL })).rejects.toMatchObject({
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
