import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StateCode } from './us-states.ts'
import { isZipCode, readZipCode, zipStateWarning } from './zip-code.ts'

test.each<[string, StateCode | undefined, string, boolean]>([
  ['97214', 'OR', '97214', false],
  [' 97214 ', undefined, '97214', false],
  ['97214-1234', 'OR', '97214-1234', false],
  ['97214 1234', 'OR', '97214-1234', false],
  ['972141234', 'OR', '97214-1234', false],
  ['4101', 'ME', '04101', true],
  ['501', 'NY', '00501', true],
  ['901', 'PR', '00901', true],
  ['4101-1234', 'ME', '04101-1234', true],
  ['41011234', 'ME', '04101-1234', true],
  ['9021', 'CA', '9021', false],
  ['4101', undefined, '4101', false],
  ['4101', 'OR', '4101', false],
  ['97214-', 'OR', '97214', false],
  ['97', 'OR', '97', false],
  ['SW1A 1AA', undefined, 'SW1A 1AA', false],
  ['', 'ME', '', false],
])('%j in %s is kept as %j (zeros restored: %s)', (text, state, zip, zerosRestored) => {
  expect(readZipCode(text, state)).toEqual({ zip, zerosRestored })
})

test.each(['', '9721', '972141', '97214-', '97214-123', '97214 1234', 'abcde', '٩٧٢١٤', '97214\n'])(
  '%j is not a ZIP code',
  (text) => {
    expect(isZipCode(text)).toBe(false)
  },
)

test.each<[string, StateCode, string | undefined]>([
  ['45402', 'OH', undefined],
  ['45402-1234', 'OH', undefined],
  ['97214', 'OH', '97214 is in Oregon, not in Ohio.'],
  ['96910', 'OH', '96910 is in Guam or Northern Mariana Islands, not in Ohio.'],
  ['00012', 'OH', 'No ZIP code starts with 000.'],
  ['4540', 'OH', undefined],
])('%s in %s: %s', (zip, state, mismatch) => {
  expect(zipStateWarning(zip, state)).toBe(mismatch)
})

test('reads a ZIP code the same again', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\d -]{0,12}$/))
  fc.assert(
    fc.property(typed, fc.constantFrom<StateCode | undefined>('ME', 'OR', 'PR', undefined), (text, state) => {
      const { zip } = readZipCode(text, state)
      expect(readZipCode(zip, state)).toEqual({ zip, zerosRestored: false })
    }),
    { numRuns: 1000 },
  )
})
