// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

const session = vi.hoisted(() => ({
  isSignedIn: vi.fn(async () => true),
  tell: vi.fn(),
  listener: undefined as ((capsule: { payload: object }) => void) | undefined,
}))
vi.mock('./session.ts', () => ({ setAccounts: () => {}, isSignedIn: session.isSignedIn }))
vi.mock('./sign-in-problem.ts', () => ({ tellSignInProblem: session.tell }))
vi.mock('aws-amplify/utils', () => ({
  Hub: {
    listen: (_: string, listener: typeof session.listener) => {
      session.listener = listener
      return () => {}
    },
  },
}))

import { finishServiceSignIn } from './finish-service-sign-in.ts'

const STATE_KEY = 'CognitoIdentityServiceProvider.client1.oauthState'

function arrive(search: string) {
  history.replaceState(null, '', `/${search}`)
  const queryClient = new QueryClient()
  queryClient.setQueryData(['site'], { accounts: { clientId: 'client1' } })
  return finishServiceSignIn(queryClient)
}

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  session.isSignedIn.mockImplementation(async () => true)
})

test('who is in goes where they wanted to go, and the code is gone from the address', async () => {
  session.isSignedIn.mockImplementation(async () => {
    session.listener?.({ payload: { event: 'customOAuthState', data: '/account?tab=2' } })
    return true
  })
  await arrive('?code=abc&state=xyz')
  expect(location.search).toBe('?redirect=%2Faccount%3Ftab%3D2')
  expect(session.tell).not.toHaveBeenCalled()
})

test('who was refused finds the reason in the sign-in modal', async () => {
  localStorage.setItem(STATE_KEY, 'xyz')
  session.isSignedIn.mockImplementation(async () => false)
  await arrive('?error=access_denied&error_description=You+did+not+let+Google+tell+us.&state=xyz')
  expect(location.search).toBe('?login=signIn')
  expect(session.tell).toHaveBeenCalledWith('You did not let Google tell us.')
})

test.each(['other', null])('a sentence in an address nobody asked for is not repeated: %s', async (sent) => {
  if (sent) localStorage.setItem(STATE_KEY, sent)
  session.isSignedIn.mockImplementation(async () => false)
  await arrive('?error=x&error_description=Call+555-0100+now&state=xyz')
  expect(location.search).toBe('?login=signIn')
  expect(session.tell).toHaveBeenCalledWith(expect.stringContaining('not finished'))
})

test('an outage leaves nobody on a blank page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  session.isSignedIn.mockRejectedValue(new Error('offline'))
  await arrive('?code=abc&state=xyz')
  expect(location.search).toBe('?login=signIn')
  expect(session.tell).toHaveBeenCalledWith(expect.stringContaining('not finished'))
})
