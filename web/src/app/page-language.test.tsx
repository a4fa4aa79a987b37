// @vitest-environment happy-dom
import { LANGUAGE_COOKIE } from '@laurel/domain/languages'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { escapedTexts } from '../testing/escaped-texts.ts'
import { renderPage } from '../testing/render-page.tsx'
import { CUSTOMER } from '../testing/site-fixture.ts'
import { keepChoice } from './keep-choice.ts'
import { showToast } from './toast-store.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.documentElement.lang = 'en'
  keepChoice(LANGUAGE_COOKIE, undefined)
})

/** Of the site and the sample cards. */
const DATA = /Terms|weekdays 8 to 6 Central|(?<=: +\]).+/g

const lang = () => document.documentElement.lang

test.each(['/', '/nowhere', '/reset-password', '/confirm-signup'])(
  'every text of %s is translated',
  async (path) => {
    document.documentElement.lang = 'en-XA'
    await renderPage(path)
    await screen.findByRole('heading', { level: 1, name: /^\[/ })
    expect(escapedTexts(document.body, DATA)).toEqual([])
  },
)

test('every text of a message is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await renderPage('/nowhere')
  await screen.findByRole('heading', { level: 1, name: /^\[/ })
  act(() => void showToast({ title: '', onUndo: () => {} }))
  expect(escapedTexts(await screen.findByRole('status'), DATA)).toEqual([])
})

test('a visitor switches the language of the shop, and this browser remembers it', async () => {
  await renderPage('/')
  fireEvent.click(await screen.findByRole('button', { name: 'Español' }))
  await screen.findByRole('heading', { name: 'Tres métodos de entrega' })
  expect(lang()).toBe('es')
  expect(document.cookie).toContain(`${LANGUAGE_COOKIE}=es`)
  fireEvent.click(screen.getByRole('button', { name: 'English' }))
  await screen.findByRole('heading', { name: 'Three delivery methods' })
})

const customer = (language: string) => ({ ...CUSTOMER, language })

test('an account’s language applies on a new device', async () => {
  await renderPage('/', { isSignedIn: true, answers: { 'GET /api/v1/actual_user/': customer('es') } })
  await screen.findByRole('heading', { name: 'Tres métodos de entrega' })
  expect(document.cookie).toContain(`${LANGUAGE_COOKIE}=es`)
})

test('a signed-in customer’s choice is saved to their account', async () => {
  const { requests } = await renderPage('/', {
    isSignedIn: true,
    answers: { 'GET /api/v1/actual_user/': customer('en'), 'PATCH /api/v1/user/': customer('es') },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Español' }))
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ method: 'PATCH', path: '/api/v1/actual_user/' }),
  )
  expect(String(requests.at(-1)!.body)).toBe('language=es')
  await screen.findByRole('heading', { name: 'Tres métodos de entrega' })
})

test('a page without catalogs is in English, and the next one in the visitor’s language', async () => {
  document.documentElement.lang = 'es'
  const { router } = await renderPage('/')
  await screen.findByRole('heading', { name: 'Tres métodos de entrega' })
  await router.navigate({ to: '/office' })
  await waitFor(() => expect(lang()).toBe('en'))
  await router.navigate({ to: '/' })
  await screen.findByRole('link', { name: 'Métodos de entrega' })
  expect(lang()).toBe('es')
})
