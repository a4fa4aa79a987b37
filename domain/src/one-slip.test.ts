import { expect, test } from 'vitest'
import { isOneSlip } from './one-slip.ts'

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
])('%j is one typo away from gmail: %s', (typed, isSlip) => {
  expect(isOneSlip(typed, 'gmail')).toBe(isSlip)
})
