// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast, useToastStore } from '../../app/toast-store.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CUSTOMER, NEW_CUSTOMER } from '../../testing/site-fixture.ts'

// The screens one comes to afterwards find nothing to show here, and say so.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const LISTS = {
  'GET /api/v1/us_states/': [{ code: 'OH', name: 'Ohio' }],
  'GET /api/v1/heard_about_options/': [{ id: 1, name: 'A colleague' }],
}
/** All but one of the eleven, and a tax number that is kept already. */
const ALMOST = { ...CUSTOMER, business_zip: '', registration_complete: false }

function openRegistration(customer: object, answers: object = {}, path = '/complete-registration') {
  return renderPage(path, {
    isSignedIn: true,
    answers: { ...LISTS, 'GET /api/v1/actual_user/': customer, ...answers },
  })
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('each of the eleven empty fields names its own problem beside its hint, and nothing is sent', async () => {
  const { requests } = await openRegistration(NEW_CUSTOMER)
  await screen.findByRole('heading', { level: 1 })
  save()
  const problems = [
    'Enter your first name.',
    'Enter your tax number.',
    'Choose a state.',
    'Tell us who sent you.',
  ]
  for (const problem of problems) expect(screen.getAllByText(problem)).toHaveLength(1)
  expect(screen.queryByText('This field is required')).toBeNull()
  expect(screen.getByText(/^Your EIN, such as 12-3456789/).className).not.toContain('hidden')
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
})

test('a toast left from the sign-up goes away, so that it covers no field in error', async () => {
  await openRegistration(NEW_CUSTOMER)
  await screen.findByRole('heading', { level: 1 })
  showToast({ title: 'Your account is confirmed' })
  save()
  expect(useToastStore.getState().toasts).toEqual([])
})

test('an answer that has left the list is shown, and stays', async () => {
  await openRegistration({ ...ALMOST, heard_about: 'A trade fair of last year' })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getAllByText('A trade fair of last year').length).toBeGreaterThan(0)
})

test('a ZIP code outside its state holds the save once, offers its own state, and is never refused', async () => {
  const { requests, router } = await openRegistration(ALMOST, { 'PUT /api/v1/actual_user/': CUSTOMER })
  await screen.findByRole('heading', { level: 1 })
  const sent = () => requests.filter(({ method }) => method === 'PUT')
  type('ZIP code', '90210')
  expect(screen.getByRole('button', { name: 'Use California' })).toBeTruthy()
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('90210 is in California, not in Ohio.')
  expect(sent()).toEqual([])

  save()
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-rewards'))
  expect(sent()).toHaveLength(1)
})

test('one click takes the state that the ZIP code lies in', async () => {
  const { requests } = await openRegistration(ALMOST, { 'PUT /api/v1/actual_user/': CUSTOMER })
  await screen.findByRole('heading', { level: 1 })
  type('ZIP code', '90210')
  fireEvent.click(screen.getByRole('button', { name: 'Use California' }))
  expect(screen.queryByRole('button', { name: 'Use California' })).toBeNull()
  save()
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
  const { body } = requests.find(({ method }) => method === 'PUT')!
  expect(Object.fromEntries(body as URLSearchParams)).toMatchObject({
    business_state: 'CA',
    business_zip: '90210',
  })
})

test('a ZIP code fills in an empty city and state, and one click undoes it', async () => {
  const answers = {
    'GET /api/v1/zip_codes/45402/': { zip: '45402', city: 'Dayton', state: 'OH' },
    'GET /api/v1/zip_codes/97214/': { zip: '97214', city: 'Portland', state: 'OR' },
  }
  await openRegistration({ ...ALMOST, business_city: '', business_state: '', business_zip: '' }, answers)
  await screen.findByRole('heading', { level: 1 })
  const city = () => screen.getByLabelText<HTMLInputElement>('City').value
  const saysFilledIn = (place: string) =>
    waitFor(() =>
      expect(screen.getByRole('status', { name: '' }).textContent).toContain(`Filled in ${place}.`),
    )
  type('ZIP code', '4540')
  type('ZIP code', '45402')
  await saysFilledIn('Dayton, Ohio')
  expect(city()).toBe('Dayton')

  type('ZIP code', '97214')
  await saysFilledIn('Portland, Oregon')
  expect(city()).toBe('Portland')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(city()).toBe('')
  expect(screen.queryByText(/Filled in/)).toBeNull()

  type('City', 'Riverside')
  type('ZIP code', '45402')
  await saysFilledIn('Ohio')
  expect(city()).toBe('Riverside')
})

