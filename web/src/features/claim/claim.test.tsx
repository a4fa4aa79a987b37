// @vitest-environment happy-dom
import { LANGUAGE_COOKIE } from '@laurel/domain/languages'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { keepChoice } from '../../app/keep-choice.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { renderPage } from '../../testing/render-page.tsx'

const CLAIM = {
  state: 'ready',
  first_name: 'Maya',
  last_name: 'Okafor',
  message: 'Thank you, Maya.',
  sender_name: 'Halden Tools',
  value_cents: 5_000,
  reward_name: 'Meridian Prepaid',
  network: 'meridian',
  card: {
    art: 'laurel',
    design: {
      tone: 'deep',
      gradient: 'soft',
      line1: 'Thank you',
      line2: '',
      logo_file_key: null,
      logo_one_color: false,
    },
    text_color: '#ffffff',
    amount_place: 'corner',
  },
  picture_url: '/api/v1/claims/abc/picture/',
  expires_at: null,
  claimed_at: null,
  thanks: '',
}
const REVEALED = {
  number: '9400123412341234',
  pin: '4711',
  value_cents: 5_000,
  balance_cents: 2_500,
  claimed_at: '2026-11-21T10:00:00.000Z',
}
const answers = (claim: object, more = {}) => ({ 'GET /api/v1/claims/abc/': { ...CLAIM, ...claim }, ...more })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.documentElement.lang = 'en'
  keepChoice(LANGUAGE_COOKIE, undefined)
})

test('a card greets its owner, and keeps number and PIN to itself until they are asked for', async () => {
  const page = await renderPage('/claim/abc', {
    answers: answers({}, { 'POST /api/v1/claims/abc/reveal/': REVEALED }),
  })
  await screen.findByRole('heading', { name: 'Maya, this is for you' })
  expect(screen.getByText('$50 Meridian Prepaid card, from Halden Tools')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'The card: Thank you, Maya Okafor, $50' })).toBeTruthy()
  expect(page.requests.some((request) => JSON.stringify(request).includes('reveal'))).toBe(false)

  expect(screen.queryByRole('region', { name: 'Number and PIN' })).toBeNull()
  const toggle = screen.getByRole('button', { name: 'Show number and PIN' })
  fireEvent.click(toggle)
  const shown = await screen.findByRole('region', { name: 'Number and PIN' })
  expect(shown.textContent).toContain('9400 1234 1234 1234')
  expect(shown.textContent).toContain('4711')
  expect(screen.getByText('Balance').parentElement!.textContent).toBe('$25.00Balance')
  expect(screen.getByText(/^\$25\.00 left of \$50\.00\./)).toBeTruthy()
  // The same button, so focus stays where it was.
  expect(screen.getByRole('button', { name: 'Hide number and PIN' })).toBe(toggle)

  fireEvent.click(screen.getByRole('button', { name: 'Hide number and PIN' }))
  await waitFor(() => expect(document.body.textContent).not.toContain('4711'))
})

test('a card’s page without a connection says so in its language', async () => {
  document.documentElement.lang = 'es'
  await renderPage('/claim/abc', {
    answers: { 'GET /api/v1/claims/abc/': () => Promise.reject(new TypeError('Failed to fetch')) },
  })
  expect(await screen.findByText(/^No pudimos conectarnos con el servidor/)).toBeTruthy()
})

test('the number is copied without the blanks it is read with', async () => {
  const writeText = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  await renderPage('/claim/abc', {
    answers: answers({}, { 'POST /api/v1/claims/abc/reveal/': REVEALED }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Show number and PIN' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Copy card number' }))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('9400123412341234'))
})

test.each([
  ['cancelled', 'This card was canceled or replaced and has no value'],
  ['expired', 'This link expired on'],
  ['on_hold', 'We can’t open this card right now'],
])('a card that is %s says so, and offers nothing to press', async (state, words) => {
  await renderPage('/claim/abc', { answers: answers({ state, expires_at: '2026-10-01T10:00:00.000Z' }) })
  await screen.findByText(new RegExp(words))
  const [language, ...others] = screen.getAllByRole('button')
  expect([language!.textContent, ...others]).toEqual(['Español'])
})

