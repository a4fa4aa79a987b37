import { expect, test } from 'vitest'
import { assertPassword, isEasyToGuess } from './password-policy.ts'

const LENGTH_ONLY = {
  minLength: 8,
  requireLowercase: false,
  requireUppercase: false,
  requireNumbers: false,
  requireSymbols: false,
}
const EVERYTHING = {
  minLength: 10,
  requireLowercase: true,
  requireUppercase: true,
  requireNumbers: true,
  requireSymbols: true,
}
const refusal = (password_policy: typeof EVERYTHING, password: string) => {
  try {
    assertPassword({ password_policy, blocked_words: ['Northwind'] }, password, 'lee.harper@example.com')
    return undefined
  } catch (cause) {
    return (cause as Error).message
  }
}

test.each([
  ['Kettle1!', 'Password must have at least 10 characters'],
  ['KETTLE-PLUM-1', 'Password must have lower case letters'],
  ['kettle-plum-1', 'Password must have upper case letters'],
  ['Kettle-Plum', 'Password must have numbers'],
  ['KettlePlum1', 'Password must have special characters'],
  ['Kettle Plum 1', undefined],
])('with every rule on, "%s" gets: %s', (password, message) => {
  expect(refusal(EVERYTHING, password)).toBe(message)
})

test('with only the length required, a phrase of small letters is fine', () => {
  expect(refusal(LENGTH_ONLY, 'kettle plum basil')).toBeUndefined()
  expect(refusal(LENGTH_ONLY, 'kettle-')).toBe('Password must have at least 8 characters')
  expect(refusal(LENGTH_ONLY, 'ありがとうございます')).toBeUndefined()
})

test.each([
  'password',
  'Pa$$w0rd2026!',
  '!!Sunshine99',
  'iloveyou',
  'trustno1',
  '1qaz2wsx',
  'correcthorsebatterystaple',
  'aaaaaaaaaa',
  'abcabcabcabc',
  'plum7plum7',
  '12345678',
  '87654321ab',
  'qwertyuiop[]',
  'abcd1234',
  '19870412',
  'northwind-2026',
  'Lee.Harper1',
  'harper@example',
])('"%s" is easy to guess', (password) => {
  expect(isEasyToGuess(password, ['Northwind', 'lee.harper@example.com'])).toBe(true)
})

test.each([
  'kettle-of-plum-jam',
  'northwind-brews-late-tea',
  'harpsichord-mornings',
  'X9#kq!vT2m',
  'abcd-purple-kettle',
  '739104628157',
])('"%s" is not', (password) => {
  expect(isEasyToGuess(password, ['Northwind', 'lee.harper@example.com'])).toBe(false)
})
