import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { tidyLine, unprintableCharacters } from './printable-text.ts'

test.each([
  ['  Maya   Okafor ', 'Maya Okafor'],
  ['Maya\tOkafor\r\n', 'Maya Okafor'],
  ['O\u2019Brien', "O'Brien"],
  ['\u201cBuddy\u201d', '"Buddy"'],
  ['Anne\u2013Marie', 'Anne-Marie'],
  ['Toma\u0301s', 'Tomás'],
  ['Ma\u200bya\u202e', 'Maya'],
  ['\ufeffMaya', 'Maya'],
  ['Ma\u0000ya', 'Ma ya'],
])('%j is kept as %j', (typed, kept) => {
  expect(tidyLine(typed)).toBe(kept)
})

test.each([
  ['Hana Kovář', []],
  ['Tomás Rivera', []],
  ['Łukasz Żółć', []],
  ["Zoë O'Brien-Smith, Jr.", []],
  ['王 Wei', ['王']],
  ['Maya 🎉🎉', ['🎉']],
  ['Иван', ['И', 'в', 'а', 'н']],
  ['a\tb', ['\t']],
])('in %j the printer has no %j', (line, missing) => {
  expect(unprintableCharacters(line)).toEqual(missing)
})

test('a tidy line stays as it is, without blanks around it, in pairs, or anything invisible', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = tidyLine(text)
      expect(tidyLine(line)).toBe(line)
      expect(line).toBe(line.trim())
      expect(line).not.toMatch(/ {2}|[\p{Cc}\p{Cf}]/u)
    }),
    { numRuns: 2000 },
  )
})
