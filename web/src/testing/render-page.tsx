import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, configure, getConfig, render } from '@testing-library/react'
import { vi } from 'vitest'
import { makeQueryClient } from '../app/query-client.ts'
import { makeRouter } from '../app/router.tsx'
import { startTexts } from '../app/texts.ts'
import { BILLING, SITE } from './site-fixture.ts'

/** `'GET /api/v1/orders/7/'` → the server's answer: a body, or a function of the query. */
export type Answers = Record<string, unknown | ((query: URLSearchParams) => unknown)>

const { getElementError } = getConfig()
configure({
  // Only ends tests that hang; a busy machine loads screens slowly.
  asyncUtilTimeout: 20_000,
  // An error contains the whole page. While an element is awaited, only the last one is seen, which gets it later.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

function isWaiting(): boolean {
  const config: { _disableExpensiveErrorDiagnostics?: boolean } & ReturnType<typeof getConfig> = getConfig()
  return config._disableExpensiveErrorDiagnostics === true
}

const session = vi.hoisted(() => ({ isSignedIn: false, listeners: new Set<() => void>() }))
vi.mock('../app/session.ts', async () => {
  const { useSyncExternalStore } = await import('react')
  const state = () => (session.isSignedIn ? 'signed-in' : 'signed-out')
  const subscribe = (listener: () => void) => {
    session.listeners.add(listener)
    return () => session.listeners.delete(listener)
  }
  return {
    setAccounts: () => {},
    isSignedIn: async () => session.isSignedIn,
    idToken: async () => (session.isSignedIn ? 'id.token' : undefined),
    renewIdToken: async () => setSignedIn(false),
    endUnasked: async () => setSignedIn(false),
    signOut: async () => setSignedIn(false),
    loadAccounts: async () => {},
    holdSignIn: () => {},
    releaseSignIn: () => {},
    enterFound: () => setSignedIn(true),
    subscribeToSession: subscribe,
    useSession: () => useSyncExternalStore(subscribe, state),
  }
})

function setSignedIn(isSignedIn: boolean) {
  session.isSignedIn = isSignedIn
  for (const listener of session.listeners) listener()
}

/** Stubs browser APIs that jsdom lacks. */
function stubBrowser() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('CSS', { escape: (text: string) => text, supports: () => false })
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [] } })
}

/**
 * Opens the app at a path with a fake network. Route tree, shell, and
 * guards are real; only the session is fake.
 */
export async function renderPage(path: string, options: { isSignedIn?: boolean; answers?: Answers } = {}) {
  stubBrowser()
  startTexts()
  session.isSignedIn = options.isSignedIn ?? false
  const answers: Answers = {
    'GET /api/v1/actual_rewards_site/': SITE,
    'GET /api/v1/landing_components/': [],
    'GET /api/v1/companies/': [],
    'GET /api/v1/company/terms/': { terms: null, invoices: [] },
    'GET /api/v1/company/billing/': BILLING,
    'GET /api/v1/orders/': { count: 0, next: null, previous: null, results: [] },
    ...options.answers,
  }
  const requests: { method: string; path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const key = `${init.method ?? 'GET'} ${pathname}`
    requests.push({ method: init.method ?? 'GET', path: pathname, body: init.body })
    const answer = answers[key]
    const body: unknown = typeof answer === 'function' ? await answer(searchParams) : answer
    if (body === undefined) return Response.json({ code: 'not_found', detail: 'Not found' }, { status: 404 })
    return body instanceof Response ? body : Response.json(body)
  })

  const queryClient = makeQueryClient()
  const router = makeRouter(queryClient)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) } as never)
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await act(() => router.load())
  return { ...view, router, queryClient, requests, signIn: () => act(() => setSignedIn(true)) }
}
