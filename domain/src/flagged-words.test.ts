import { expect, test } from 'vitest'
import { flaggedWords } from './flagged-words.ts'

test.each([
  ['Your VISA card', ['visa']],
  ['Your “Visa”-gift', ['visa']],
  ['Vísa', ['visa']],
  ['American  Express', ['american express']],
  ['Thank you, {first name}', []],
  ['Visalia, with love', []],
  ['Essex and Sussex', []],
  ['', []],
])('%j contains %j', (text, words) => {
  expect(flaggedWords(text)).toEqual(words)
})

test('doesn’t read two texts as one', () => {
  expect(flaggedWords('American', 'Express')).toEqual([])
  expect(flaggedWords('Amex', 'from the IRS')).toEqual(['amex', 'irs'])
})
