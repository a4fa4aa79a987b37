import { expect, test } from 'vitest'
import { escapedTexts, pseudoTexts } from '../../testing/pseudo-texts.ts'
import { textsOf } from '../../texts.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { changeOf, noticeContent } from './account-notice-words.ts'
import { codeContent, codeText } from './code-words.ts'

const site = {
  name: 'Northwind Rewards',
  support_email: 'help@northwind.example',
  support_phone: '(800) 555-0142',
} as SiteRow

const textOf = (event: string, about?: string) => {
  const change = changeOf(event, about)!
  const { title, parts } = noticeContent(textsOf('en'), site, 'https://shop.test', 'lee@example.com', change)
  return JSON.stringify([title, parts])
}
const SUPPORT = 'Contact us, too: help@northwind.example or (800) 555-0142.'

test('the notice of a linked service says how to unlink it', () => {
  expect(textOf('social_linked')).toContain('signs everyone else out and unlinks other services')
})

test('the notice of an unlinked service names it; a reset that unlinks all of them says so itself', () => {
  expect(textOf('social_unlinked', 'Google')).toContain('Google was unlinked from your account')
  expect(textOf('social_unlinked', 'Google')).toContain('Reset your password right away')
  expect(changeOf('social_unlinked')).toBeUndefined()
})

test('a reset says that services are unlinked; a password change while signed in keeps them', () => {
  expect(textOf('password_reset')).toContain('We unlinked the services you signed in with')
  expect(textOf('password_changed')).not.toContain('unlinked the services')
})

test('a new address says that services under the old one are unlinked', () => {
  expect(textOf('email_changed')).toContain('signed in with under the old one')
})

test.each([
  ['mfa_enabled', 'SOFTWARE_TOKEN_MFA'],
  ['mfa_enabled', 'SMS_MFA'],
  ['mfa_enabled', undefined],
  ['authenticator_replaced', undefined],
  ['phone_number_changed', undefined],
])('%s of %s survives a reset, so the notice names support too', (event, about) => {
  expect(textOf(event, about)).toContain('Reset your password right away')
  expect(textOf(event, about)).toContain(SUPPORT)
})

test('codes to the owner’s own mailbox lock no one out, because they can be turned off again', () => {
  expect(textOf('mfa_enabled', 'EMAIL_OTP')).toContain('Then turn off what you didn’t add')
  expect(textOf('mfa_enabled', 'EMAIL_OTP')).not.toContain(SUPPORT)
})

test.each([
  ['SOFTWARE_TOKEN_MFA', 'An authenticator app was'],
  ['EMAIL_OTP', 'Codes by email were'],
  ['SMS_MFA', 'Codes by text message were'],
  ['something else', 'A second step was'],
])('%s is named when it is added and when it is removed', (about, words) => {
  expect(textOf('mfa_enabled', about)).toContain(`${words} added to your sign-in`)
  expect(textOf('mfa_disabled', about)).toContain(`${words} removed from your sign-in`)
})

test('a used recovery code says how many are left, and when to create new ones', () => {
  expect(textOf('recovery_code_used', '9')).toContain('You have 9 recovery codes left.')
  expect(textOf('recovery_code_used', '9')).not.toContain('left. Create new ones')
  expect(textOf('recovery_code_used', '1')).toContain('You have 1 recovery code left. Create new ones')
  expect(textOf('recovery_code_used', '0')).toContain('It was your last one.')
})

test.each(['recovery_code_used', 'recovery_codes_made', 'second_factor_reset'])(
  'the notice of %s says to reset the password and contact support',
  (event) => {
    expect(textOf(event, '5')).toContain('Reset your password')
    expect(textOf(event, '5')).toContain('help@northwind.example or (800) 555-0142')
  },
)

test('every text of every mail and text message about an account is in the catalogs', () => {
  const factors = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA', undefined]
  const events = [
    ...['password_changed', 'password_reset', 'email_changed', 'phone_number_added', 'phone_number_changed'],
    ...['phone_number_removed', 'authenticator_replaced', 'recovery_codes_made', 'second_factor_reset'],
    ...['social_linked', 'user_deleted'],
  ]
  const changes = [
    ...factors.flatMap((about) => [changeOf('mfa_enabled', about), changeOf('mfa_disabled', about)]),
    ...['0', '1', '9'].map((about) => changeOf('recovery_code_used', about)),
    ...events.map((event) => changeOf(event)),
    changeOf('social_unlinked', 'Google'),
  ]
  const notices = changes.map((change) => noticeContent(pseudoTexts, site, '', 'lee@example.com', change!))
  const purposes = ['sign-up', 'reset-password', 'verify-attribute', 'sign-in', 'first-factor'] as const
  const codes = [...purposes, 'invitation' as const, 'account-exists' as const].flatMap((purpose) => {
    const told = { purpose, destination: 'lee@example.com', code: '048213', lifeMs: 600_000 }
    return [codeContent(pseudoTexts, site, '', told), codeText(pseudoTexts, site, told)]
  })
  const data = /Northwind Rewards|lee@example\.com|help@northwind\.example|Google|\b(?:or|minutes)\b/g
  expect(escapedTexts([notices, codes], data)).toEqual([])
})
