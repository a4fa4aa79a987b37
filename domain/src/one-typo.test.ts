import { expect, test } from 'vitest'
import { isOneTypo } from './one-typo.ts'

test.each([
  ['gmial', true],
  ['gmal', true],
  ['ggmail', true],
  ['gmaill', true],
  ['hmail', true],
  ['gmail', false],
  ['gml', false],
  ['email1', false],
  ['', false],
])('%j is one typo away from gmail: %s', (typed, isTypo) => {
  expect(isOneTypo(typed, 'gmail')).toBe(isTypo)
})
