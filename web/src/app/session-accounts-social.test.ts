// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { configureAccounts } from './session-accounts.ts'
import type { AccountsSettings } from './site.ts'

const amplify = vi.hoisted(() => ({ configure: vi.fn() }))
vi.mock('aws-amplify', () => ({ Amplify: { configure: amplify.configure } }))
vi.mock('aws-amplify/auth', () => ({}))
vi.mock('aws-amplify/auth/cognito', () => ({
  cognitoUserPoolsTokenProvider: { tokenOrchestrator: { setTokenRefresher: () => {} } },
  refreshAuthTokens: () => {},
}))
vi.mock('aws-amplify/auth/enable-oauth-listener', () => ({}))
vi.mock('aws-amplify/utils', () => ({ Hub: {} }))

const SETTINGS = { passwordPolicy: {}, socialProviders: [] } as unknown as AccountsSettings
beforeEach(() => vi.clearAllMocks())

function loginWith(settings: Partial<AccountsSettings>) {
  configureAccounts({ ...SETTINGS, ...settings })
  return amplify.configure.mock.lastCall?.[0].Auth.Cognito.loginWith
}

test('a site with other services sends visitors there and back to its home page', () => {
  const { oauth } = loginWith({ socialProviders: ['Google'], oauthDomain: 'shop.test/identity' })
  expect(oauth).toEqual({
    domain: 'shop.test/identity',
    scopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
    redirectSignIn: [`${location.origin}/`],
    redirectSignOut: [`${location.origin}/`],
    responseType: 'code',
    providers: ['Google'],
  })
})

test('a site without other services configures none', () => {
  expect(loginWith({}).oauth).toBeUndefined()
})
