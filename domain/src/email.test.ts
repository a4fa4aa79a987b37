import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMAIL_INVALID, isEmail, maskedEmail, normalizeEmail } from './email.ts'

test.each([
  'dana@haldentools.example',
  'o.nyberg@example.org',
  'a+b_c%d@mail.example.co.uk',
  "o'brien@example.com",
  'x@xn--bcher-kva.xn--p1ai',
  `${'a'.repeat(64)}@example.com`,
])('%s is an email', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  '',
  'dana',
  'dana@',
  '@example.com',
  'dana@localhost',
  'dana@@example.com',
  'dana@example@com',
  'dana.@example.com',
  '.dana@example.com',
  'da..na@example.com',
  'da na@example.com',
  'dana@exa mple.com',
  'dana@-example.com',
  'dana@example-.com',
  'dana@example..com',
  'dana@example.com.',
  'dana@example.c',
  'dana@127.0.0.1',
  'Dana <dana@example.com>',
  'dana@example.com\r\nBcc: all@example.com',
  'dana@example.com,eve@example.com',
  '"dana"@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${'b.'.repeat(130)}com`,
])('%j is not an email', (text) => {
  expect(isEmail(text)).toBe(false)
})

test('uses the words of the specification', () => {
  expect(EMAIL_INVALID).toBe('Please enter a valid email')
})

test('trims blanks, lowercases the domain, and keeps the name as typed', () => {
  expect(normalizeEmail(' Dana.H@Example.COM ')).toBe('Dana.H@example.com')
})

test('accepts every ordinary address, and none with a blank or a line break', () => {
  fc.assert(fc.property(fc.emailAddress(), (text) => void expect(isEmail(text)).toBe(true)))
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(' ', '\n', '\r', '\t', ','), fc.emailAddress(), (a, gap, b) => {
      expect(isEmail(a + gap + b)).toBe(false)
      expect(isEmail(b + gap + a)).toBe(false)
    }),
  )
})

test('a masked address keeps its first letter and its domain', () => {
  expect(maskedEmail('kim.lee@halden.example')).toBe('k…@halden.example')
})
