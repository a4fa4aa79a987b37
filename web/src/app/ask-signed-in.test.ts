import { beforeEach, expect, test, vi } from 'vitest'
import { askSignedIn } from './security-calls.ts'

const session = vi.hoisted(() => ({ renewIdToken: vi.fn(), endUnasked: vi.fn(async () => {}) }))
vi.mock('./session.ts', () => session)

beforeEach(() => vi.resetAllMocks())

const refusal = (message: string, name = 'NotAuthorizedException') =>
  Object.assign(new Error(message), { name })
const REVOKED = refusal('Access Token has been revoked')

test('renews a session that was ended elsewhere and repeats the call', async () => {
  session.renewIdToken.mockResolvedValue('new.token')
  const ask = vi.fn().mockRejectedValueOnce(REVOKED).mockResolvedValue('security')
  expect(await askSignedIn(ask)).toBe('security')
  expect(session.endUnasked).not.toHaveBeenCalled()
})

test('ends the session when the new token is refused too', async () => {
  session.renewIdToken.mockResolvedValue('new.token')
  await expect(askSignedIn(() => Promise.reject(REVOKED))).rejects.toThrow('You were signed out.')
  expect(session.endUnasked).toHaveBeenCalledTimes(1)
})

test.each(['Access Token has been revoked', 'Identity Token has been revoked', 'Invalid Access Token'])(
  'no new token, no second try: %s',
  async (message) => {
    const ask = vi.fn().mockRejectedValue(refusal(message))
    await expect(askSignedIn(ask)).rejects.toThrow('You were signed out.')
    expect(session.renewIdToken).toHaveBeenCalledTimes(1)
    expect(ask).toHaveBeenCalledTimes(1)
  },
)

test('a wrong password or a dropped connection ends no session', async () => {
  const wrong = refusal('Incorrect username or password.')
  await expect(askSignedIn(() => Promise.reject(wrong))).rejects.toThrow('Incorrect')
  const offline = refusal('A network error has occurred.', 'NetworkError')
  await expect(askSignedIn(() => Promise.reject(offline))).rejects.toThrow('couldn’t reach')
  expect(session.renewIdToken).not.toHaveBeenCalled()

  session.renewIdToken.mockRejectedValue(offline)
  await expect(askSignedIn(() => Promise.reject(REVOKED))).rejects.toThrow('couldn’t reach')
  expect(session.endUnasked).not.toHaveBeenCalled()
})
