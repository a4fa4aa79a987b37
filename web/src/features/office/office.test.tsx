// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import { ME, officeAnswers } from '../../testing/office-fixture.ts'
import { pageOf } from '../../testing/order-fixture.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'

// Screens load lazily, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  closeModal()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const signedOut = () => Response.json({ code: 'sign_in_required', detail: 'Sign in first.' }, { status: 401 })
const field = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

async function open(path: string, answers: Answers = {}) {
  return renderPage(path, { answers: { ...officeAnswers(), ...answers } })
}

test('shows sign-in at the requested URL, and the screen after it', async () => {
  let isIn = false
  const { router } = await open('/office/received-payments?only=all', {
    'GET /api/v1/office/me/': () => (isIn ? ME : signedOut()),
    'POST /api/v1/office/sign_in/': { step: 'code', ticket: 't1' },
    'POST /api/v1/office/sign_in/code/': () => {
      isIn = true
      return ME
    },
  })
  expect(await screen.findByRole('heading', { name: 'Sign in to the office' })).toBeTruthy()
  field('Email', 'robin@northwind.example')
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  press('Continue')
  expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeTruthy()
  field('Code', '123 456')
  press('Open the office')

  expect(await screen.findByRole('heading', { level: 1, name: 'Payments received' })).toBeTruthy()
  expect(router.state.location.href).toBe('/office/received-payments?only=all')
})

test('sets up the authenticator app at the first sign-in, by QR code or key', async () => {
  await open('/office', {
    'GET /api/v1/office/me/': signedOut,
    'POST /api/v1/office/sign_in/': {
      step: 'set_up',
      ticket: 't1',
      secret: 'JBSWY3DPEHPK3PXP',
      otpauth_url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
    },
    'POST /api/v1/office/sign_in/code/': () =>
      Response.json(
        { code: 'validation_failed', errors: [{ field: 'code', code: 'wrong', message: 'Not that code.' }] },
        { status: 422 },
      ),
  })
  await screen.findByRole('heading', { name: 'Sign in to the office' })
  field('Email', 'robin@northwind.example')
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  press('Continue')
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the key' })).toBeTruthy()
  field('Code', '111111')
  press('Open the office')
  expect(await screen.findByText('Not that code.')).toBeTruthy()
})

test('asks for a new password before anything else if staff got a temporary one', async () => {
  await open('/office', { 'GET /api/v1/office/me/': { ...ME, must_change_password: true } })
  expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Office' })).toBeNull()
})

test('shows only the places that the role may open', async () => {
  await open('/office/orders', {
    'GET /api/v1/office/me/': { ...ME, role: 'viewer', capabilities: ['orders.read'] },
  })
  const places = within(await screen.findByRole('navigation', { name: 'Office' })).getAllByRole('link')
  expect(places.map((place) => place.textContent?.replace(/\d.*/, ''))).toEqual(['Today', 'Orders'])
})

test('says that the session has ended, and keeps the URL', async () => {
  let hasEnded = false
  const orders = () => (hasEnded ? signedOut() : pageOf())
  const { router } = await open('/office/orders', { 'GET /api/v1/office/orders/': orders })
  await screen.findByRole('heading', { name: 'Orders' })
  hasEnded = true
  press('On hold')
  expect(await screen.findByText(/Your session has ended/)).toBeTruthy()
  expect(router.state.location.href).toBe('/office/orders?only=held')
})

test('never sends a customer’s token to the office API', async () => {
  const seen: string[] = []
  const { requests } = await renderPage('/office/orders', { isSignedIn: true, answers: officeAnswers() })
  await screen.findByRole('heading', { name: 'Orders' })
  const fetching = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.startsWith('/api/v1/office/')) seen.push(new Headers(init.headers).get('authorization') ?? 'none')
    return fetching(url, init)
  })
  press('On hold')
  await waitFor(() => expect(seen.length).toBeGreaterThan(0))
  expect(new Set(seen)).toEqual(new Set(['none']))
  expect(requests.length).toBeGreaterThan(0)
})

test('keeps the filters in the URL and sends them to the server', async () => {
  const asked: string[] = []
  const { router } = await open('/office/orders?search=10475', {
    'GET /api/v1/office/orders/': (query: URLSearchParams) => {
      asked.push(query.toString())
      return pageOf()
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'In review' }))
  press('Flagged')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ search: '10475', status: 'in_review', only: 'flagged' }),
  )
  await waitFor(() =>
    expect(asked.some((one) => /status=in_review/.test(one) && /search=10475/.test(one))).toBe(true),
  )
})
