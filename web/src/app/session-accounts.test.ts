// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, hasSession, listenToAccounts, renewSession } from './session-accounts.ts'

const amplify = vi.hoisted(() => ({
  listener: undefined as ((capsule: { payload: object }) => void) | undefined,
  signOut: vi.fn(async () => {}),
  getTokens: vi.fn(),
  clearTokens: vi.fn(async () => {}),
}))
vi.mock('aws-amplify', () => ({
  Amplify: {
    configure: vi.fn(),
    getConfig: () => ({ Auth: { Cognito: { userPoolId: 'us-east-1_P', userPoolEndpoint: '/identity' } } }),
  },
}))
vi.mock('aws-amplify/auth', () => ({ signOut: amplify.signOut }))
vi.mock('aws-amplify/auth/cognito', () => ({
  refreshAuthTokens: vi.fn(),
  cognitoUserPoolsTokenProvider: {
    getTokens: amplify.getTokens,
    tokenOrchestrator: { clearTokens: amplify.clearTokens },
  },
}))
vi.mock('aws-amplify/utils', () => ({
  Hub: {
    listen: (_: string, listener: typeof amplify.listener) => {
      amplify.listener = listener
      return () => {}
    },
  },
}))

const on = { onSignedIn: vi.fn(), onSignedOut: vi.fn(), onEnded: vi.fn() }
let stop = () => {}

beforeEach(() => {
  vi.clearAllMocks()
  amplify.getTokens.mockResolvedValue({ accessToken: 'access.token' })
  stop = listenToAccounts(on)
})
afterEach(() => stop())

function hear(event: string, error?: Error) {
  amplify.listener?.({ payload: { event, data: { error } } })
}

test.each(['signedIn', 'signInWithRedirect'])('%s means signed in', (event) => {
  hear(event)
  expect(on.onSignedIn).toHaveBeenCalledTimes(1)
})

test('a session that cannot be renewed ends without another call', () => {
  hear('tokenRefresh_failure', Object.assign(new Error('revoked'), { name: 'NotAuthorizedException' }))
  expect(amplify.clearTokens).toHaveBeenCalledTimes(1)
  expect(amplify.signOut).not.toHaveBeenCalled()
  expect(on.onEnded).toHaveBeenCalledTimes(1)
})

test('a dropped connection does not end the session', () => {
  hear('tokenRefresh_failure', Object.assign(new Error('offline'), { name: 'NetworkError' }))
  expect(amplify.clearTokens).not.toHaveBeenCalled()
  expect(on.onEnded).not.toHaveBeenCalled()
})

test('forces renewal of a refused token unless another call has renewed it already', async () => {
  amplify.getTokens.mockImplementation(async (options?: { forceRefresh?: boolean }) => ({
    idToken: options?.forceRefresh ? 'new.token' : 'kept.token',
  }))
  expect(await renewSession('kept.token')).toBe('new.token')
  expect(await renewSession()).toBe('new.token')
  expect(await renewSession('old.token')).toBe('kept.token')
})

test('a refused renewal removes the token; an unanswered one does not', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  amplify.getTokens.mockResolvedValue(null)
  expect(await renewSession('old.token')).toBeUndefined()
  amplify.getTokens.mockRejectedValue(Object.assign(new Error('no'), { name: 'InternalErrorException' }))
  expect(await renewSession('old.token')).toBeUndefined()
  amplify.getTokens.mockRejectedValue(Object.assign(new Error('offline'), { name: 'NetworkError' }))
  await expect(renewSession('old.token')).rejects.toThrow('offline')
})

const answer = (status: number, body: object) =>
  vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }))

test('ending every session ends this one last', async () => {
  const fetch = answer(200, {})
  vi.stubGlobal('fetch', fetch)
  await endSession({ everywhere: true })
  expect(fetch).toHaveBeenCalledWith('/identity', expect.objectContaining({ method: 'POST' }))
  expect(JSON.parse(String(fetch.mock.lastCall?.[1].body))).toEqual({ AccessToken: 'access.token' })
  expect(amplify.signOut).toHaveBeenCalledTimes(1)
})

test.each<[string, ReturnType<typeof answer>]>([
  ['no answer comes', vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))],
  ['the service is out of order', answer(500, {})],
  ['the service asks to wait', answer(400, { __type: 'TooManyRequestsException' })],
])('does not report success when %s', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch)
  await expect(endSession({ everywhere: true })).rejects.toThrow()
  expect(amplify.signOut).not.toHaveBeenCalled()
})

test('leaves a session that another device has ended already', async () => {
  vi.stubGlobal('fetch', answer(400, { __type: 'NotAuthorizedException', message: 'revoked' }))
  await endSession({ everywhere: true })
  expect(amplify.signOut).toHaveBeenCalledTimes(1)
})

test('keeps a session that cannot be renewed for lack of a connection', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  amplify.getTokens.mockRejectedValue(Object.assign(new Error('offline'), { name: 'NetworkError' }))
  expect(await hasSession()).toBe(true)
  amplify.getTokens.mockRejectedValue(Object.assign(new Error('no'), { name: 'InternalErrorException' }))
  expect(await hasSession()).toBe(false)
})
