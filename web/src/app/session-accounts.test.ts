import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, listenToAccounts } from './session-accounts.ts'

const amplify = vi.hoisted(() => ({
  listener: undefined as ((capsule: { payload: object }) => void) | undefined,
  signOut: vi.fn(async () => {}),
}))
vi.mock('aws-amplify', () => ({
  Amplify: {
    configure: vi.fn(),
    getConfig: () => ({ Auth: { Cognito: { userPoolId: 'us-east-1_P', userPoolEndpoint: '/identity' } } }),
  },
}))
vi.mock('aws-amplify/auth', () => ({ signOut: amplify.signOut }))
vi.mock('aws-amplify/auth/cognito', () => ({
  cognitoUserPoolsTokenProvider: { getTokens: async () => ({ accessToken: 'access.token' }) },
}))
vi.mock('aws-amplify/utils', () => ({
  Hub: {
    listen: (_: string, listener: typeof amplify.listener) => {
      amplify.listener = listener
      return () => {}
    },
  },
}))

const on = { onSignedIn: vi.fn(), onSignedOut: vi.fn() }

beforeEach(() => {
  vi.clearAllMocks()
  listenToAccounts(on)
})

function hear(event: string, error?: Error) {
  amplify.listener?.({ payload: { event, data: { error } } })
}

test.each(['signedIn', 'signInWithRedirect'])('%s means signed in', (event) => {
  hear(event)
  expect(on.onSignedIn).toHaveBeenCalledTimes(1)
})

test('a session that cannot be renewed ends', () => {
  hear('tokenRefresh_failure', Object.assign(new Error('revoked'), { name: 'NotAuthorizedException' }))
  expect(amplify.signOut).toHaveBeenCalledTimes(1)
  expect(on.onSignedOut).toHaveBeenCalledTimes(1)
})

test('a dropped connection does not end the session', () => {
  hear('tokenRefresh_failure', Object.assign(new Error('offline'), { name: 'NetworkError' }))
  expect(amplify.signOut).not.toHaveBeenCalled()
  expect(on.onSignedOut).not.toHaveBeenCalled()
})

const answer = (status: number, body: object) =>
  vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }))

test('ending every session ends this one too, once the others have ended', async () => {
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
])('when %s, nobody is told that every session has ended', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch)
  await expect(endSession({ everywhere: true })).rejects.toThrow()
  expect(amplify.signOut).not.toHaveBeenCalled()
})

test('a session that another device has ended already is left here too', async () => {
  vi.stubGlobal('fetch', answer(400, { __type: 'NotAuthorizedException', message: 'revoked' }))
  await endSession({ everywhere: true })
  expect(amplify.signOut).toHaveBeenCalledTimes(1)
})
