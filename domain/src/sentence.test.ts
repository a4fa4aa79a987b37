import { expect, test } from 'vitest'
import { endSentence } from './sentence.ts'

test.each([
  ['We order from Northwind', 'We order from Northwind.'],
  ['We order from Acorn & Co.', 'We order from Acorn & Co.'],
  ['Cards from Yahoo!', 'Cards from Yahoo!'],
])('%j ends as %j', (text, sentence) => {
  expect(endSentence(text)).toBe(sentence)
})
