import { beforeEach, expect, test, vi } from 'vitest'
import { listenToAccounts } from './session-accounts.ts'

const amplify = vi.hoisted(() => ({
  listener: undefined as ((capsule: { payload: object }) => void) | undefined,
  signOut: vi.fn(async () => {}),
}))
vi.mock('aws-amplify', () => ({ Amplify: { configure: vi.fn() } }))
vi.mock('aws-amplify/auth', () => ({ signOut: amplify.signOut }))
vi.mock('aws-amplify/auth/cognito', () => ({ cognitoUserPoolsTokenProvider: { getTokens: vi.fn() } }))
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
