import { expect, test } from 'vitest'
import { normalizeTaxNumber, taxNumberLastFour } from './tax-number.ts'

test.each([
  ['12-3456789', '12-3456789'],
  ['123456789', '12-3456789'],
  [' 12-3456789 ', '12-3456789'],
  ['123-45-6789', '123-45-6789'],
  ['123 45 6789', '12-3456789'],
])('%j is kept as %s', (typed, kept) => {
  expect(normalizeTaxNumber(typed)).toBe(kept)
  expect(taxNumberLastFour(kept)).toBe('6789')
})

test.each([
  '',
  '12345678',
  '1234567890',
  '1-23456789',
  '12-34-56789',
  '12-345678a',
  '000000000',
  '٠١٢٣٤٥٦٧٨',
])('%j is not a tax number', (typed) => {
  expect(normalizeTaxNumber(typed)).toBeUndefined()
})
