// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { renderPage } from '../../testing/render-page.tsx'
import {
  APPLE,
  calls,
  enterCode,
  GOOGLE,
  openSettings,
  PATIENT,
  PHONE,
  part,
  press,
  refusal,
  resetBetweenTests,
  SECURE,
  SOCIAL,
  toast,
  toasts,
  type,
} from '../../testing/settings-world.ts'
import { CUSTOMER } from '../../testing/site-fixture.ts'

vi.mock('../../app/load-account-calls.ts', () => ({
  loadAccountCalls: async () => (await import('../../testing/settings-world.ts')).calls,
}))
resetBetweenTests()

test('every text of the settings is translated', async () => {
  document.documentElement.lang = 'en-XA'
  await openSettings()
  document.documentElement.lang = 'en'
  expect(escapedTexts(document.body, DATA)).toEqual([])
})

const DATA =
  /http:\/\/localhost:3000\/api\/v1\/mcp\/|English|Dana Halden|Terms|weekdays 8 to 6 Central|Google|Apple/g

test('shows an error where the accounts service’s answer is missing, with a retry', async () => {
  calls.readSecurity.mockRejectedValue(new Error('We couldn’t reach the server.'))
  await renderPage('/settings', { isSignedIn: true, answers: { 'GET /api/v1/actual_user/': CUSTOMER } })
  await waitFor(() => expect(part('Email').getByText('We couldn’t reach the server.')).toBeTruthy())
  expect(screen.getByLabelText('Current password')).toBeTruthy()

  calls.readSecurity.mockResolvedValue(SECURE)
  press('Try again', part('Email'))
  await waitFor(() => expect(part('Email').getByText(SECURE.email)).toBeTruthy())
})

test.each([
  ['', 'This field is required'],
  ['dana', 'Please enter a valid email'],
  [' Dana@HALDEN.example ', 'This is already your email.'],
])('sends no code to the new email %j', async (typed, sentence) => {
  await openSettings()
  press('Change email')
  type('New email', typed)
  press('Send me a code')
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(calls.changeContact).not.toHaveBeenCalled()
})

test('changes the email once its code is entered, and says to sign in with it', async () => {
  calls.changeContact.mockResolvedValue('sent')
  const { requests } = await openSettings()
  press('Change email')
  type('New email', ' dana@new.example ')
  press('Send me a code')
  await screen.findByRole('textbox', { name: 'Code' })
  expect(calls.changeContact).toHaveBeenCalledWith('email', 'dana@new.example')
  press('Send a new code')
  await toast('A new code is on its way')
  expect(calls.sendContactCode).toHaveBeenCalledWith('email')

  const asked = () => requests.filter(({ path }) => path === '/api/v1/actual_user/').length
  const before = asked()
  calls.readSecurity.mockResolvedValue({ ...SECURE, email: 'dana@new.example' })
  await enterCode('123456')
  await toast('Email changed')
  expect(calls.confirmContact).toHaveBeenCalledWith('email', '123456')
  expect(toasts().at(-1)?.text).toBe('You sign in with dana@new.example.')
  expect(await part('Email').findByText('dana@new.example')).toBeTruthy()
  expect(asked()).toBe(before + 1)
})

test('says that the sign-in name stays the same with Amazon Cognito', async () => {
  calls.changeContact.mockResolvedValue('sent')
  await openSettings({}, { user_pool_endpoint: undefined })
  press('Change email')
  expect(
    screen.getByText('We’ll send a code to it. You’ll still sign in with dana@halden.example.'),
  ).toBeTruthy()
  type('New email', 'dana@new.example')
  press('Send me a code')
  calls.readSecurity.mockResolvedValue({ ...SECURE, email: 'dana@new.example' })
  await enterCode('123456')
  await toast('Email changed')
  expect(toasts().at(-1)?.text).toBe('You sign in with dana@halden.example.')
  expect(await part('Email').findByText('You sign in with dana@halden.example.')).toBeTruthy()
})

