// @vitest-environment happy-dom
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configureAccounts, hasSession, listenToAccounts, renewSession } from './session-accounts.ts'
import type { AccountsSettings } from './site.ts'

/** Runs the real accounts library with a fake network. */
const on = { onSignedIn: vi.fn(), onSignedOut: vi.fn(), onEnded: vi.fn() }
const KEY = 'CognitoIdentityServiceProvider.client1'
const DANA = `${KEY}.dana@halden.example#northwind`
const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>'

let stop = () => {}

beforeEach(() => {
  vi.clearAllMocks()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  storeTokens({ expiresIn: -60 })
  configureAccounts({
    userPoolId: 'us-east-1_Pool1',
    clientId: 'client1',
    userPoolEndpoint: '/identity/',
    identityPoolId: 'us-east-1:11111111-2222-4333-8444-555555555555',
    passwordPolicy: {},
    socialProviders: [],
  } as unknown as AccountsSettings)
  stop = listenToAccounts(on)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function token(expiresIn: number): string {
  const now = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ sub: 's', iat: now - 900, exp: now + expiresIn })}.sig`
}

function storeTokens({ expiresIn }: { expiresIn: number }) {
  localStorage.setItem(`${KEY}.LastAuthUser`, 'dana@halden.example#northwind')
  localStorage.setItem(`${DANA}.accessToken`, token(expiresIn))
  localStorage.setItem(`${DANA}.idToken`, token(expiresIn))
  localStorage.setItem(`${DANA}.refreshToken`, 'refresh')
}

function answer(status: number, body: object | string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(text, { status })),
  )
}

const exception = (__type: string) => ({ __type, message: 'no' })

test.each<[string, number, object | string]>([
  ['429 of the service', 429, exception('TooManyRequestsException')],
  ['429 of the server before it', 429, { status: 429, code: 'too_many_requests' }],
  ['a request to wait with status 400', 400, exception('TooManyRequestsException')],
  ['an error of the service', 500, exception('InternalErrorException')],
  ['a refusal with a status of 5xx', 503, exception('NotAuthorizedException')],
  ['a proxy’s page', 502, HTML],
  ['a proxy’s page that says 404', 404, HTML],
  ['an empty answer', 504, ''],
  ['a site that is not served for a moment', 404, { status: 404, code: 'unknown_site' }],
  ['another network’s sign-in page', 200, HTML],
  ['an answer without tokens', 200, {}],
])('keeps the session on %s', async (_, status, body) => {
  answer(status, body)
  expect(await hasSession()).toBe(true)
  await expect(renewSession()).rejects.toMatchObject({ name: 'NetworkError' })
  expect(on.onEnded).not.toHaveBeenCalled()
  expect(localStorage.getItem(`${DANA}.refreshToken`)).toBe('refresh')
})

test('keeps the session when no answer comes', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await hasSession()).toBe(true)
  expect(on.onEnded).not.toHaveBeenCalled()
  expect(localStorage.getItem(`${DANA}.refreshToken`)).toBe('refresh')
})

test.each([
  'NotAuthorizedException',
  'RefreshTokenReuseException',
  'UserNotFoundException',
  'InvalidParameterException',
])('ends the session when the service refuses with %s', async (name) => {
  answer(400, exception(name))
  expect(await hasSession()).toBe(false)
  expect(on.onEnded).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(localStorage.getItem(`${DANA}.refreshToken`)).toBeNull())
})

test('ends a session without a refresh token', async () => {
  localStorage.removeItem(`${DANA}.refreshToken`)
  answer(500, HTML)
  expect(await hasSession()).toBe(false)
  expect(on.onEnded).toHaveBeenCalledTimes(1)
})

test('renews the session once the service is back', async () => {
  answer(502, HTML)
  await hasSession()
  const fresh = { AccessToken: token(900), IdToken: token(900), RefreshToken: 'next' }
  answer(200, { AuthenticationResult: fresh })
  expect(await renewSession()).toBe(fresh.IdToken)
  const tokens = await cognitoUserPoolsTokenProvider.getTokens()
  expect(tokens?.idToken?.toString()).toBe(fresh.IdToken)
})
