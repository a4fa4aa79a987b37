import { expect, test } from 'vitest'
import { endSentence, endSentences } from './sentence.ts'

test.each([
  ['We order from Northwind', 'We order from Northwind.'],
  ['We order from Acorn & Co.', 'We order from Acorn & Co.'],
  ['Cards from Yahoo!', 'Cards from Yahoo!'],
])('%j ends as %j', (text, sentence) => {
  expect(endSentence(text)).toBe(sentence)
})

test('a name that ends with a period ends its sentence within a text', () => {
  expect(endSentences('You’re in Acorn & Co.. Wait for it...')).toBe('You’re in Acorn & Co. Wait for it...')
  expect(endSentences('From Acorn & Co..')).toBe('From Acorn & Co.')
})
