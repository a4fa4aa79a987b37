// @vitest-environment happy-dom
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

/** Simulates a write in another tab. */
function hear(key: string, oldValue: string | null, newValue: string | null) {
  dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
}

test('signing in opens a session', async () => {
  await session.loadAccounts()
  library.on?.onSignedIn()
  expect(await session.isSignedIn()).toBe(true)
})

test('the session opens only when the sign-in screens are done', async () => {
  await session.loadAccounts()
  session.holdSignIn()
  library.on?.onSignedIn()
  expect(await session.isSignedIn()).toBe(false)

  session.releaseSignIn()
  expect(await session.isSignedIn()).toBe(true)
})

test('closing the sign-in screens opens no session without a sign-in, or after a sign-out', async () => {
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

test('shows one message when a session ends unexpectedly, and none after signing out', async () => {
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

test('the message about an ended session is in the page’s language', async () => {
  const { loadTexts, showLanguage } = await import('./texts.ts')
  await loadTexts([], 'es')
  showLanguage('es')
  await session.loadAccounts()
  library.on?.onSignedIn()
  library.on?.onEnded()
  const { useToastStore } = await import('./toast-store.ts')
  expect(useToastStore.getState().toasts).toMatchObject([{ title: 'Se cerró su sesión' }])
  showLanguage('en')
})

test('a signed-out tab reacts only to a sign-in in another tab', async () => {
  expect(await session.isSignedIn()).toBe(false)
  hear('local-cart-storage', null, 'x')
  hear(REFRESH_TOKEN, 'r', 's')
  hear('CognitoIdentityServiceProvider.client2.dana.refreshToken', null, 'r')
  expect(await session.isSignedIn()).toBe(false)

  hear(REFRESH_TOKEN, null, 'r')
  expect(await session.isSignedIn()).toBe(true)
  expect(library.on).toBeUndefined()
})

test('a sign-in in another tab counts even while the sign-in screens are open', async () => {
  session.holdSignIn()
  hear(REFRESH_TOKEN, null, 'r')
  expect(await session.isSignedIn()).toBe(true)
})

test('a sign-out in another tab ends the session here', async () => {
  hear(REFRESH_TOKEN, null, 'r')
  hear(REFRESH_TOKEN, 'r', null)
  expect(await session.isSignedIn()).toBe(false)
})

test('a tab that missed a sign-in finds it at the next guard, unless it is signing in itself', async () => {
  expect(await session.isSignedIn()).toBe(false)
  localStorage.setItem(`${KEY}.LastAuthUser`, 'dana@halden.example#northwind')
  library.hasSession = async () => true

  session.holdSignIn()
  expect(await session.isSignedIn()).toBe(false)
  session.releaseSignIn()
  expect(await session.isSignedIn()).toBe(true)
})

test('a session found by the sign-in screens signs its customer in', async () => {
  session.holdSignIn()
  session.enterFound()
  expect(await session.isSignedIn()).toBe(true)
})
