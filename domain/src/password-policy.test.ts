import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_PASSWORD_POLICY,
  passwordProblems,
  SPECIAL_CHARACTERS,
  shouldShowMismatch,
} from './password-policy.ts'

const STRICT = {
  minLength: 10,
  requireLowercase: true,
  requireUppercase: true,
  requireNumbers: true,
  requireSpecialCharacters: true,
}

test('reports everything missing, in the words and order of the specification', () => {
  expect(passwordProblems(STRICT, '')).toEqual([
    'Password must have at least 10 characters',
    'Password must have lower case letters',
    'Password must have upper case letters',
    'Password must have numbers',
    'Password must have special characters',
  ])
})

test.each([
  ['aaaaaaaaa1A!', []],
  ['AAAAAAAAA1!', ['Password must have lower case letters']],
  ['aaaaaaaaa1!', ['Password must have upper case letters']],
  ['aaaaaaaaaA!', ['Password must have numbers']],
  ['aaaaaaaaaA1', ['Password must have special characters']],
  ['aA1!', ['Password must have at least 10 characters']],
])('%j is answered with %j', (password, problems) => {
  expect(passwordProblems(STRICT, password)).toEqual(problems)
})

test('only the length of eight counts by default', () => {
  expect(passwordProblems(DEFAULT_PASSWORD_POLICY, 'aaaaaaa')).toEqual([
    'Password must have at least 8 characters',
  ])
  expect(passwordProblems(DEFAULT_PASSWORD_POLICY, 'aaaaaaaa')).toEqual([])
})

test('keeps spaces around a password', () => {
  expect(passwordProblems(DEFAULT_PASSWORD_POLICY, '  aaaa  ')).toEqual([])
})

test('counts exactly the special characters of the specification', () => {
  const listed = '^ $ * . [ ] { } ( ) ? " ! @ # % & / \\ , > < \' : ; | _ ~ ` = + -'.split(' ')
  expect(new Set(SPECIAL_CHARACTERS)).toEqual(new Set([...listed, ' ']))

  const special = { ...DEFAULT_PASSWORD_POLICY, minLength: 0, requireSpecialCharacters: true }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), (each) => {
      const passes = passwordProblems(special, each).length === 0
      expect(passes).toBe(each === ' ' || listed.includes(each))
    }),
  )
})

test.each([
  ['same', { password: 'abcdef', confirm: 'abcdef', bothTouched: true }, false],
  ['both empty', { password: '', confirm: '', bothTouched: true }, false],
  ['different, both touched', { password: 'abc', confirm: 'x', bothTouched: true }, true],
  ['different, both six long', { password: 'abcdef', confirm: 'abcdeg', bothTouched: false }, true],
  ['different, the second five long', { password: 'abcdefgh', confirm: 'abcde', bothTouched: false }, false],
  ['different, the first five long', { password: 'abcde', confirm: 'abcdef', bothTouched: false }, false],
])('passwords that are %s: mismatch reported', (_case, entry, said) => {
  expect(shouldShowMismatch(entry)).toBe(said)
})