test('says whether a link is unknown or the connection failed', async () => {
  const refused = () => Response.json({ code: 'claim_not_found', detail: 'No card.' }, { status: 404 })
  await renderPage('/claim/abc', { answers: { 'GET /api/v1/claims/abc/': refused } })
  await screen.findByRole('heading', { name: 'This link doesn’t open a card' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('what went wrong on the way can be tried again', async () => {
  let isUp = false
  const answer = () => (isUp ? CLAIM : Response.json({ detail: 'Wait a moment.' }, { status: 503 }))
  await renderPage('/claim/abc', { answers: { 'GET /api/v1/claims/abc/': answer } })
  await screen.findByText('Wait a moment.')
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Maya, this is for you' })
})

test('a page that began in Spanish is in Spanish', async () => {
  document.documentElement.lang = 'es'
  await renderPage('/claim/abc', {
    answers: answers(
      { expires_at: '2026-12-21T18:00:00.000Z' },
      { 'POST /api/v1/claims/abc/reveal/': REVEALED },
    ),
  })
  await screen.findByRole('heading', { name: 'Maya, esto es para usted' })
  expect(screen.getByText('Tarjeta Meridian Prepaid de $50, de parte de Halden Tools')).toBeTruthy()
  expect(screen.getByText(/Abra su tarjeta a más tardar el 21 de diciembre de 2026\./)).toBeTruthy()
  expect(document.title).toBe('Meridian Prepaid de $50 · Northwind Rewards')
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar número y PIN' }))
  await screen.findByText(/^Quedan \$25\.00 de \$50\.00\./)
})

test('a visitor switches the language, and this browser remembers it', async () => {
  await renderPage('/claim/abc', { answers: answers({}) })
  fireEvent.click(await screen.findByRole('button', { name: 'Español' }))
  await screen.findByRole('heading', { name: 'Maya, esto es para usted' })
  expect(document.documentElement.lang).toBe('es')
  expect(document.cookie).toContain(`${LANGUAGE_COOKIE}=es`)
  fireEvent.click(screen.getByRole('button', { name: 'English' }))
  await screen.findByRole('heading', { name: 'Maya, this is for you' })
  expect(document.documentElement.lang).toBe('en')
})

const REFUSED = () => Response.json({ code: 'claim_not_found', detail: 'No.' }, { status: 404 })
const BUSY = () => new Response('', { status: 429, headers: { 'retry-after': '90' } })

test.each([
  ['to open', answers({ expires_at: '2026-12-21T18:00:00.000Z' })],
  ['without names', answers({ first_name: '', sender_name: '', reward_name: 'Gift Card' })],
  ['opened before', answers({ state: 'claimed', claimed_at: '2026-10-01T10:00:00.000Z' })],
  ['canceled', answers({ state: 'cancelled' })],
  ['expired', answers({ state: 'expired', expires_at: '2026-10-01T10:00:00.000Z' })],
  ['on hold', answers({ state: 'on_hold' })],
  ['unknown', { 'GET /api/v1/claims/abc/': REFUSED }],
  ['asked for too often', { 'GET /api/v1/claims/abc/': BUSY }],
])('every text of a card that is %s is translated', async (_, given) => {
  document.documentElement.lang = 'en-XA'
  await renderPage('/claim/abc', {
    answers: { ...given, 'POST /api/v1/claims/abc/reveal/': REVEALED },
  })
  await screen.findByRole('heading', { level: 1, name: /\[/ })
  const show = screen.queryByRole('button', { name: /Śĥōŵ/ })
  if (show) {
    fireEvent.click(show)
    await screen.findByRole('region', { name: /^\[/ })
  }
  expect(escapedTexts(document.body, DATA)).toEqual([])
})

/** Not in any catalog. */
const DATA = /Maya|Okafor|Meridian Prepaid|Gift Card|Thank you| or |[12] minutes?/g

test('once the number was shown, a note goes to the sender, and stays on the page', async () => {
  let thanks = ''
  const page = await renderPage('/claim/abc', {
    answers: {
      'GET /api/v1/claims/abc/': () => ({ ...CLAIM, thanks }),
      'POST /api/v1/claims/abc/reveal/': REVEALED,
      'POST /api/v1/claims/abc/thanks/': () => {
        thanks = 'I bought a book.'
        return {}
      },
    },
  })
  const show = await screen.findByRole('button', { name: 'Show number and PIN' })
  expect(screen.queryByRole('button', { name: 'Say thank you' })).toBeNull()
  fireEvent.click(show)
  fireEvent.click(await screen.findByRole('button', { name: 'Say thank you' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send note' }))
  await screen.findByText('Write your note first.')
  fireEvent.change(screen.getByLabelText('Thank-you note'), { target: { value: ' I bought a book. ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send note' }))
  await screen.findByText('Your note to Halden Tools')
  expect(screen.getByText('I bought a book.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send note' })).toBeNull()
  expect(page.requests.filter(({ path }) => path.endsWith('/thanks/'))).toHaveLength(1)
})

test('a note that was sent before is shown with the claimed card', async () => {
  await renderPage('/claim/abc', { answers: answers({ state: 'claimed', thanks: 'Thank you, Dana!' }) })
  await screen.findByText('Thank you, Dana!')
  expect(screen.queryByRole('button', { name: 'Say thank you' })).toBeNull()
})
