// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

const library = vi.hoisted(() => ({
  on: undefined as { onSignedIn: () => void; onSignedOut: () => void } | undefined,
}))
vi.mock('./session-accounts.ts', () => ({
  configureAccounts: () => {},
  listenToAccounts: (on: typeof library.on) => {
    library.on = on
  },
  hasSession: async () => false,
}))

let session: typeof import('./session.ts')
beforeEach(async () => {
  vi.resetModules()
  session = await import('./session.ts')
  session.setAccounts({ accounts: { clientId: 'client1' } as never })
  await session.loadAccounts()
})

test('whoever signs in is in', async () => {
  library.on?.onSignedIn()
  expect(await session.isSignedIn()).toBe(true)
})

test('while the sign-in screens have more to ask nobody is in yet; when they are done, they are', async () => {
  session.holdSignIn()
  library.on?.onSignedIn()
  expect(await session.isSignedIn()).toBe(false)

  session.releaseSignIn()
  expect(await session.isSignedIn()).toBe(true)
})

test('closing the sign-in screens lets nobody in who did not sign in, or who left again', async () => {
  session.holdSignIn()
  session.releaseSignIn()
  expect(await session.isSignedIn()).toBe(false)

  session.holdSignIn()
  library.on?.onSignedIn()
  library.on?.onSignedOut()
  session.releaseSignIn()
  expect(await session.isSignedIn()).toBe(false)
})
