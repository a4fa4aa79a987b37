import { create } from 'zustand'
import { isBackFromService } from './back-from-service.ts'
import type { AccountsSettings } from './site.ts'
import { showToast } from './toast-store.ts'

/**
 * Who is signed in. The accounts library is heavy, so it is loaded only when there is a reason to
 * think somebody is signed in, or when the sign-in screen opens (docs/spec.md §6).
 */
export type SessionState = 'unknown' | 'signed-out' | 'signed-in'

type Accounts = typeof import('./session-accounts.ts')

const useStore = create<{ state: SessionState }>(() => ({ state: 'unknown' }))

let settings: AccountsSettings | undefined
let known: Promise<boolean> | undefined
let accounts: Promise<Accounts> | undefined
/** Somebody signed in while the sign-in screens held it back. */
let hasEntered = false
let isHeld = false
/** Several calls may find at once that the session cannot be renewed: it is told once. */
let isEndTold = false

/** Tells the session which accounts service is the site's. The root does it before any guard asks. */
export function setAccounts(site: { accounts: AccountsSettings }): void {
  settings = site.accounts
  // The same function each time: it is registered once.
  addEventListener('storage', hearOtherTabs)
}

/** Tabs share one session. Listens before the accounts library is loaded: a signed-out tab has no other reason to. */
function hearOtherTabs({ key, oldValue, newValue }: StorageEvent): void {
  if (!key?.startsWith(storageKey('')) || !key.endsWith('.refreshToken')) return
  if (oldValue && !newValue) leaveUnasked()
  if (newValue && !oldValue) enterFound()
}

/** Where the accounts library keeps something in the browser's storage. */
function storageKey(name: string): string {
  return `CognitoIdentityServiceProvider.${settings?.clientId}.${name}`
}

/** Loads and configures the accounts library once. The sign-in screen calls it before it draws. */
export function loadAccounts(): Promise<Accounts> {
  const of = settings
  if (!of) throw new Error('Site data must be known before the accounts service is used')
  accounts ??= import('./session-accounts.ts').then((module) => {
    module.configureAccounts(of)
    module.listenToAccounts({ onSignedIn: enter, onSignedOut: leave, onEnded: leaveUnasked })
    return module
  })
  return accounts
}

/**
 * Whether a customer is signed in. The answer is kept, and events keep it current; a tab that the browser
 * froze misses them, so a signed-out tab looks at the storage again.
 */
export async function isSignedIn(): Promise<boolean> {
  const { state } = useStore.getState()
  if (state === 'signed-in') return true
  if (state === 'signed-out' && (isHeld || !hasLastUser())) return false
  known ??= findSession()
    .then((found) => {
      settle(found ? 'signed-in' : 'signed-out')
      return found
    })
    .finally(() => {
      known = undefined
    })
  return known
}

async function findSession(): Promise<boolean> {
  // Without a previous user or a way back from another service this is a new visitor.
  if (!hasLastUser() && !isBackFromService(location.search)) return false
  const library = await loadAccounts()
  return library.hasSession()
}

function hasLastUser(): boolean {
  return settings !== undefined && localStorage.getItem(storageKey('LastAuthUser')) !== null
}

/** The bearer of every call, or undefined for a visitor. An expired one is renewed on the way. */
export async function idToken(): Promise<string | undefined> {
  // While the sign-in screens hold a session back, their own calls use it already.
  if (!settings || !(hasEntered || (await isSignedIn()))) return undefined
  const library = await loadAccounts()
  return library.readIdToken()
}

/**
 * Another bearer in place of one that was refused before its time.
 *
 * @returns undefined when there is none any more: the session has ended here, and that was told
 * @throws when no answer came; the session stays
 */
export async function renewIdToken(refused?: string): Promise<string | undefined> {
  const library = await loadAccounts()
  const renewed = await library.renewIdToken(refused)
  if (renewed === undefined) await endUnasked()
  return renewed
}

/** Ends the session here because it has ended elsewhere. Nobody is asked, so it works offline too. */
export async function endUnasked(): Promise<void> {
  const library = await loadAccounts()
  await library.forgetTokens()
  leaveUnasked()
}

/** The same where the screen says itself why: a password reset ends every session. */
export async function endByReset(): Promise<void> {
  const library = await loadAccounts()
  await library.forgetTokens()
  leave()
}

/** Ends the session here; `everywhere` ends it on every device. */
export async function signOut(options: { everywhere?: boolean } = {}): Promise<void> {
  const library = await loadAccounts()
  await library.endSession(options)
  leave()
}

/** Keeps a sign-in from taking effect while its screens have more to ask: a contact to verify, say. */
export function holdSignIn(): void {
  isHeld = true
}

/** The screens are done, or gone: whoever signed in meanwhile is in. */
export function releaseSignIn(): void {
  isHeld = false
  if (hasEntered) enter()
}

/** There is a session already: another tab opened it, or this one missed it. Nothing is left to ask. */
export function enterFound(): void {
  isHeld = false
  enter()
}

/** Calls back when somebody signs in or out. Returns the way to stop listening. */
export function subscribeToSession(
  listener: (state: SessionState, before: SessionState) => void,
): () => void {
  return useStore.subscribe(({ state }, before) => {
    if (state !== before.state) listener(state, before.state)
  })
}

export function useSession(): SessionState {
  return useStore((store) => store.state)
}

function enter(): void {
  isEndTold = false
  hasEntered = isHeld
  if (!isHeld) settle('signed-in')
}

function leave(): void {
  hasEntered = false
  settle('signed-out')
}

/** One stands where one stood, as far as the guards allow; signing in leads back (docs/spec.md §6). */
function leaveUnasked(): void {
  leave()
  if (isEndTold) return
  isEndTold = true
  showToast({ tone: 'plain', title: 'You were signed out', text: 'Sign in to pick up where you left off.' })
}

function settle(state: SessionState): void {
  useStore.setState({ state })
}
