// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { finishServiceSignIn } from './finish-service-sign-in.ts'

const session = vi.hoisted(() => ({ isSignedIn: vi.fn(async () => true), tell: vi.fn() }))
vi.mock('./session.ts', () => ({ setAccounts: () => {}, isSignedIn: session.isSignedIn }))
vi.mock('./account-problem.ts', () => ({ tellSignInProblem: session.tell }))

const STATE_KEY = 'CognitoIdentityServiceProvider.client1.oauthState'
/** As the library writes it: random text, a dash, and `/account?tab=2` in hexadecimal. */
const STATE = 'Xy12-2f6163636f756e743f7461623d32'
const WANTED = '%2Faccount%3Ftab%3D2'

function arrive(search: string) {
  history.replaceState(null, '', `/${search}`)
  const queryClient = new QueryClient()
  queryClient.setQueryData(['site'], { accounts: { clientId: 'client1' } })
  return finishServiceSignIn(queryClient)
}

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  localStorage.setItem(STATE_KEY, STATE)
  session.isSignedIn.mockResolvedValue(true)
})

test('a signed-in customer continues to the requested page, without the code in the address', async () => {
  await arrive(`?code=abc&state=${STATE}`)
  expect(location.search).toBe(`?redirect=${WANTED}`)
  expect(session.tell).not.toHaveBeenCalled()
})

test('a refused visitor sees the reason in the sign-in modal and keeps the requested page', async () => {
  session.isSignedIn.mockResolvedValue(false)
  await arrive(`?error=access_denied&error_description=You+did+not+let+Google+tell+us.&state=${STATE}`)
  expect(location.search).toBe(`?redirect=${WANTED}&login=signIn`)
  expect(session.tell).toHaveBeenCalledWith('You did not let Google tell us.')
})

test.each(['other', null])('ignores an answer to a request we did not send: %s', async (sent) => {
  if (sent) localStorage.setItem(STATE_KEY, sent)
  else localStorage.clear()
  session.isSignedIn.mockResolvedValue(false)
  await arrive(`?error=x&error_description=Call+555-0100+now&state=${STATE}`)
  expect(location.search).toBe('?redirect=%2F&login=signIn')
  expect(session.tell).toHaveBeenCalledWith(expect.stringContaining('couldn’t finish'))
})

test('an outage does not end on a blank page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  session.isSignedIn.mockRejectedValue(new Error('offline'))
  await arrive(`?code=abc&state=${STATE}`)
  expect(location.search).toBe(`?redirect=${WANTED}&login=signIn`)
  expect(session.tell).toHaveBeenCalledWith(expect.stringContaining('couldn’t finish'))
})
