import { expect, test } from 'vitest'
import { findStateCode, isStateCode, stateName, US_STATES } from './us-states.ts'

test('the mail reaches 50 states, DC, five territories and three military places', () => {
  expect(US_STATES).toHaveLength(59)
  expect(new Set(US_STATES.map(({ code }) => code)).size).toBe(59)
  expect(new Set(US_STATES.map(({ name }) => name)).size).toBe(59)
  for (const code of ['DC', 'PR', 'VI', 'GU', 'AS', 'MP', 'AA', 'AE', 'AP'])
    expect(isStateCode(code)).toBe(true)
})

test.each([
  ['OR', 'OR'],
  ['or', 'OR'],
  [' Oregon ', 'OR'],
  ['NEW YORK', 'NY'],
  ['district of columbia', 'DC'],
  ['ON', undefined],
  ['', undefined],
  ['constructor', undefined],
])('%j is read as %s', (text, code) => {
  expect(findStateCode(text)).toBe(code)
})

test('a code has its name, an unknown one stands for itself', () => {
  expect(stateName('ME')).toBe('Maine')
  expect(stateName('ZZ')).toBe('ZZ')
})
