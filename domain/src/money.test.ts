import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOCALES } from './languages.ts'
import {
  centsFromDecimal,
  centsFromTyped,
  decimalFromCents,
  formatCents,
  formatDollars,
  suggestCents,
} from './money.ts'

const cents = fc.integer({ min: 0, max: 10 ** 12 })

test.each([
  [0, '$0.00', '$0'],
  [5, '$0.05', '$0.05'],
  [50, '$0.50', '$0.50'],
  [5000, '$50.00', '$50'],
  [123450, '$1,234.50', '$1,234.50'],
  [100000, '$1,000.00', '$1,000'],
  [31693044, '$316,930.44', '$316,930.44'],
  [100000000000, '$1,000,000,000.00', '$1,000,000,000'],
  [-1234500, '-$12,345.00', '-$12,345'],
])('%i cents read %s in a table and %s on a card', (amount, table, card) => {
  expect(formatCents(amount)).toBe(table)
  expect(formatDollars(amount)).toBe(card)
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%s is not an amount of cents', (amount) => {
  expect(() => formatCents(amount)).toThrow(RangeError)
  expect(() => formatDollars(amount)).toThrow(RangeError)
  expect(() => decimalFromCents(amount)).toThrow(RangeError)
})

test('never sends out a negative amount as a price', () => {
  expect(() => decimalFromCents(-1)).toThrow(RangeError)
})

test.each([
  ['195.00', 19500],
  ['195', 19500],
  ['0.97', 97],
  ['0.5', 50],
  [' 12.30 ', 1230],
  ['0', 0],
  ['9999999999999.99', 999999999999999],
])('the machine format is %j for %i cents', (text, amount) => {
  expect(centsFromDecimal(text)).toBe(amount)
})

const NOT_PRICES = [
  '',
  ' ',
  '-1.00',
  '+1',
  '1.005',
  '1e3',
  'NaN',
  'Infinity',
  '0x10',
  '1,000',
  '$5',
  '.',
  '.5',
  '5.',
  '1.2.3',
  '1 000',
  '٣',
  '99999999999999',
  'five',
]

test.each(NOT_PRICES)('%j is not a price', (text) => {
  expect(centsFromDecimal(text)).toBeUndefined()
})

test.each([
  ['$1,000', 100000],
  ['$ 50', 5000],
  ['1,234,567.89', 123456789],
  ['75.5', 7550],
])('a person types %j for %i cents', (text, amount) => {
  expect(centsFromTyped(text)).toBe(amount)
})

test.each(['1,000,0', '1,0000', '$-5', '$$5', '1.000,000', '1e3', ',100'])('rejects %j as typed', (text) => {
  expect(centsFromTyped(text)).toBeUndefined()
})

test('reads a written price back to the cent', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(centsFromDecimal(decimalFromCents(amount))).toBe(amount)
      expect(centsFromTyped(formatCents(amount))).toBe(amount)
      expect(centsFromTyped(formatDollars(amount))).toBe(amount)
    }),
  )
})

test('any input is whole cents or no price', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.double().map(String), fc.stringMatching(/^[-+$,.\d eE]+$/)),
      (text) => {
        const amount = centsFromTyped(text)
        expect(amount === undefined || (Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
      },
    ),
  )
})

test.each(Object.values(LOCALES))('writes amounts as %s does', (locale) => {
  const asThere = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  for (const cents of [0, 1, 99, 5_000, 123_450, 100_000_000, -250]) {
    expect(formatCents(cents)).toBe(asThere.format(cents / 100))
  }
})

test.each([
  ['50,5', 5_050],
  ['50,50', 5_050],
  ['$ 1.250,00', 125_000],
  ['1.250.000', 125_000_000],
  ['1 250,00', 125_000],
  ['1,250', 125_000],
  ['US$50', 5_000],
  ['50 USD', 5_000],
  ['50$', 5_000],
  ['1.250', undefined],
  ['1,2,3', undefined],
  ['50,', undefined],
  ['12,50,00', undefined],
])('%j is read as %j cents', (text, amount) => {
  expect(centsFromTyped(text)).toBe(amount)
})

test.each([
  ['1.250', 125_000],
  ['$1.250', 125_000],
  ['fifty', undefined],
  ['50', undefined],
])('%j may be %j cents', (text, amount) => {
  expect(suggestCents(text)).toBe(amount)
})
