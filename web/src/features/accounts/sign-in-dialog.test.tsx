// @vitest-environment happy-dom
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toCamel } from '../../app/case.ts'
import { configureAccounts } from '../../app/session-accounts.ts'
import type { Site } from '../../app/site.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SITE } from '../../testing/site-fixture.ts'

// The real accounts library against a fake accounts service.
type Asked = { operation: string; body: Record<string, unknown> }
type Service = (asked: Asked) => Response | Promise<Response>

const FAKE_SITE = {
  ...SITE,
  accounts: { ...SITE.accounts, auth_flow: 'USER_PASSWORD_AUTH' as const, user_pool_endpoint: '/identity/' },
}
const PATIENT = { timeout: 30_000 }
const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const refusal = (__type: string, message: string, status = 400) =>
  Response.json({ __type, message }, { status })

async function openDialog(service: Service, path = '/?login=signIn') {
  configureAccounts((toCamel(FAKE_SITE) as Site).accounts)
  const asked: Asked[] = []
  const page = await renderPage(path, { answers: { 'GET /api/v1/actual_rewards_site/': FAKE_SITE } })
  const shop = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const target = new Headers(init.headers).get('x-amz-target')
    if (!target) return shop(url, init)
    const one = { operation: target.split('.')[1] ?? '', body: JSON.parse(String(init.body)) }
    asked.push(one)
    return service(one)
  })
  return { ...page, dialog: within(document.body), asked }
}

type Dialog = Awaited<ReturnType<typeof openDialog>>['dialog']

async function enterPassword(dialog: Dialog, password = 'kettle-of-plum') {
  fireEvent.change(await dialog.findByLabelText('Work email', undefined, PATIENT), {
    target: { value: 'dana@halden.example' },
  })
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(dialog.getByRole('button', { name: 'Sign in' }))
}

const passwordIn = (dialog: Dialog) => dialog.getByLabelText<HTMLInputElement>('Password').value

test.each<[string, Service, RegExp]>([
  ['no answer comes', () => Promise.reject(new TypeError('Failed to fetch')), /couldn’t reach the server/],
  ['the service fails', () => refusal('InternalErrorException', 'x', 500), /went wrong on our side/],
  ['a proxy answers', () => new Response(HTML, { status: 502 }), /went wrong on our side/],
  [
    'the service limits requests',
    () => Response.json({ code: 'too_many_requests' }, { status: 429 }),
    /^Too many requests/,
  ],
])('keeps the password and explains the error when %s', async (_, service, sentence) => {
  const { dialog } = await openDialog(service)
  await enterPassword(dialog)
  expect((await dialog.findByRole('alert', undefined, PATIENT)).textContent).toMatch(sentence)
  expect(passwordIn(dialog)).toBe('kettle-of-plum')
})

test('clears the password when the service says it is wrong', async () => {
  const { dialog } = await openDialog(() =>
    refusal('NotAuthorizedException', 'Incorrect username or password.'),
  )
  await enterPassword(dialog)
  expect((await dialog.findByRole('alert', undefined, PATIENT)).textContent).toBe(
    'Incorrect username or password.',
  )
  await waitFor(() => expect(passwordIn(dialog)).toBe(''))
})

const CODE_SENT = {
  CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'd***' },
}

/** A service with one unconfirmed account, whose code is 123456. */
function unconfirmedAccount(): Service {
  let isConfirmed = false
  return ({ operation, body }) => {
    switch (operation) {
      case 'InitiateAuth':
        return isConfirmed
          ? refusal('NotAuthorizedException', 'Signed in with the password that was typed.')
          : refusal('UserNotConfirmedException', 'User is not confirmed.')
      case 'ResendConfirmationCode':
        return Response.json(CODE_SENT)
      case 'ConfirmSignUp':
        if (body.ConfirmationCode !== '123456')
          return refusal('CodeMismatchException', 'That code isn’t right.')
        isConfirmed = true
        return Response.json({})
      default:
        return refusal('InvalidParameterException', `Not faked: ${operation}`)
    }
  }
}

async function typeCode(dialog: Dialog, code: string) {
  fireEvent.change(await dialog.findByRole('textbox', { name: 'Code' }, PATIENT), { target: { value: code } })
}

test('submits a complete code at once, and a wrong one only once', async () => {
  const { dialog, asked } = await openDialog(unconfirmedAccount())
  const codes = () =>
    asked.filter(({ operation }) => operation === 'ConfirmSignUp').map(({ body }) => body.ConfirmationCode)
  await enterPassword(dialog)
  await typeCode(dialog, '99999')
  expect(codes()).toEqual([])
  await typeCode(dialog, '999999')
  await dialog.findByText('That code isn’t right.', undefined, PATIENT)
  await typeCode(dialog, '99999')
  await typeCode(dialog, '999 999')
  expect(codes()).toEqual(['999999'])
  await typeCode(dialog, '123-456')
  await waitFor(() => expect(codes()).toEqual(['999999', '123456']), PATIENT)
})

test('signs in after the confirmation with the password typed before it', async () => {
  const { dialog, asked } = await openDialog(unconfirmedAccount())
  await enterPassword(dialog)
  await typeCode(dialog, '123456')
  await dialog.findByText('Signed in with the password that was typed.', undefined, PATIENT)
  const { body } = asked.filter(({ operation }) => operation === 'InitiateAuth').at(-1)!
  expect(body.AuthParameters).toMatchObject({ PASSWORD: 'kettle-of-plum' })
  expect(asked.filter(({ operation }) => operation === 'InitiateAuth')).toHaveLength(2)
})

test('returns to the code after a reload, and only then', async () => {
  const first = await openDialog(unconfirmedAccount())
  await enterPassword(first.dialog)
  await first.dialog.findByRole('textbox', { name: 'Code' }, PATIENT)
  const left = { ...sessionStorage }
  first.unmount()
  expect(sessionStorage.getItem('laurel-confirming')).toBeNull()

  // A reload runs no cleanup.
  for (const [key, value] of Object.entries(left)) sessionStorage.setItem(key, value)
  const { router } = await openDialog(unconfirmedAccount(), '/?login=signUp')
  await waitFor(() => expect(router.state.location.pathname).toBe('/confirm-signup'), PATIENT)
  expect(router.state.location.search).toEqual({ email: 'dana@halden.example' })
  // Only once, so that people can still go back to sign in.
  expect(sessionStorage.getItem('laurel-confirming')).toBeNull()
})

test('each tab controls an existing panel', async () => {
  const { dialog } = await openDialog(unconfirmedAccount())
  for (const name of ['Create account', 'Sign in']) {
    fireEvent.click(await dialog.findByRole('tab', { name }, PATIENT))
    const tab = dialog.getByRole('tab', { name })
    await waitFor(() => expect(tab.getAttribute('aria-selected')).toBe('true'))
    await waitFor(() => expect(document.getElementById(tab.getAttribute('aria-controls') ?? '')).toBeTruthy())
    for (const one of dialog.getAllByRole('tab')) {
      const id = one.getAttribute('aria-controls')
      expect(id === null || document.getElementById(id) !== null).toBe(true)
    }
  }
})
