// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { SITE } from '../../testing/site-fixture.ts'
import { knownEmail } from './EmailField.tsx'

const calls = vi.hoisted(() => ({
  sendResetCode: vi.fn(),
  chooseNewPassword: vi.fn(),
  confirmAccount: vi.fn(),
  resendConfirmation: vi.fn(),
}))
vi.mock('../../app/load-account-calls.ts', () => ({ loadAccountCalls: async () => calls }))
vi.mock('./SignInScreens.tsx', () => ({ SignInScreens: () => null }))

beforeEach(() => {
  vi.resetAllMocks()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const NAME = 'dana@halden.example#northwind'
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function openReset() {
  const page = await renderPage('/reset-password?email=dana%40halden.example')
  await screen.findByLabelText('Work email')
  press('Send me a code')
  await screen.findByLabelText('New password')
  return page
}

test('identifies the account by email and site, and sends the new password exactly as typed', async () => {
  const { router } = await openReset()
  expect(calls.sendResetCode).toHaveBeenCalledWith(NAME)

  type('Code', ' 123456 ')
  type('New password', ' pear thistle ')
  type('Confirm password', ' pear thistle ')
  press('Save this password')

  await waitFor(() => expect(calls.chooseNewPassword).toHaveBeenCalledWith(NAME, '123456', ' pear thistle '))
  await waitFor(() => expect(router.state.location.href).toBe('/?login=signIn'))
})

test('sends no password if the two differ', async () => {
  await openReset()
  type('Code', '123456')
  type('New password', 'pear-thistle')
  type('Confirm password', 'pear-thistl')
  expect(screen.getByText('Your passwords must match')).toBeTruthy()
  press('Save this password')
  expect(calls.chooseNewPassword).not.toHaveBeenCalled()
})

test('shows the service’s message for a wrong code and keeps the form filled in', async () => {
  calls.chooseNewPassword.mockRejectedValue(
    new Error('Invalid verification code provided, please try again.'),
  )
  await openReset()
  type('Code', '999999')
  type('New password', 'pear-thistle')
  type('Confirm password', 'pear-thistle')
  press('Save this password')
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid verification code provided')
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('pear-thistle')
})

test.each([
  ['', 'This field is required'],
  ['dana', 'Please enter a valid email'],
])('asks for no code with the email %j', async (email, sentence) => {
  await renderPage('/reset-password')
  await screen.findByLabelText('Work email')
  type('Work email', email)
  press('Send me a code')
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(calls.sendResetCode).not.toHaveBeenCalled()
})

test('asks for a new password if the account is confirmed in another browser than the sign-up’s', async () => {
  calls.confirmAccount.mockResolvedValue(false)
  const { router } = await renderPage('/confirm-signup?email=dana%40halden.example', {
    answers: {
      'GET /api/v1/actual_rewards_site/': {
        ...SITE,
        accounts: { ...SITE.accounts, user_pool_endpoint: '/identity/' },
      },
    },
  })
  await screen.findByLabelText('Code')
  type('Code', '123456')
  press('Confirm')
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'))
  expect(await screen.findByText(/^Your email is confirmed\. Choose a password to finish\./)).toBeTruthy()
  press('Send me a code')
  await waitFor(() => expect(calls.sendResetCode).toHaveBeenCalledWith(NAME))
})

test('confirms the account with the code and opens sign-in', async () => {
  calls.confirmAccount.mockResolvedValue(true)
  const { router } = await renderPage('/confirm-signup?email=dana%40halden.example')
  await screen.findByLabelText('Code')
  type('Code', '123456')
  press('Confirm')
  await waitFor(() => expect(calls.confirmAccount).toHaveBeenCalledWith(NAME, '123456'))
  await waitFor(() => expect(router.state.location.href).toBe('/?login=signIn'))
})

test('opens sign-in if the account is already confirmed when a new code is requested', async () => {
  calls.resendConfirmation.mockResolvedValue('confirmed')
  const { router } = await renderPage('/confirm-signup?email=dana%40halden.example')
  await screen.findByLabelText('Code')
  press('Send a new code')
  await waitFor(() => expect(router.state.location.href).toBe('/?login=signIn'))
})

test('goes back through the sign-in dialog’s URLs, and closing the dialog clears them', async () => {
  const { router } = await renderPage('/?redirect=%2Fsettings')
  await screen.findByRole('dialog')
  await router.navigate({ to: '/', search: { login: 'signUp', redirect: '/settings' } })
  await screen.findByRole('dialog')
  expect(router.state.location.search).toEqual({ login: 'signUp', redirect: '/settings' })

  router.history.back()
  await waitFor(() => expect(router.state.location.search).toEqual({ redirect: '/settings' }))
  await screen.findByRole('dialog')

  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.href).toBe('/')

  await router.navigate({ to: '/', search: { login: 'signIn' } })
  await screen.findByRole('dialog')
  router.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.href).toBe('/')
})

test('fills in the confirmed email at sign-in, and Back does not return to the code', async () => {
  const { router } = await renderPage('/confirm-signup?email=dana%40halden.example')
  await screen.findByLabelText('Code')
  type('Code', '123456')
  press('Confirm')
  await waitFor(() => expect(router.state.location.href).toBe('/?login=signIn'))
  expect(knownEmail()).toBe('dana@halden.example')
  expect(router.history.length).toBe(1)
})

test('shows an invalid email from the URL so that it can be fixed', async () => {
  await renderPage('/confirm-signup?email=dana%40halden')
  expect((await screen.findByLabelText<HTMLInputElement>('Work email')).value).toBe('dana@halden')
})

test('shows at the password field that the service found the password too weak', async () => {
  calls.chooseNewPassword.mockRejectedValue(
    Object.assign(new Error('This password is too easy to guess.'), { name: 'InvalidPasswordException' }),
  )
  await openReset()
  type('Code', '123456')
  type('New password', 'password')
  type('Confirm password', 'password')
  press('Save this password')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password')))
  expect(screen.getAllByText('This password is too easy to guess.')).toHaveLength(1)
})
