// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER, SITE } from '../../testing/site-fixture.ts'
import { closeCartPanel, closeModal, openCartPanel, useModalStore } from '../modal-store.ts'
import { guardPreloads } from '../preload-guard.ts'
import { showToast } from '../toast-store.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  closeModal()
  closeCartPanel()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('without site data, the page says so and Retry loads it again', async () => {
  let isDown = true
  const answer = () => (isDown ? Response.json({ code: 'fault' }, { status: 500 }) : SITE)
  await renderPage('/', { answers: { 'GET /api/v1/actual_rewards_site/': answer } })
  expect(await screen.findByRole('heading', { name: 'Failed to load site data' })).toBeTruthy()

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'A thank-you they can hold.' })).toBeTruthy()
})

test.each([
  ['/', []],
  ['/#how', ['How it works']],
])('at %s the header marks only the current section', async (path, current) => {
  await renderPage(path)
  const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
  const marked = () => nav.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(marked().map(({ textContent }) => textContent)).toEqual(current)
})

test('the footer leaves out what a new site doesn’t have yet', async () => {
  const newSite = { ...SITE, support_phone: '', support_hours: '', legal_texts: [] }
  await renderPage('/', { answers: { 'GET /api/v1/actual_rewards_site/': newSite } })
  const footer = await screen.findByRole('contentinfo')
  expect(footer.textContent).toContain('Questions? help@northwind.example.')
  expect(footer.textContent).not.toContain('Fine print')
  expect(footer.textContent).not.toContain(', .')
})

test('an unknown address shows the fallback page', async () => {
  await renderPage('/no/such/place')
  expect(await screen.findByRole('heading', { name: '404 Not Found' })).toBeTruthy()
})

test('a signed-out visitor of a signed-in screen goes home with the requested path, and the sign-in modal opens', async () => {
  const { router } = await renderPage('/settings?tab=1')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(router.state.location.search).toEqual({ redirect: '/settings?tab=1' })
  await waitFor(() => expect(useModalStore.getState().open?.variant).toBe('auth'))
})

test('closing the sign-in modal cleans the address', async () => {
  const { router } = await renderPage('/?login=signUp&redirect=%2Fsettings')
  await waitFor(() => expect(useModalStore.getState().open?.props).toEqual({ screen: 'signUp' }))
  act(closeModal)
  await waitFor(() => expect(router.state.location.href).toBe('/'))
})

test('signing in leads to the requested page', async () => {
  const { router, signIn } = await renderPage('/?redirect=%2Fsettings')
  await waitFor(() => expect(useModalStore.getState().open?.variant).toBe('auth'))
  signIn()
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'))
  expect(useModalStore.getState().open).toBeNull()
})

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/no/such/place'])(
  'signing in never leads to %s',
  async (wanted) => {
    const { router, signIn } = await renderPage(`/?redirect=${encodeURIComponent(wanted)}`)
    signIn()
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-rewards'))
  },
)

test('the page does not scroll while the cart panel is open', async () => {
  await renderPage('/settings', { isSignedIn: true })
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(document.documentElement.style.overflow).toBe('')

  act(openCartPanel)
  expect(document.documentElement.style.overflow).toBe('hidden')
  await screen.findByRole('dialog', { name: /cart/i })

  act(closeCartPanel)
  await waitFor(() => expect(document.documentElement.style.overflow).toBe(''))
})

test('the tab names the screen and the site', async () => {
  await renderPage('/settings', { isSignedIn: true })
  await waitFor(() => expect(document.title).toBe('Settings · Northwind Rewards'))
})

test('a toast is announced and can be undone and closed', async () => {
  await renderPage('/no/such/place')
  const onUndo = vi.fn()
  act(() => {
    showToast({ title: 'Removed 11 people', tone: 'plain', onUndo })
    showToast({ title: 'We could not save that', tone: 'bad' })
  })
  expect(screen.getByRole('status').textContent).toContain('Removed 11 people')
  expect(screen.getByRole('alert').textContent).toContain('We could not save that')

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onUndo).toHaveBeenCalledTimes(1)

  fireEvent.click(screen.getAllByRole('button', { name: 'Close message' })[1]!)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), { timeout: 2_000 })
})

