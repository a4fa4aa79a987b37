// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ME, officeAnswers } from '../../testing/office-fixture.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import * as siteSwitch from './site-switch.ts'

configure({ asyncUtilTimeout: 10_000 })

const left = vi.hoisted(() => ({ to: [] as string[] }))
vi.mock('./site-switch.ts', async (load) => ({
  ...(await load<typeof siteSwitch>()),
  goToSite: (site: { url: string }, path: string) => left.to.push(`${site.url} ${path}`),
  replacePage: (url: string) => left.to.push(url),
}))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  left.to = []
  sessionStorage.clear()
  window.location.hash = ''
  siteSwitch.keepArrival(undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const signedOut = () => Response.json({ code: 'sign_in_required', detail: 'Sign in first.' }, { status: 401 })
const OTHER = {
  name: 'Acorn & Co.',
  host: 'acorn.localhost',
  url: 'http://acorn.localhost',
  site_primary_color: '#225522',
  site_secondary_color: '#88aa88',
  card_mark: { paths: [{ d: 'M0 0h32v32H0z', second: false }], word: 'Acorn', serif: true },
  is_connected: true,
}
const open = (path: string, answers: Answers = {}) =>
  renderPage(path, { answers: { ...officeAnswers(), ...answers } })

test('lists other sites, and goes to the same place there', async () => {
  await open('/office/orders/7', { 'GET /api/v1/office/sites/': [OTHER] })
  const button = await screen.findByRole('button', { name: /^Switch site, at/ })
  fireEvent.keyDown(button, { key: 'Enter' })
  fireEvent.keyUp(button, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Acorn & Co.' }))
  expect(left.to).toEqual(['http://acorn.localhost /office/orders'])
})

test('shows no switcher to who works on one site', async () => {
  await open('/office')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: /^Switch site/ })).toBeNull()
})

test('asks the other site for a ticket, and keeps its own secret', async () => {
  await open('/office/arrive?from=localhost&path=/office/orders', {
    'POST /api/v1/office/arrivals/': {
      verifier: 'v1',
      url: 'http://localhost/office/switch?to=x&challenge=y',
    },
  })
  await waitFor(() => expect(left.to).toEqual(['http://localhost/office/switch?to=x&challenge=y']))
  expect(siteSwitch.takeAsked()).toEqual({ verifier: 'v1', path: '/office/orders' })
})

test('makes the ticket once staff are signed in', async () => {
  const { requests } = await open('/office/switch?to=acorn.localhost&challenge=abc', {
    'POST /api/v1/office/switches/': { url: 'http://acorn.localhost/office/arrive#t1' },
  })
  await waitFor(() => expect(left.to).toEqual(['http://acorn.localhost/office/arrive#t1']))
  const made = requests.filter(({ path }) => path === '/api/v1/office/switches/')
  expect(made.map(({ body }) => `${body}`)).toEqual(['to=acorn.localhost&challenge=abc'])
})

test('opens the place with the ticket, which leaves the address at once', async () => {
  siteSwitch.keepAsked({ verifier: 'v1', path: '/office/orders' })
  window.location.hash = '#t1'
  let isIn = false
  const { router, requests } = await open('/office/arrive', {
    'GET /api/v1/office/me/': () => (isIn ? ME : signedOut()),
    'POST /api/v1/office/arrivals/finish/': () => {
      isIn = true
      return ME
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Orders' })).toBeTruthy()
  expect(window.location.hash).toBe('')
  expect(router.state.location.href).toBe('/office/orders')
  const finish = requests.filter(({ path }) => path === '/api/v1/office/arrivals/finish/')
  expect(finish.map(({ body }) => `${body}`)).toEqual(['ticket=t1&verifier=v1'])
  expect(siteSwitch.takeAsked()).toEqual({})
})

test('asks for a sign-in where the sites aren’t connected yet, and brings the ticket along', async () => {
  siteSwitch.keepAsked({ verifier: 'v1', path: '/office' })
  window.location.hash = '#t1'
  const { requests } = await open('/office/arrive', {
    'GET /api/v1/office/me/': signedOut,
    'POST /api/v1/office/arrivals/finish/': signedOut,
    'POST /api/v1/office/sign_in/': { step: 'code', ticket: 't2' },
    'POST /api/v1/office/sign_in/code/': ME,
  })
  expect(await screen.findByText(/^Sign in once\. After that, you can switch/)).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'a@b.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Open the office' }))
  await waitFor(() => {
    const sent = requests.find(({ path }) => path === '/api/v1/office/sign_in/code/')
    expect(`${sent?.body}`).toBe('ticket=t2&code=123456&switch_ticket=t1&switch_verifier=v1')
  })
})

test.each(['https://evil.example/', '//evil.example', '/office/../evil', '/my-rewards'])(
  'follows no path but the office’s own: %s',
  async (path) => {
    await open(`/office/arrive?from=localhost&path=${encodeURIComponent(path)}`, {
      'POST /api/v1/office/arrivals/': { verifier: 'v1', url: 'http://localhost/office/switch' },
    })
    await waitFor(() => expect(left.to).toEqual(['http://localhost/office/switch']))
    expect(siteSwitch.takeAsked().path).toBe('/office')
  },
)

test('returns to the office when the switch fails', async () => {
  const { router } = await open('/office/switch?to=evil.example&challenge=abc')
  await waitFor(() => expect(router.state.location.pathname).toBe('/office'))
  expect(left.to).toEqual([])
})
