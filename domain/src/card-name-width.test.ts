import { expect, test } from 'vitest'
import { CARD_NAME_LINE, cardNameWidth, lettersTooMany } from './card-name-width.ts'

test('a name is as wide as its letters are, not as they are many', () => {
  expect(cardNameWidth('illi')).toBeLessThan(cardNameWidth('mmm'))
  expect(cardNameWidth('Łukasz')).toBe(cardNameWidth('ŁUKASZ'))
})

test.each([
  ['Maya Okafor', 0],
  ['Alexandra Maximiliane Hollingsworth-Vander', 0],
  ['Alexandra Maximiliane Hollingsworth-Vanderbeek-Smith', 6],
  ['i'.repeat(80), 0],
  ['W'.repeat(40), 10],
])('of %j, %i letters are too many', (name, count) => {
  expect(lettersTooMany(name)).toBe(count)
  expect(cardNameWidth(name.slice(0, name.length - count))).toBeLessThanOrEqual(CARD_NAME_LINE.maxWidth)
})
