// @vitest-environment jsdom
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toCamel } from '../../app/case.ts'
import { configureAccounts } from '../../app/session-accounts.ts'
import type { Site } from '../../app/site.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SITE } from '../../testing/site-fixture.ts'

/** The dialog with the accounts library as it is; the accounts service is played. */
type Asked = { operation: string; body: Record<string, unknown> }
type Service = (asked: Asked) => Response | Promise<Response>

const PLAYED = {
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

async function openDoor(service: Service, path = '/?login=signIn') {
  configureAccounts((toCamel(PLAYED) as Site).accounts)
  const asked: Asked[] = []
  const page = await renderPage(path, { answers: { 'GET /api/v1/actual_rewards_site/': PLAYED } })
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

type Door = Awaited<ReturnType<typeof openDoor>>['dialog']

async function enterPassword(dialog: Door, password = 'kettle-of-plum') {
  fireEvent.change(await dialog.findByLabelText('Work email', undefined, PATIENT), {
    target: { value: 'dana@halden.example' },
  })
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(dialog.getByRole('button', { name: 'Sign in' }))
}

const passwordIn = (dialog: Door) => dialog.getByLabelText<HTMLInputElement>('Password').value

test.each<[string, Service, RegExp]>([
  ['no answer comes', () => Promise.reject(new TypeError('Failed to fetch')), /could not reach the server/],
  ['the service fails', () => refusal('InternalErrorException', 'x', 500), /went wrong on our side/],
  ['a proxy answers', () => new Response(HTML, { status: 502 }), /went wrong on our side/],
  ['too many ask', () => Response.json({ code: 'too_many_requests' }, { status: 429 }), /^Too many requests/],
])('keeps the password that was typed when %s, and says what happened', async (_, service, sentence) => {
  const { dialog } = await openDoor(service)
  await enterPassword(dialog)
  expect((await dialog.findByRole('alert', undefined, PATIENT)).textContent).toMatch(sentence)
  expect(passwordIn(dialog)).toBe('kettle-of-plum')
})

test('empties the password when the service says it is wrong', async () => {
  const { dialog } = await openDoor(() =>
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

/** Knows an account that was never confirmed, and the code 123456. */
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
        return refusal('InvalidParameterException', `Not played: ${operation}`)
    }
  }
}

async function typeCode(dialog: Door, code: string) {
  fireEvent.change(await dialog.findByRole('textbox', { name: 'Code' }, PATIENT), { target: { value: code } })
}

test('submits a code once it is whole, and a wrong one only once', async () => {
  const { dialog, asked } = await openDoor(unconfirmedAccount())
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
  const { dialog, asked } = await openDoor(unconfirmedAccount())
  await enterPassword(dialog)
  await typeCode(dialog, '123456')
  await dialog.findByText('Signed in with the password that was typed.', undefined, PATIENT)
  const { body } = asked.filter(({ operation }) => operation === 'InitiateAuth').at(-1)!
  expect(body.AuthParameters).toMatchObject({ PASSWORD: 'kettle-of-plum' })
  expect(asked.filter(({ operation }) => operation === 'InitiateAuth')).toHaveLength(2)
})

test('comes back to the code after a reload, and only then', async () => {
  const first = await openDoor(unconfirmedAccount())
  await enterPassword(first.dialog)
  await first.dialog.findByRole('textbox', { name: 'Code' }, PATIENT)
  const left = { ...sessionStorage }
  first.unmount()
  expect(sessionStorage.getItem('laurel-confirming')).toBeNull()

  // A reload runs no clean-up.
  for (const [key, value] of Object.entries(left)) sessionStorage.setItem(key, value)
  const { router } = await openDoor(unconfirmedAccount(), '/?login=signUp')
  await waitFor(() => expect(router.state.location.pathname).toBe('/confirm-signup'), PATIENT)
  expect(router.state.location.search).toEqual({ email: 'dana@halden.example' })
  // Not a second time: people can go back to signing in.
  expect(sessionStorage.getItem('laurel-confirming')).toBeNull()
})

test('each tab controls a panel that is there', async () => {
  const { dialog } = await openDoor(unconfirmedAccount())
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
