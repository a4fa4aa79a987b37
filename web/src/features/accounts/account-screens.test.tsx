// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { SITE } from '../../testing/site-fixture.ts'
import { knownEmail } from './known-email.ts'

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

test('the code is asked for with email and site, and the new password is sent as it was typed', async () => {
  const { router } = await openReset()
  expect(calls.sendResetCode).toHaveBeenCalledWith(NAME)

  type('Code', ' 123456 ')
  type('New password', ' pear thistle ')
  type('Confirm password', ' pear thistle ')
  press('Save this password')

  await waitFor(() => expect(calls.chooseNewPassword).toHaveBeenCalledWith(NAME, '123456', ' pear thistle '))
  await waitFor(() => expect(router.state.location.href).toBe('/?login=signIn'))
})

test('passwords that differ are not sent', async () => {
  await openReset()
  type('Code', '123456')
  type('New password', 'pear-thistle')
  type('Confirm password', 'pear-thistl')
  expect(screen.getByText('Your passwords must match')).toBeTruthy()
  press('Save this password')
  expect(calls.chooseNewPassword).not.toHaveBeenCalled()
})

test('a wrong code is told in the service’s words, and what was typed stays', async () => {
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
])('no code is asked for with the email %j', async (email, sentence) => {
  await renderPage('/reset-password')
  await screen.findByLabelText('Work email')
  type('Work email', email)
  press('Send me a code')
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(calls.sendResetCode).not.toHaveBeenCalled()
})

test('a code that comes from another browser than the sign-up leads to a password of one’s own', async () => {
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

test('the code confirms the account, and signing in comes next', async () => {
  calls.confirmAccount.mockResolvedValue(true)
  const { router } = await renderPage('/confirm-signup?email=dana%40halden.example')
  await screen.findByLabelText('Code')
  type('Code', '123456')
  press('Confirm')
  await waitFor(() => expect(calls.confirmAccount).toHaveBeenCalledWith(NAME, '123456'))
  await waitFor(() => expect(router.state.location.href).toBe('/?login=signIn'))
})

test('asking for a new code when the account is confirmed already ends the flow as confirmed', async () => {
  calls.resendConfirmation.mockResolvedValue('confirmed')
  const { router } = await renderPage('/confirm-signup?email=dana%40halden.example')
  await screen.findByLabelText('Code')
  press('Send a new code')
  await waitFor(() => expect(router.state.location.href).toBe('/?login=signIn'))
})

test('the browser’s Back closes the sign-in dialog, and Forward opens it again', async () => {
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

test('a confirmed account signs in with the email it was confirmed with, and Back does not lead to the code', async () => {
  const { router } = await renderPage('/confirm-signup?email=dana%40halden.example')
  await screen.findByLabelText('Code')
  type('Code', '123456')
  press('Confirm')
  await waitFor(() => expect(router.state.location.href).toBe('/?login=signIn'))
  expect(knownEmail()).toBe('dana@halden.example')
  expect(router.history.length).toBe(1)
})

test('an email that is none is there to be mended', async () => {
  await renderPage('/confirm-signup?email=dana%40halden')
  expect((await screen.findByLabelText<HTMLInputElement>('Work email')).value).toBe('dana@halden')
})

test('a new password that is refused as too weak is told at its field', async () => {
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
