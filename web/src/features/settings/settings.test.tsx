// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../app/modal-store.ts'
import type { Security } from '../../app/security-calls.ts'
import { useToastStore } from '../../app/toast-store.ts'
import { CUSTOMER } from '../../testing/customer-fixture.ts'
import { type Answers, renderPage } from '../../testing/render-page.tsx'
import { SITE } from '../../testing/site-fixture.ts'
import './AuthenticatorDialog.tsx'

const calls = vi.hoisted(() => ({
  readSecurity: vi.fn(),
  setFactors: vi.fn(),
  startAuthenticator: vi.fn(),
  confirmAuthenticator: vi.fn(),
  changeContact: vi.fn(),
  sendContactCode: vi.fn(),
  confirmContact: vi.fn(),
  removePhone: vi.fn(),
  changePassword: vi.fn(),
  closeAccount: vi.fn(),
}))
vi.mock('../../app/load-account-calls.ts', () => ({ loadAccountCalls: async () => calls }))

/** What is loaded with the first press takes its time on a busy machine. */
const PATIENT = { timeout: 8_000 }
const PHONE = '+19375550110'
const SECURE: Security = {
  email: 'dana@halden.example',
  signsInWith: 'dana@halden.example',
  isEmailVerified: true,
  phone: '',
  isPhoneVerified: false,
  factors: [],
  preferred: null,
  hasPassword: true,
  services: [],
}

beforeEach(() => vi.resetAllMocks())
afterEach(() => {
  cleanup()
  closeModal()
  useToastStore.setState({ toasts: [] })
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

/** The settings of somebody; `site` is what the site asks of everyone. */
async function openSettings(
  security: Partial<Security> = {},
  site: Partial<typeof SITE.accounts> = {},
  answers: Answers = {},
) {
  calls.readSecurity.mockResolvedValue({ ...SECURE, ...security })
  const page = await renderPage('/settings', {
    isSignedIn: true,
    answers: {
      'GET /api/v1/actual_rewards_site/': {
        ...SITE,
        accounts: { ...SITE.accounts, user_pool_endpoint: '/identity/', mfa: 'optional', ...site },
      },
      'GET /api/v1/actual_user/': CUSTOMER,
      'GET /api/v1/recovery_codes/': { remaining: 10 },
      ...answers,
    },
  })
  await screen.findByRole('button', { name: 'Change email' })
  return page
}

const part = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string | RegExp, place: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(place.getByRole('button', { name }))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const enterCode = async (code: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }, PATIENT), { target: { value: code } })
const refusal = (name: string) => Object.assign(new Error(`${name}, as the service says it`), { name })
const toasts = () => useToastStore.getState().toasts
const toast = (title: string) => waitFor(() => expect(toasts().map((one) => one.title)).toContain(title))
const STEP = 'Second step at sign-in'

test('a site without second steps shows none', async () => {
  await openSettings({}, { mfa: 'off' })
  expect(screen.queryByRole('region', { name: STEP })).toBeNull()
})

test('only the ways a site offers are shown', async () => {
  await openSettings({}, { mfa_types: ['EMAIL'] })
  const titles = part(STEP)
    .getAllByRole('listitem')
    .map((row) => row.textContent)
  expect(titles).toEqual([expect.stringContaining('Codes by email')])
})

test('an unanswering accounts service is said where its answer is missing, and can be asked again', async () => {
  calls.readSecurity.mockRejectedValue(new Error('We could not reach the server.'))
  await renderPage('/settings', { isSignedIn: true, answers: { 'GET /api/v1/actual_user/': CUSTOMER } })
  await waitFor(() => expect(part('Email').getByText('We could not reach the server.')).toBeTruthy())
  expect(screen.getByLabelText('Current password')).toBeTruthy()

  calls.readSecurity.mockResolvedValue(SECURE)
  press('Try again', part('Email'))
  await waitFor(() => expect(part('Email').getByText(SECURE.email)).toBeTruthy())
})

