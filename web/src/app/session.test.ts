// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

const library = vi.hoisted(() => ({
  on: undefined as Record<'onSignedIn' | 'onSignedOut' | 'onEnded', () => void> | undefined,
  hasSession: async () => false,
}))
vi.mock('./session-accounts.ts', () => ({
  configureAccounts: () => {},
  listenToAccounts: (on: typeof library.on) => {
    library.on = on
  },
  hasSession: () => library.hasSession(),
}))

let session: typeof import('./session.ts')
beforeEach(async () => {
  vi.resetModules()
  localStorage.clear()
  library.on = undefined
  session = await import('./session.ts')
  session.setAccounts({ accounts: { clientId: 'client1' } as never })
})

const KEY = 'CognitoIdentityServiceProvider.client1'
const REFRESH_TOKEN = `${KEY}.dana@halden.example#northwind.refreshToken`

/** What this tab hears when another one writes. */
function hear(key: string, oldValue: string | null, newValue: string | null) {
  dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
}

test('whoever signs in is in', async () => {
  await session.loadAccounts()
  library.on?.onSignedIn()
  expect(await session.isSignedIn()).toBe(true)
})

test('while the sign-in screens have more to ask nobody is in yet; when they are done, they are', async () => {
  await session.loadAccounts()
  session.holdSignIn()
  library.on?.onSignedIn()
  expect(await session.isSignedIn()).toBe(false)

  session.releaseSignIn()
  expect(await session.isSignedIn()).toBe(true)
})

test('closing the sign-in screens lets nobody in who did not sign in, or who left again', async () => {
  await session.loadAccounts()
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
  await session.loadAccounts()
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

test('a tab opened signed out hears a sign-in in another tab, and nothing but that', async () => {
  expect(await session.isSignedIn()).toBe(false)
  hear('local-cart-storage', null, 'x')
  hear(REFRESH_TOKEN, 'r', 's')
  hear('CognitoIdentityServiceProvider.client2.dana.refreshToken', null, 'r')
  expect(await session.isSignedIn()).toBe(false)

  hear(REFRESH_TOKEN, null, 'r')
  expect(await session.isSignedIn()).toBe(true)
  expect(library.on).toBeUndefined()
})

test('a sign-in in another tab counts even with the sign-in screens open', async () => {
  session.holdSignIn()
  hear(REFRESH_TOKEN, null, 'r')
  expect(await session.isSignedIn()).toBe(true)
})

test('a sign-out in another tab ends the session here', async () => {
  hear(REFRESH_TOKEN, null, 'r')
  hear(REFRESH_TOKEN, 'r', null)
  expect(await session.isSignedIn()).toBe(false)
})

test('a tab that missed the sign-in finds it when a guard asks, unless its own sign-in is under way', async () => {
  expect(await session.isSignedIn()).toBe(false)
  localStorage.setItem(`${KEY}.LastAuthUser`, 'dana@halden.example#northwind')
  library.hasSession = async () => true

  session.holdSignIn()
  expect(await session.isSignedIn()).toBe(false)
  session.releaseSignIn()
  expect(await session.isSignedIn()).toBe(true)
})

test('a session that the sign-in screens find lets its customer in', async () => {
  session.holdSignIn()
  session.enterFound()
  expect(await session.isSignedIn()).toBe(true)
})