test('the account menu has all header links, which phones hide', async () => {
  const { router } = await renderPage('/settings', { isSignedIn: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Account' }))
  const entries = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
  expect(entries).toEqual(expect.arrayContaining(['My rewards', 'Addresses', 'Settings', 'Help']))

  fireEvent.click(screen.getByRole('menuitem', { name: 'Help' }))
  await waitFor(() => expect(router.state.location.href).toBe('/#help'))
})

test('the account modal names the customer and links to the account and the settings', async () => {
  const { router } = await renderPage('/settings', {
    isSignedIn: true,
    answers: { 'GET /api/v1/actual_user/': CUSTOMER },
  })
  fireEvent.click(await screen.findByRole('button', { name: /account/i }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Account' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Your account' }))
  expect(useModalStore.getState().open?.variant).toBe('account')
  expect(modal.getByText(CUSTOMER.email)).toBeTruthy()
  expect(modal.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe('/settings')

  fireEvent.click(modal.getByRole('link', { name: 'Open account' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'))
  expect(useModalStore.getState().open).toBeNull()
})

test('an overlay that fails to render says so and leaves the page in place', async () => {
  await renderPage('/settings', { isSignedIn: true })
  vi.stubGlobal('CSS', undefined)
  act(openCartPanel)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('We couldn’t open that'))
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
})

test('a chunk that failed to load shows a plain message with a reload', async () => {
  guardPreloads(window)
  const failed = new TypeError('Failed to fetch dynamically imported module: http://x/assets/help-1.js')
  const { router } = await renderPage('/settings', { isSignedIn: true })
  const heading = await screen.findByRole('heading', { level: 1, name: 'Settings' })
  // Vite does this when an import fails.
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failed }))
  const account = router.routesByPath['/account']
  account.update({ ...account.options, beforeLoad: () => Promise.reject(failed) } as never)
  await act(() => router.navigate({ to: '/account' }))
  await waitFor(() => expect(heading.isConnected).toBe(false))
  const reload = screen.getByRole('button', { name: 'Reload page' })
  expect(reload.closest('[role=alert]')?.textContent).toMatch(
    /^This page didn’t load.*Reload it to continue\./,
  )
  expect(document.body.textContent).not.toContain('assets')
})

test.each(['/', '/office/', '/claim/one'])(
  'at %s, a demo says that nothing is real, and a real shop doesn’t say so',
  async (path) => {
    const answerAs = (is_demo: boolean) => ({
      answers: { 'GET /api/v1/actual_rewards_site/': { ...SITE, is_demo } },
    })
    await renderPage(path, answerAs(true))
    const ribbon = await screen.findByRole('complementary', { name: 'Demo' })
    expect(ribbon.textContent).toBe('Demo: orders, payments, and cards aren’t real.')
    cleanup()

    await renderPage(path, answerAs(false))
    await waitFor(() => expect(document.querySelector('main, header, h1')).toBeTruthy())
    expect(screen.queryByRole('complementary', { name: 'Demo' })).toBeNull()
  },
)

const HOME = 'Northwind Rewards, home'

test('a site without a logo shows its name, and its first letter where the name has no room', async () => {
  await renderPage('/')
  const [header] = await screen.findAllByRole('link', { name: HOME })
  expect(header!.querySelector('img')).toBeNull()
  const texts = [...header!.querySelectorAll('span')].map(({ textContent }) => textContent)
  expect(texts).toEqual(['Northwind Rewards', 'N'])
})

test('a logo that includes the name is shown without it, and the icon where it has no room', async () => {
  const logos = { site_logo: '/logo.svg', iso_logo: '/icon.png', negative_logo: '/white.png' }
  const site = { ...SITE, ...logos, logo_has_name: true }
  await renderPage('/', { answers: { 'GET /api/v1/actual_rewards_site/': site } })
  const links = await screen.findAllByRole('link', { name: HOME })
  const sources = (link: HTMLElement | undefined) =>
    [...(link?.querySelectorAll('img') ?? [])].map((image) => image.getAttribute('src'))
  expect(links[0]!.textContent).toBe('')
  expect(sources(links[0])).toEqual(['/logo.svg', '/white.png', '/icon.png'])
  // On the footer's dark background, the name always has room.
  expect(sources(links.at(-1))).toEqual(['/white.png'])
})