test('codes need an address or number that is confirmed', async () => {
  await openSettings({ isEmailVerified: false, phone: PHONE })
  expect(screen.queryByRole('button', { name: 'Turn on codes by email' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Turn on codes by text message' })).toBeNull()
  expect(part(STEP).getByRole('link', { name: 'Confirm your email' }).getAttribute('href')).toBe(
    '/settings#email',
  )
  expect(part(STEP).getByRole('link', { name: 'Confirm your phone number' })).toBeTruthy()
})

test('an authenticator app is set up with a picture, a key and its first code', async () => {
  calls.startAuthenticator.mockResolvedValue('JBSWY3DPEHPK3PXP')
  await openSettings({ factors: ['EMAIL'], preferred: 'EMAIL' })
  press('Set up the authenticator app')
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up your authenticator app' }, PATIENT))
  const picture = dialog.getByRole('img', { name: /^QR code/ })
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['228', '228'])
  expect(dialog.getByText('JBSW').parentElement?.textContent).toBe('JBSWY3DPEHPK3PXP')
  expect(dialog.getByRole('link', { name: 'Open the app on this phone' }).getAttribute('href')).toBe(
    'otpauth://totp/Northwind%20Rewards:dana%40halden.example?secret=JBSWY3DPEHPK3PXP&issuer=Northwind%20Rewards',
  )

  await enterCode('12 345')
  press('Turn on', dialog)
  expect(dialog.getByText('A code has six digits.')).toBeTruthy()
  expect(calls.confirmAuthenticator).not.toHaveBeenCalled()

  calls.confirmAuthenticator.mockRejectedValueOnce(refusal('EnableSoftwareTokenMFAException'))
  await enterCode('000000')
  press('Turn on', dialog)
  expect(await dialog.findByText('EnableSoftwareTokenMFAException, as the service says it')).toBeTruthy()

  await enterCode('123 456')
  press('Turn on', dialog)
  await toast('Authenticator app: on')
  expect(calls.confirmAuthenticator).toHaveBeenLastCalledWith('123456')
  expect(calls.setFactors).toHaveBeenCalledWith({ on: ['EMAIL', 'TOTP'], preferred: 'EMAIL' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a code that was taken is not asked for again when only what comes after it failed', async () => {
  calls.startAuthenticator.mockResolvedValue('JBSWY3DPEHPK3PXP')
  calls.setFactors.mockRejectedValueOnce(new Error('We could not reach the server.'))
  await openSettings()
  press('Set up the authenticator app')
  await enterCode('123456')
  press('Turn on', within(screen.getByRole('dialog')))
  expect(await screen.findByText('We could not reach the server.')).toBeTruthy()
  press('Turn on', within(screen.getByRole('dialog')))
  await toast('Authenticator app: on')
  expect(calls.confirmAuthenticator).toHaveBeenCalledTimes(1)
})

test.each([
  ['copied', 'Copied.', async () => {}],
  ['selected where there is no clipboard', /^The key is selected/, undefined],
])('the key is %s', async (_, sentence, writeText) => {
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'x', clipboard: writeText && { writeText } })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  calls.startAuthenticator.mockResolvedValue('JBSWY3DPEHPK3PXP')
  await openSettings()
  press('Set up the authenticator app')
  fireEvent.click(await screen.findByRole('button', { name: 'Copy the key' }, PATIENT))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('switching one off asks first, says what is left, and leaves the others on', async () => {
  await openSettings({ factors: ['TOTP', 'EMAIL'], preferred: 'TOTP' })
  press('Remove the authenticator app')
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Remove the authenticator app?' }, PATIENT),
  )
  expect(dialog.getByText(/^After your password we ask for a code we email you\./)).toBeTruthy()
  expect(calls.setFactors).not.toHaveBeenCalled()
  press('Remove', dialog)
  await toast('Authenticator app: off')
  expect(calls.setFactors).toHaveBeenCalledWith({ on: ['EMAIL'], preferred: null, off: 'TOTP' })
})

test('where everyone needs a second step the last one stays, and it is said why', async () => {
  await openSettings({ factors: ['TOTP'] }, { mfa: 'required' })
  expect(screen.queryByRole('button', { name: 'Remove the authenticator app' })).toBeNull()
  expect(part(STEP).getByText(/^Northwind Rewards asks everyone for a second step/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Move it to another phone' })).toBeTruthy()
})

test('of several one can be the one that is asked for', async () => {
  await openSettings({ factors: ['TOTP', 'EMAIL'] })
  const always = part(STEP).getByRole<HTMLInputElement>('radio', { name: 'Always: codes by email' })
  expect(part(STEP).getByRole<HTMLInputElement>('radio', { name: /^I choose/ }).checked).toBe(true)
  fireEvent.click(always)
  await waitFor(() =>
    expect(calls.setFactors).toHaveBeenCalledWith({ on: ['TOTP', 'EMAIL'], preferred: 'EMAIL' }),
  )
})

test('what the service refuses stands in the section, and the factor stays off', async () => {
  calls.setFactors.mockRejectedValue(new Error('Attempt limit exceeded, please try after some time.'))
  await openSettings()
  press('Turn on codes by email')
  expect((await part(STEP).findByRole('alert')).textContent).toContain('Attempt limit exceeded')
  expect(toasts()).toEqual([])
})

test.each([
  ['', 'This field is required'],
  ['dana', 'Please enter a valid email'],
  [' Dana@HALDEN.example ', 'This is your email already.'],
])('no code is sent to the new email %j', async (typed, sentence) => {
  await openSettings()
  press('Change email')
  type('New email', typed)
  press('Send me a code')
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(calls.changeContact).not.toHaveBeenCalled()
})

test('a new email counts once its code is entered, and one is told to sign in with it', async () => {
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
  await toast('Your email is changed')
  expect(calls.confirmContact).toHaveBeenCalledWith('email', '123456')
  expect(toasts().at(-1)?.text).toBe('You sign in with dana@new.example.')
  expect(await part('Email').findByText('dana@new.example')).toBeTruthy()
  expect(asked()).toBe(before + 1)
})

test('where accounts are kept by Amazon Cognito, the name one signs in with stays, and it is said', async () => {
  calls.changeContact.mockResolvedValue('sent')
  await openSettings({}, { user_pool_endpoint: undefined })
  press('Change email')
  expect(
    screen.getByText('We send a code there. You’ll still sign in with dana@halden.example.'),
  ).toBeTruthy()
  type('New email', 'dana@new.example')
  press('Send me a code')
  calls.readSecurity.mockResolvedValue({ ...SECURE, email: 'dana@new.example' })
  await enterCode('123456')
  await toast('Your email is changed')
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
])('%s is told at the code', async (name, sentence) => {
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

test('cancelling a change leaves everything as it was', async () => {
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

test('an address that was never confirmed can be', async () => {
  await openSettings({ isEmailVerified: false })
  expect(part('Email').getByText('Not confirmed')).toBeTruthy()
  press('Confirm email')
  await enterCode('123456')
  expect(calls.sendContactCode).toHaveBeenCalledWith('email')
  await toast('Your email is confirmed')
})

test('a phone number is sent with its country’s code, and digits alone', async () => {
  calls.changeContact.mockResolvedValue('sent')
  await openSettings()
  press('Add a phone number')
  type('Country code', 'GB')
  type('Phone number', '20 7946 0958')
  press('Text me a code')
  await enterCode('123456')
  expect(calls.changeContact).toHaveBeenCalledWith('phone_number', '+442079460958')
})

test('removing the number that carries the codes turns them off with it', async () => {
  await openSettings({ phone: PHONE, isPhoneVerified: true, factors: ['SMS', 'EMAIL'], preferred: 'SMS' })
  expect(part('Phone for codes').getByText('(937) 555-0110')).toBeTruthy()
  press('Remove phone number')
  press('Remove it', within(await screen.findByRole('alertdialog', {}, PATIENT)))
  await toast('Your phone number is removed')
  expect(calls.setFactors).toHaveBeenCalledWith({ on: ['EMAIL'], preferred: null, off: 'SMS' })
  expect(calls.removePhone).toHaveBeenCalledTimes(1)
})

test('where it carries the only second step and everyone needs one, the number stays', async () => {
  await openSettings({ phone: PHONE, isPhoneVerified: true, factors: ['SMS'] }, { mfa: 'required' })
  expect(screen.queryByRole('button', { name: 'Remove phone number' })).toBeNull()
  expect(part('Phone for codes').getByText(/^Your codes come to this number/)).toBeTruthy()
})

test('a password is sent exactly as it was typed', async () => {
  await openSettings()
  type('Current password', ' old pear ')
  type('New password', ' pear thistle ')
  type('Confirm password', ' pear thistle ')
  press('Change password')
  await toast('Your password is changed')
  expect(calls.changePassword).toHaveBeenCalledWith(' old pear ', ' pear thistle ')
})

const SOCIAL = { social_providers: ['Google' as const, 'Apple' as const], oauth_domain: 'shop.test/identity' }
const GOOGLE = { name: 'Google', known: 'Google' as const, linkedAt: '2025-11-20T12:00:00Z' }
const APPLE = { name: 'Apple', known: 'Apple' as const, linkedAt: '2025-11-21T12:00:00Z' }

test('who has no password is led to setting one, by a code', async () => {
  await openSettings({ hasPassword: false, services: [GOOGLE] }, SOCIAL)
  expect(part('Password').getByText('You sign in with Google and don’t have a password.')).toBeTruthy()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(part('Password').getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe(
    '/reset-password?email=dana%40halden.example&reason=first',
  )
})

test('the only way to sign in cannot be unlinked', async () => {
  await openSettings({ hasPassword: false, services: [GOOGLE] }, SOCIAL)
  const services = part('Linked services')
  expect(services.getByRole('listitem').textContent).toMatch(
    /^GoogleLinked Nov 20, 2025This is your only way/,
  )
  expect(services.queryByRole('button')).toBeNull()
})

test('a service is unlinked after a question, and the list is read again', async () => {
  const { requests } = await openSettings({ services: [GOOGLE, APPLE] }, SOCIAL, {
    'DELETE /api/v1/linked_services/Google/': {},
  })
  calls.readSecurity.mockResolvedValue({ ...SECURE, services: [APPLE] })
  press('Unlink Google', part('Linked services'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Unlink Google?' }, PATIENT))
  press('Unlink Google', dialog)
  await toast('Google is unlinked')
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  await waitFor(() => expect(part('Linked services').getAllByRole('listitem')).toHaveLength(1))
  const heading = part('Linked services').getByRole('heading')
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test.each<[string, Partial<Security>, string]>([
  ['a password', {}, 'Your password alone signs you in.'],
  ['Google', { hasPassword: false, services: [GOOGLE] }, 'Google alone signs you in.'],
  ['two services', { hasPassword: false, services: [GOOGLE, APPLE] }, 'Google or Apple alone signs you in.'],
  ['an emailed code', { hasPassword: false }, 'An emailed code alone signs you in.'],
  ['a password and codes', { factors: ['SMS'] }, 'After your password we ask for a code we text you.'],
  [
    'no password and codes',
    { hasPassword: false, factors: ['SMS'] },
    'When you sign in, we ask for a code we text you.',
  ],
])('signing in with %s is said as it is', async (_, security, sentence) => {
  await openSettings(security, SOCIAL)
  expect(part(STEP).getByText(sentence)).toBeTruthy()
})

test('Amazon Cognito lets nobody unlink a service or set a first password', async () => {
  await openSettings(
    { hasPassword: false, services: [GOOGLE, APPLE] },
    { ...SOCIAL, user_pool_endpoint: undefined },
  )
  expect(part('Linked services').getAllByRole('listitem')).toHaveLength(2)
  expect(part('Linked services').queryByRole('button')).toBeNull()
  expect(part('Password').queryByRole('link')).toBeNull()
})

test('where no services sign in there is no list of them', async () => {
  await openSettings()
  expect(screen.queryByRole('region', { name: 'Linked services' })).toBeNull()
})

test('a mistyped current password is told at its field', async () => {
  calls.changePassword.mockRejectedValue(new Error('Incorrect username or password.'))
  await openSettings()
  type('Current password', 'old-pear')
  type('New password', 'pear-thistle')
  type('Confirm password', 'pear-thistle')
  press('Change password')
  expect(await screen.findByText('That is not your current password.')).toBeTruthy()
  expect(screen.queryByText('Incorrect username or password.')).toBeNull()
})

test('a new password the service does not take, the old one say, is told at its field', async () => {
  const sentence = 'This is the password you had before. Choose another one.'
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

test('without a network a change fails at once and is told', async () => {
  calls.setFactors.mockRejectedValue(new Error('We could not reach the server.'))
  await openSettings()
  onlineManager.setOnline(false)
  press('Turn on codes by email')
  expect((await part(STEP).findByRole('alert')).textContent).toContain('We could not reach the server.')
})

test.each([
  [[], null, 'We ask for it from your next sign-in.'],
  [['TOTP'], null, 'You choose at each sign-in which code we ask for.'],
  [['TOTP'], 'TOTP', 'We’ll keep asking for a code from your authenticator app.'],
] as const)(
  'with %j on and %s preferred, a second step turned on says: %s',
  async (factors, preferred, said) => {
    await openSettings({ factors, preferred })
    press('Turn on codes by email')
    await toast('Codes by email: on')
    expect(toasts().at(-1)?.text).toBe(said)
  },
)

test('an account is closed only by whoever types its email, and home tells that it is', async () => {
  const { router } = await openSettings()
  press('Close my account')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close your account?' }, PATIENT))
  for (const [typed, sentence] of [
    ['', 'This field is required'],
    ['somebody@else.example', 'That is not the email of this account.'],
  ] as const) {
    type('Email of this account', typed)
    press('Close my account', dialog)
    expect(dialog.getByText(sentence)).toBeTruthy()
  }
  expect(calls.closeAccount).not.toHaveBeenCalled()

  type('Email of this account', ' Dana@HALDEN.example ')
  press('Close my account', dialog)
  await toast('Your account is closed')
  expect(calls.closeAccount).toHaveBeenCalledTimes(1)
  expect(router.state.location.href).toBe('/')
})

test('signing out everywhere leads home and is told there', async () => {
  const { router } = await openSettings()
  press('Sign out everywhere')
  await toast('You are signed out everywhere')
  expect(router.state.location.href).toBe('/')
})

const CODES = Array.from({ length: 10 }, (_, index) => `7K2M${index}-09QRT`)

test('recovery codes are shown once the authenticator app is set up', async () => {
  calls.startAuthenticator.mockResolvedValue('JBSWY3DPEHPK3PXP')
  await openSettings({}, {}, { 'POST /api/v1/recovery_codes/': { codes: CODES } })
  press('Set up the authenticator app')
  await enterCode('123456')
  press('Turn on')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }, PATIENT))
  expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual(CODES)
  // They are shown once: neither Escape nor a cross closes them by accident.
  fireEvent.keyDown(dialog.getByRole('button', { name: 'I saved my codes' }), { key: 'Escape' })
  // Closing takes a moment.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(screen.queryByText(CODES[0]!)).toBeTruthy()
  press('I saved my codes', dialog)
  await waitFor(() => expect(screen.queryByText(CODES[0]!)).toBeNull())
})

test('the settings say how many recovery codes are left, and new ones replace them after a question', async () => {
  const { requests } = await openSettings(
    { factors: ['TOTP'] },
    {},
    {
      'GET /api/v1/recovery_codes/': { remaining: 2 },
      'POST /api/v1/recovery_codes/': { codes: CODES },
    },
  )
  expect(await screen.findByText('2 recovery codes left.')).toBeTruthy()
  press('Create new codes')
  const question = within(await screen.findByRole('alertdialog', {}, PATIENT))
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
  press('Create new codes', question)
  expect(await screen.findByText(CODES[9]!, {}, PATIENT)).toBeTruthy()
})

test('whoever has none left is told what that means', async () => {
  await openSettings({ factors: ['TOTP'] }, {}, { 'GET /api/v1/recovery_codes/': { remaining: 0 } })
  expect(await screen.findByText('No recovery codes. Without them, a lost phone locks you out.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create recovery codes' })).toBeTruthy()
})

test('with a user pool at Amazon Cognito there are no recovery codes', async () => {
  const { requests } = await openSettings({ factors: ['TOTP'] }, { user_pool_endpoint: undefined })
  expect(part(STEP).getByRole('button', { name: 'Move it to another phone' })).toBeTruthy()
  expect(screen.queryByText(/recovery code/i)).toBeNull()
  expect(requests.some(({ path }) => path.includes('recovery_codes'))).toBe(false)
})
