// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
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
const PATIENT = { timeout: 10_000 }
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
  const dialog = within(await screen.findByRole('dialog', undefined, PATIENT))
  return { ...page, dialog, asked }
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
