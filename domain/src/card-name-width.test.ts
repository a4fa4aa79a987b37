import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CARD_NAME_LINE, cardNameWidth, lettersTooMany } from './card-name-width.ts'

test('measures a name by the width of its letters, not their number', () => {
  expect(cardNameWidth('illi')).toBeLessThan(cardNameWidth('mmm'))
  expect(cardNameWidth('Łukasz')).toBe(cardNameWidth('ŁUKASZ'))
})

test.each([
  ['Maya Okafor', 0],
  ['Alexandra Maximiliane Hollingsworth-Vander', 0],
  ['Alexandra Maximiliane Hollingsworth-Vanderbeek-Smith', 6],
  ['i'.repeat(80), 0],
  ['W'.repeat(40), 10],
])('of %j, %i letters don’t fit', (name, count) => {
  expect(lettersTooMany(name)).toBe(count)
  expect(cardNameWidth(name.slice(0, name.length - count))).toBeLessThanOrEqual(CARD_NAME_LINE.maxWidth)
})

test('a shortened name fits, and doesn’t with one more letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const letters = [...name]
      const kept = letters.length - lettersTooMany(name)
      const printed = (count: number) => letters.slice(0, count).join('').trimEnd()
      expect(cardNameWidth(printed(kept))).toBeLessThanOrEqual(CARD_NAME_LINE.maxWidth)
      if (kept < letters.length) {
        expect(cardNameWidth(printed(kept + 1))).toBeGreaterThan(CARD_NAME_LINE.maxWidth)
      }
    }),
  )
})

test('measures a name as long as a whole cell letter by letter', () => {
  expect(lettersTooMany('a'.repeat(1_000_000))).toBeGreaterThan(999_000)
})
