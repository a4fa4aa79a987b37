// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

const library = vi.hoisted(() => ({
  on: undefined as
    | Record<'onSignedIn' | 'onSignedOut' | 'onEnded' | 'onSignedInElsewhere', () => void>
    | undefined,
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

test('who is signed out unasked is told, once; who asked for it is not', async () => {
  const { useToastStore } = await import('./toast-store.ts')
  library.on?.onSignedIn()
  library.on?.onSignedOut()
  expect(useToastStore.getState().toasts).toEqual([])

  library.on?.onSignedIn()
  library.on?.onEnded()
  library.on?.onEnded()
  expect(await session.isSignedIn()).toBe(false)
  expect(useToastStore.getState().toasts).toMatchObject([{ title: 'You were signed out' }])
})

test('who signs in in another tab is in here too, even with the sign-in screens open', async () => {
  session.holdSignIn()
  library.on?.onSignedInElsewhere()
  expect(await session.isSignedIn()).toBe(true)
})
