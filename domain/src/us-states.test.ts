import { expect, test } from 'vitest'
import { findStateCode, isStateCode, stateName, suggestState, US_STATES } from './us-states.ts'

test('mail reaches 50 states, DC, five territories, and three military places', () => {
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
  ['N.J.', 'NJ'],
  ['N. J.', 'NJ'],
  ['Calif.', 'CA'],
  ['new jersey', 'NJ'],
  ['Mass', 'MA'],
  ['D.C.', 'DC'],
  ['Washington, D.C.', 'DC'],
  ['Wash.', 'WA'],
  ['W. Va.', 'WV'],
  ['N.Dak.', 'ND'],
  ['Penna.', 'PA'],
  ['Hawai\u02bbi', 'HI'],
  ['Oregon, USA', 'OR'],
  ['US Virgin Islands', 'VI'],
  ['Mary', undefined],
  ['Californa', undefined],
  ['ON', undefined],
  ['', undefined],
  ['constructor', undefined],
])('%j is read as %s', (text, code) => {
  expect(findStateCode(text)).toBe(code)
})

test('a code has its name, an unknown one is returned unchanged', () => {
  expect(stateName('ME')).toBe('Maine')
  expect(stateName('ZZ')).toBe('ZZ')
})

test.each([
  ['Californa', 'CA'],
  ['Orgeon', 'OR'],
  ['Pensylvania', 'PA'],
  ['New Jersy', 'NJ'],
  ['Ontario', undefined],
  ['Carolina', undefined],
  ['OE', undefined],
])('%j may be %s', (text, code) => {
  expect(suggestState(text)).toBe(code)
})

test('no two states share a form, and each is found by its own code and name', () => {
  for (const { code, name } of US_STATES) {
    expect(findStateCode(code)).toBe(code)
    expect(findStateCode(name.toUpperCase())).toBe(code)
  }
})
