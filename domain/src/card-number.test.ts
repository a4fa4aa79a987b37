import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CARD_NUMBER_DIGITS, luhnDigit, passesLuhn, privateLabelNumber } from './card-number.ts'

const drawn = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 })
  .map((d) => d.join(''))

test.each([
  ['7992739871', '3'],
  ['411111111111111', '1'],
  ['000000000000000', '0'],
])('the number %s gets the check digit %s', (digits, check) => {
  expect(luhnDigit(digits)).toBe(check)
})

test('every number has 19 digits, passes Luhn, and belongs to no network', () => {
  fc.assert(
    fc.property(drawn, (digits) => {
      const number = privateLabelNumber(digits)
      expect(number).toHaveLength(CARD_NUMBER_DIGITS)
      expect(passesLuhn(number)).toBe(true)
      expect(number.startsWith('9999')).toBe(true)
    }),
  )
})

test('detects a mistyped digit', () => {
  fc.assert(
    fc.property(drawn, fc.integer({ min: 0, max: 18 }), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
      const number = privateLabelNumber(digits)
      const wrong = String((Number(number[at]) + by) % 10)
      expect(passesLuhn(number.slice(0, at) + wrong + number.slice(at + 1))).toBe(false)
    }),
  )
})

test.each(['', '1234', '1234567890123x', '123456789012345'])('rejects %j', (digits) => {
  expect(() => privateLabelNumber(digits)).toThrow(RangeError)
})