test('who means the state is led to the ZIP code', async () => {
  await openRegistration(ALMOST)
  await screen.findByRole('heading', { level: 1 })
  type('ZIP code', '90210')
  fireEvent.click(screen.getByRole('button', { name: 'Keep Ohio and fix the ZIP' }))
  expect(document.activeElement).toBe(screen.getByLabelText('ZIP code'))
})

test('a ZIP code of four digits is answered at its field', async () => {
  await openRegistration(ALMOST)
  await screen.findByRole('heading', { level: 1 })
  type('ZIP code', '4540')
  save()
  expect(screen.getByText('Enter a five-digit ZIP code.')).toBeTruthy()
})

test('saves the whole profile, keeps the masked tax number, and continues to the page the customer wanted', async () => {
  const { requests, router } = await openRegistration(
    ALMOST,
    { 'PUT /api/v1/actual_user/': CUSTOMER },
    '/complete-registration?redirect=%2Fsettings',
  )
  await screen.findByRole('heading', { level: 1 })
  type('ZIP code', ' 45402 ')
  save()

  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'))
  const { body } = requests.find(({ method }) => method === 'PUT')!
  expect(Object.fromEntries(body as URLSearchParams)).toMatchObject({
    first_name: 'Dana',
    business_zip: '45402',
    business_state: 'OH',
    tax_number: '•••••6789',
    phone: '',
  })
})

test('proposes a colleague’s company before going on', async () => {
  const proposal = {
    company_id: 4,
    name: 'Halden Tools',
    role_name: 'Viewer',
    joins: 'after_approval',
    state: 'new',
    is_same_business: false,
  }
  const { router } = await openRegistration(
    ALMOST,
    { 'PUT /api/v1/actual_user/': CUSTOMER, 'GET /api/v1/company_proposals/': [proposal] },
    '/complete-registration?redirect=%2Fsettings',
  )
  await screen.findByRole('heading', { level: 1 })
  type('ZIP code', '45402')
  save()
  expect(await screen.findByRole('heading', { name: 'Halden Tools is on this site' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Continue on your own' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'))
})

test('what the server refuses stands at its field, and nothing typed is lost', async () => {
  const refusal = () =>
    Response.json(
      {
        code: 'validation_failed',
        errors: [{ field: 'business_city', code: 'x', message: 'We know no such city.' }],
      },
      { status: 422 },
    )
  const { router } = await openRegistration(ALMOST, { 'PUT /api/v1/actual_user/': refusal })
  await screen.findByRole('heading', { level: 1 })
  type('ZIP code', '45402')
  save()

  await screen.findByText('We know no such city.')
  expect(screen.getByLabelText<HTMLInputElement>('ZIP code').value).toBe('45402')
  expect(router.state.location.pathname).toBe('/complete-registration')
})

test('says at once that there’s no network, and keeps what was typed', async () => {
  const unreachable = () => {
    throw new TypeError('Failed to fetch')
  }
  await openRegistration(ALMOST, { 'PUT /api/v1/actual_user/': unreachable })
  await screen.findByRole('heading', { level: 1 })
  type('ZIP code', '45402')
  onlineManager.setOnline(false)
  save()

  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
  expect(screen.getByLabelText<HTMLInputElement>('ZIP code').value).toBe('45402')
})

test.each(['https://evil.example/', '//evil.example'])('completing never leads to %s', async (wanted) => {
  const { router } = await openRegistration(
    ALMOST,
    { 'PUT /api/v1/actual_user/': CUSTOMER },
    `/complete-registration?redirect=${encodeURIComponent(wanted)}`,
  )
  await screen.findByRole('heading', { level: 1 })
  type('ZIP code', '45402')
  save()
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-rewards'))
})

test('a complete profile has nothing to fill in', async () => {
  const { router } = await openRegistration(CUSTOMER)
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-rewards'))
})