test.each([
  ['CodeMismatchException', 'CodeMismatchException, as the service says it'],
  ['ExpiredCodeException', 'ExpiredCodeException, as the service says it'],
  [
    'AliasExistsException',
    'That address already has an account here. Sign in with it, or use another address.',
  ],
])('shows %s at the code field', async (name, sentence) => {
  calls.changeContact.mockResolvedValue('sent')
  calls.confirmContact.mockRejectedValue(refusal(name))
  await openSettings()
  press('Change email')
  type('New email', 'dana@new.example')
  press('Send me a code')
  await enterCode('123456')
  const code = screen.getByRole('textbox', { name: 'Code' })
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(sentence)).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('canceling a change keeps the old email', async () => {
  calls.changeContact.mockResolvedValue('sent')
  await openSettings()
  press('Change email')
  type('New email', 'dana@new.example')
  press('Send me a code')
  await screen.findByRole('textbox', { name: 'Code' })
  press('Cancel')
  expect(part('Email').getByText(SECURE.email)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change email' }))
})

test('confirms an email that was never confirmed', async () => {
  await openSettings({ isEmailVerified: false })
  expect(part('Email').getByText('Not confirmed')).toBeTruthy()
  press('Confirm email')
  await enterCode('123456')
  expect(calls.sendContactCode).toHaveBeenCalledWith('email')
  await toast('Your email is confirmed')
})

test('sends a phone number as country code and digits', async () => {
  calls.changeContact.mockResolvedValue('sent')
  await openSettings()
  press('Add a phone number')
  type('Country code', 'GB')
  type('Phone number', '20 7946 0958')
  press('Text me a code')
  await enterCode('123456')
  expect(calls.changeContact).toHaveBeenCalledWith('phone_number', '+442079460958')
})

test('removing the phone number turns off its codes', async () => {
  await openSettings({ phone: PHONE, isPhoneVerified: true, factors: ['SMS', 'EMAIL'], preferred: 'SMS' })
  expect(part('Phone for codes').getByText('(937) 555-0110')).toBeTruthy()
  press('Remove phone number')
  press('Remove number', within(await screen.findByRole('alertdialog', {}, PATIENT)))
  await toast('Phone number removed')
  expect(calls.setFactors).toHaveBeenCalledWith({ on: ['EMAIL'], preferred: null, off: 'SMS' })
  expect(calls.removePhone).toHaveBeenCalledTimes(1)
})

test('keeps the number if its codes are the only second step on a site that requires one', async () => {
  await openSettings({ phone: PHONE, isPhoneVerified: true, factors: ['SMS'] }, { mfa: 'required' })
  expect(screen.queryByRole('button', { name: 'Remove phone number' })).toBeNull()
  expect(part('Phone for codes').getByText(/we send your codes to this number/)).toBeTruthy()
})

test('sends a password exactly as typed', async () => {
  await openSettings()
  type('Current password', ' old pear ')
  type('New password', ' pear thistle ')
  type('Confirm password', ' pear thistle ')
  press('Change password')
  await toast('Password changed')
  expect(calls.changePassword).toHaveBeenCalledWith(' old pear ', ' pear thistle ')
})

test('links to setting a password if the account has none', async () => {
  await openSettings({ hasPassword: false, services: [GOOGLE] }, SOCIAL)
  expect(part('Password').getByText('You sign in with Google and don’t have a password.')).toBeTruthy()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(part('Password').getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe(
    '/reset-password?email=dana%40halden.example&reason=first',
  )
})

test('the only way to sign in can’t be unlinked', async () => {
  await openSettings({ hasPassword: false, services: [GOOGLE] }, SOCIAL)
  const services = part('Linked services')
  expect(services.getByRole('listitem').textContent).toMatch(
    /^GoogleLinked Nov 20, 2025This is your only way/,
  )
  expect(services.queryByRole('button')).toBeNull()
})

test('asks before unlinking a service, then reads the list again', async () => {
  const { requests } = await openSettings({ services: [GOOGLE, APPLE] }, SOCIAL, {
    'DELETE /api/v1/linked_services/Google/': {},
  })
  calls.readSecurity.mockResolvedValue({ ...SECURE, services: [APPLE] })
  press('Unlink Google', part('Linked services'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Unlink Google?' }, PATIENT))
  press('Unlink Google', dialog)
  await toast('Google was unlinked')
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  await waitFor(() => expect(part('Linked services').getAllByRole('listitem')).toHaveLength(1))
  const heading = part('Linked services').getByRole('heading')
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('offers no unlinking and no first password with Amazon Cognito', async () => {
  await openSettings(
    { hasPassword: false, services: [GOOGLE, APPLE] },
    { ...SOCIAL, user_pool_endpoint: undefined },
  )
  expect(part('Linked services').getAllByRole('listitem')).toHaveLength(2)
  expect(part('Linked services').queryByRole('button')).toBeNull()
  expect(part('Password').queryByRole('link')).toBeNull()
})

test('hides linked services if the site has none', async () => {
  await openSettings()
  expect(screen.queryByRole('region', { name: 'Linked services' })).toBeNull()
})

test('shows a wrong current password at its field', async () => {
  calls.changePassword.mockRejectedValue(new Error('Incorrect username or password.'))
  await openSettings()
  type('Current password', 'old-pear')
  type('New password', 'pear-thistle')
  type('Confirm password', 'pear-thistle')
  press('Change password')
  expect(await screen.findByText('That isn’t your current password.')).toBeTruthy()
  expect(screen.queryByText('Incorrect username or password.')).toBeNull()
})

test('shows at its field that the service rejected the new password', async () => {
  const sentence = 'You already use this password. Choose another one.'
  calls.changePassword.mockRejectedValue(
    Object.assign(new Error(sentence), { name: 'InvalidPasswordException' }),
  )
  await openSettings()
  type('Current password', 'pear-thistle')
  type('New password', 'pear-thistle')
  type('Confirm password', 'pear-thistle')
  press('Change password')
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
})

test('closes the account only after its email is typed, and confirms it on the home page', async () => {
  const { router } = await openSettings()
  press('Close my account')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close your account?' }, PATIENT))
  for (const [typed, sentence] of [
    ['', 'This field is required'],
    ['somebody@else.example', 'That doesn’t match this account’s email.'],
  ] as const) {
    type('Account email', typed)
    press('Close my account', dialog)
    expect(dialog.getByText(sentence)).toBeTruthy()
  }
  expect(calls.closeAccount).not.toHaveBeenCalled()

  type('Account email', ' Dana@HALDEN.example ')
  press('Close my account', dialog)
  await toast('Your account is closed')
  expect(calls.closeAccount).toHaveBeenCalledTimes(1)
  expect(router.state.location.href).toBe('/')
})

test('signs out everywhere and confirms it on the home page', async () => {
  const { router } = await openSettings()
  press('Sign out everywhere')
  await toast('You’re signed out everywhere')
  expect(router.state.location.href).toBe('/')
})
