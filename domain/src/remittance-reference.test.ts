import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderNumberOfReference, remittanceReference } from './remittance-reference.ts'

const orderNumber = fc.integer({ min: 1, max: 999_999_999_999 })

test('a reference is the order number between a letter and two check digits', () => {
  expect(remittanceReference(10482)).toBe('R-10482-80')
})

test('finds the order of a reference, however the bank prints it', () => {
  fc.assert(
    fc.property(orderNumber, (number) => {
      const reference = remittanceReference(number)
      for (const printed of [
        reference,
        reference.toLowerCase(),
        reference.replaceAll('-', ''),
        ` ${reference} `,
      ]) {
        expect(orderNumberOfReference(printed)).toBe(number)
      }
      expect(orderNumberOfReference(reference.slice(1).replaceAll('-', ' '))).toBe(number)
    }),
  )
})

test('detects any single mistyped digit', () => {
  fc.assert(
    fc.property(orderNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, shift) => {
      const digits = [...remittanceReference(number).replace(/\D/g, '')]
      const at = place % digits.length
      digits[at] = String((Number(digits[at]) + shift) % 10)
      expect(orderNumberOfReference(`R${digits.join('')}`)).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})

test('detects any two swapped neighboring digits', () => {
  fc.assert(
    fc.property(orderNumber, fc.nat(), (number, place) => {
      const digits = [...remittanceReference(number).replace(/\D/g, '')]
      const at = place % (digits.length - 1)
      const [left, right] = [digits[at]!, digits[at + 1]!]
      fc.pre(left !== right)
      digits.splice(at, 2, right, left)
      expect(orderNumberOfReference(`R${digits.join('')}`)).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})

test.each(['', 'R', 'R--', 'R-0-98', 'R-10482', '10482', 'R-10482-9', 'X-10482-91', 'R-10482-80x'])(
  '%j is not a reference',
  (text) => {
    expect(orderNumberOfReference(text)).toBeUndefined()
  },
)

test.each([0, -1, 1.5, Number.NaN, 10 ** 12])('%s is not an order number', (number) => {
  expect(() => remittanceReference(number)).toThrow(RangeError)
})
