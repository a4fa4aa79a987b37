// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Security } from '../../app/security-calls.ts'
import './AuthenticatorDialog.tsx'
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
  SOCIAL,
  STEP,
  toast,
  toasts,
} from '../../testing/settings-world.ts'

vi.mock('../../app/load-account-calls.ts', () => ({
  loadAccountCalls: async () => (await import('../../testing/settings-world.ts')).calls,
}))
resetBetweenTests()

test('hides the section if the site has no second steps', async () => {
  await openSettings({}, { mfa: 'off' })
  expect(screen.queryByRole('region', { name: STEP })).toBeNull()
})

test('shows only the second steps that the site offers', async () => {
  await openSettings({}, { mfa_types: ['EMAIL'] })
  const titles = part(STEP)
    .getAllByRole('listitem')
    .map((row) => row.textContent)
  expect(titles).toEqual([expect.stringContaining('Codes by email')])
})

test('codes need a confirmed email or phone number', async () => {
  await openSettings({ isEmailVerified: false, phone: PHONE })
  expect(screen.queryByRole('button', { name: 'Turn on codes by email' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Turn on codes by text message' })).toBeNull()
  expect(part(STEP).getByRole('link', { name: 'Confirm your email' }).getAttribute('href')).toBe(
    '/settings#email',
  )
  expect(part(STEP).getByRole('link', { name: 'Confirm your phone number' })).toBeTruthy()
})

test('sets up an authenticator app with a QR code, a key, and its first code', async () => {
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
  expect(dialog.getByText('Enter the six-digit code.')).toBeTruthy()
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

test('sends an accepted code only once if the step after it fails', async () => {
  calls.startAuthenticator.mockResolvedValue('JBSWY3DPEHPK3PXP')
  calls.setFactors.mockRejectedValueOnce(new Error('We couldn’t reach the server.'))
  await openSettings()
  press('Set up the authenticator app')
  await enterCode('123456')
  press('Turn on', within(screen.getByRole('dialog')))
  expect(await screen.findByText('We couldn’t reach the server.')).toBeTruthy()
  press('Turn on', within(screen.getByRole('dialog')))
  await toast('Authenticator app: on')
  expect(calls.confirmAuthenticator).toHaveBeenCalledTimes(1)
})

test.each([
  ['with a clipboard', 'Copied.', async () => {}],
  ['selects it without a clipboard', /^The key is selected/, undefined],
])('copies the key: %s', async (_, sentence, writeText) => {
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'x', clipboard: writeText && { writeText } })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  calls.startAuthenticator.mockResolvedValue('JBSWY3DPEHPK3PXP')
  await openSettings()
  press('Set up the authenticator app')
  fireEvent.click(await screen.findByRole('button', { name: 'Copy the key' }, PATIENT))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('asks before turning one off, explains what remains, and leaves the others on', async () => {
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

test('keeps the last second step if the site requires one, and explains why', async () => {
  await openSettings({ factors: ['TOTP'] }, { mfa: 'required' })
  expect(screen.queryByRole('button', { name: 'Remove the authenticator app' })).toBeNull()
  expect(part(STEP).getByText(/^Northwind Rewards requires a second step/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Move to another phone' })).toBeTruthy()
})

test('lets the user choose which of several to be asked for', async () => {
  await openSettings({ factors: ['TOTP', 'EMAIL'] })
  const always = part(STEP).getByRole<HTMLInputElement>('radio', { name: 'Always: codes by email' })
  expect(part(STEP).getByRole<HTMLInputElement>('radio', { name: /^Let me choose/ }).checked).toBe(true)
  fireEvent.click(always)
  await waitFor(() =>
    expect(calls.setFactors).toHaveBeenCalledWith({ on: ['TOTP', 'EMAIL'], preferred: 'EMAIL' }),
  )
})

test('shows the service’s error in the section, and the factor stays off', async () => {
  calls.setFactors.mockRejectedValue(new Error('Attempt limit exceeded, please try after some time.'))
  await openSettings()
  press('Turn on codes by email')
  expect((await part(STEP).findByRole('alert')).textContent).toContain('Attempt limit exceeded')
  expect(toasts()).toEqual([])
})

test.each<[string, Partial<Security>, string]>([
  ['a password', {}, 'Your password is all you need to sign in.'],
  ['Google', { hasPassword: false, services: [GOOGLE] }, 'Google is all you need to sign in.'],
  [
    'two services',
    { hasPassword: false, services: [GOOGLE, APPLE] },
    'Google or Apple is all you need to sign in.',
  ],
  ['an emailed code', { hasPassword: false }, 'An emailed code is all you need to sign in.'],
  ['a password and codes', { factors: ['SMS'] }, 'After your password we ask for a code we text you.'],
  [
    'no password and codes',
    { hasPassword: false, factors: ['SMS'] },
    'When you sign in, we ask for a code we text you.',
  ],
])('describes signing in with %s', async (_, security, sentence) => {
  await openSettings(security, SOCIAL)
  expect(part(STEP).getByText(sentence)).toBeTruthy()
})

test('shows an error at once if there is no network', async () => {
  calls.setFactors.mockRejectedValue(new Error('We couldn’t reach the server.'))
  await openSettings()
  onlineManager.setOnline(false)
  press('Turn on codes by email')
  expect((await part(STEP).findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
})

test.each([
  [[], null, 'We ask for it from your next sign-in.'],
  [['TOTP'], null, 'You choose at each sign-in which code we ask for.'],
  [['TOTP'], 'TOTP', 'We’ll keep asking for a code from your authenticator app.'],
] as const)('with %j on and %s preferred, turning on another says: %s', async (factors, preferred, said) => {
  await openSettings({ factors, preferred })
  press('Turn on codes by email')
  await toast('Codes by email: on')
  expect(toasts().at(-1)?.text).toBe(said)
})

const CODES = Array.from({ length: 10 }, (_, index) => `7K2M${index}-09QRT`)

test('shows recovery codes after the authenticator app is set up', async () => {
  calls.startAuthenticator.mockResolvedValue('JBSWY3DPEHPK3PXP')
  await openSettings({}, {}, { 'POST /api/v1/recovery_codes/': { codes: CODES } })
  press('Set up the authenticator app')
  await enterCode('123456')
  press('Turn on')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }, PATIENT))
  expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual(CODES)
  // Shown only once, so neither Escape nor a close button may lose them.
  fireEvent.keyDown(dialog.getByRole('button', { name: 'I saved my codes' }), { key: 'Escape' })
  // Closing takes a moment.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(screen.queryByText(CODES[0]!)).toBeTruthy()
  press('I saved my codes', dialog)
  await waitFor(() => expect(screen.queryByText(CODES[0]!)).toBeNull())
})

test('shows how many recovery codes are left, and asks before replacing them', async () => {
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

test('warns when no recovery codes are left', async () => {
  await openSettings({ factors: ['TOTP'] }, {}, { 'GET /api/v1/recovery_codes/': { remaining: 0 } })
  expect(await screen.findByText('No recovery codes. Without them, a lost phone locks you out.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create recovery codes' })).toBeTruthy()
})

test('offers no recovery codes with a user pool at Amazon Cognito', async () => {
  const { requests } = await openSettings({ factors: ['TOTP'] }, { user_pool_endpoint: undefined })
  expect(part(STEP).getByRole('button', { name: 'Move to another phone' })).toBeTruthy()
  expect(screen.queryByText(/recovery code/i)).toBeNull()
  expect(requests.some(({ path }) => path.includes('recovery_codes'))).toBe(false)
})
