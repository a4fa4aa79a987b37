import { create } from 'zustand'
import type { AccountsSettings } from './site.ts'
import { pageTexts } from './texts.ts'
import { showToast } from './toast-store.ts'

/**
 * Whether a customer is signed in. The accounts library is heavy, so it is loaded only if a customer
 * may be signed in, or when the sign-in screen opens (docs/spec.md §6).
 */
export type SessionState = 'unknown' | 'signed-out' | 'signed-in'

type Accounts = typeof import('./session-accounts.ts')

const useStore = create<{ state: SessionState }>(() => ({ state: 'unknown' }))

let settings: AccountsSettings | undefined
let known: Promise<boolean> | undefined
let accounts: Promise<Accounts> | undefined
/** A sign-in happened while the sign-in screens held it back. */
let hasEntered = false
let isHeld = false
/** Several calls may fail at once when a session ends; the message is shown once. */
let isEndTold = false

/** Sets the site's accounts service. The root route calls it before any guard runs. */
export function setAccounts(site: { accounts: AccountsSettings }): void {
  settings = site.accounts
  // The same function each time, so it is registered once.
  addEventListener('storage', hearOtherTabs)
}

/** Tabs share one session. A signed-out tab hasn't loaded the accounts library, so it listens itself. */
function hearOtherTabs({ key, oldValue, newValue }: StorageEvent): void {
  if (!key?.startsWith(storageKey('')) || !key.endsWith('.refreshToken')) return
  if (oldValue && !newValue) leaveUnasked()
  if (newValue && !oldValue) enterFound()
}

/** The accounts library's key in the browser's storage. */
function storageKey(name: string): string {
  return `CognitoIdentityServiceProvider.${settings?.clientId}.${name}`
}

/** Loads and configures the accounts library once. The sign-in screen calls it before it renders. */
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
 * Whether a customer is signed in. The answer is cached and kept current by events. A tab that the browser
 * froze misses them, so a signed-out tab checks the storage again.
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
  // Without a previous user, and not coming back from another service, this is a new visitor.
  if (!hasLastUser() && !isBackFromService(location.search)) return false
  const library = await loadAccounts()
  return library.hasSession()
}

function hasLastUser(): boolean {
  return settings !== undefined && localStorage.getItem(storageKey('LastAuthUser')) !== null
}

/** The bearer token of every call, or undefined for a visitor. Renewed when it has expired. */
export async function idToken(): Promise<string | undefined> {
  // While the sign-in screens hold the session back, their own calls already use it.
  if (!settings || !(hasEntered || (await isSignedIn()))) return undefined
  const library = await loadAccounts()
  return library.readIdToken()
}

/**
 * A new bearer token in place of one that was refused before it expired.
 *
 * @returns undefined when the session has ended; the customer has been told
 * @throws when no answer came; the session is kept
 */
export async function renewIdToken(refused?: string): Promise<string | undefined> {
  const library = await loadAccounts()
  const renewed = await library.renewSession(refused)
  if (renewed === undefined) await endUnasked()
  return renewed
}

/** Ends the session here because it has ended elsewhere. Works offline. */
export async function endUnasked(): Promise<void> {
  const library = await loadAccounts()
  await library.forgetTokens()
  leaveUnasked()
}

/** The same without a message, because the screen gives the reason: a password reset ends every session. */
export async function endByReset(): Promise<void> {
  const library = await loadAccounts()
  await library.forgetTokens()
  leave()
}

/** Ends the session here, or with `everywhere` on every device. */
export async function signOut(options: { everywhere?: boolean } = {}): Promise<void> {
  const library = await loadAccounts()
  await library.endSession(options)
  leave()
}

/** Delays a sign-in while its screens have more questions, such as a contact to verify. */
export function holdSignIn(): void {
  isHeld = true
}

/** The sign-in screens are done or closed: a delayed sign-in takes effect. */
export function releaseSignIn(): void {
  isHeld = false
  if (hasEntered) enter()
}

/** Enters a session that another tab opened, or that this tab missed. */
export function enterFound(): void {
  isHeld = false
  enter()
}

/** Calls back on every sign-in and sign-out. Returns a function that stops listening. */
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

/** Stays on the screen if its guards allow; otherwise signing in leads back (docs/spec.md §6). */
function leaveUnasked(): void {
  leave()
  if (isEndTold) return
  isEndTold = true
  const i18n = pageTexts()
  showToast({
    tone: 'plain',
    title: i18n.t('You were signed out'),
    text: i18n.t('Sign in to pick up where you left off.'),
  })
}

function settle(state: SessionState): void {
  useStore.setState({ state })
}

/** Whether another service's sign-in has just sent the visitor back, signed in or refused. */
export function isBackFromService(search: string): boolean {
  const parameters = new URLSearchParams(search)
  return parameters.has('state') && (parameters.has('code') || parameters.has('error'))
}
