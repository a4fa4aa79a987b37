import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitName } from './person-name.ts'

test.each([
  ['', '', ''],
  ['Prince', 'Prince', ''],
  ['Maya Okafor', 'Maya', 'Okafor'],
  ['  Mary Ann  Smith ', 'Mary Ann', 'Smith'],
  ['Anne-Marie O’Neill-Díaz', 'Anne-Marie', 'O’Neill-Díaz'],
  ["D'Arcy O'Brien", "D'Arcy", "O'Brien"],
  ['Zoë van der Berg', 'Zoë', 'van der Berg'],
  ['Juan Carlos de la Cruz', 'Juan Carlos', 'de la Cruz'],
  ['Ahmed bin Rashid al Maktoum', 'Ahmed bin Rashid', 'al Maktoum'],
  ['Claire st. Pierre', 'Claire', 'st. Pierre'],
  ['Lin Van Tran', 'Lin Van', 'Tran'],
  ['di Marco', 'di', 'Marco'],
  ['Dr. José Núñez Jr.', 'Dr. José', 'Núñez Jr.'],
  ['Dr. Núñez', 'Dr.', 'Núñez'],
  ['Dr. van der Berg', 'Dr.', 'van der Berg'],
  ['Maria de Sousa PhD', 'Maria', 'de Sousa PhD'],
  ['Walter Cobb III', 'Walter', 'Cobb III'],
  ['Ann Lee M.D. Ph.D.', 'Ann', 'Lee M.D. Ph.D.'],
  ['Rafiq Uddin Md', 'Rafiq Uddin', 'Md'],
  ['Walter Jr.', 'Walter', 'Jr.'],
])('the name %j is %j and %j', (text, firstName, lastName) => {
  expect(splitName(text)).toEqual({ firstName, lastName })
})

test.each([
  ['Smith, Mary', 'Mary', 'Smith'],
  ['Smith, Mary Ann', 'Mary Ann', 'Smith'],
  ['van der Berg, Zoë', 'Zoë', 'van der Berg'],
  ['Berg, Zoë van der', 'Zoë', 'van der Berg'],
  ['Núñez Jr., José', 'José', 'Núñez Jr.'],
  ['Núñez, José Jr.', 'José', 'Núñez Jr.'],
  ['Núñez, Jr., José', 'José', 'Núñez Jr.'],
  ['Núñez, José, Jr.', 'José', 'Núñez Jr.'],
  ['Dr. Núñez, José', 'Dr. José', 'Núñez'],
  ['Núñez, Dr. José', 'Dr. José', 'Núñez'],
  ['Smith,', '', 'Smith'],
  [', Mary', 'Mary', ''],
  ['Smith, Mary, Accounting', 'Mary, Accounting', 'Smith'],
])('reads the last name before a comma: %j is %j and %j', (text, firstName, lastName) => {
  expect(splitName(text)).toEqual({ firstName, lastName })
})

test.each([
  ['José Núñez, Jr.', 'José', 'Núñez Jr.'],
  ['Mary van Dyke, MD, PhD', 'Mary', 'van Dyke MD PhD'],
  ['Dr. José Núñez, Jr.', 'Dr. José', 'Núñez Jr.'],
  // A missing first name is reported, not filled with the last name.
  ['Núñez, Jr.', '', 'Núñez Jr.'],
])('doesn’t take a suffix after a comma for a first name: %j is %j and %j', (text, firstName, lastName) => {
  expect(splitName(text)).toEqual({ firstName, lastName })
})

const word = fc.oneof(
  fc.constantFrom('Dr.', 'Mrs', 'van', 'der', 'de', 'la', 'al', 'st.', 'Jr.', 'III', 'MD', 'Esq'),
  fc.constantFrom('Zoë', 'Berg', 'O’Neill', 'Anne-Marie', 'X.'),
  fc.string({ unit: 'grapheme' }).filter((text) => /^[^\s,]+$/u.test(text)),
)
const words = fc.array(word, { maxLength: 7 })
const wordsOf = (...texts: string[]) => texts.flatMap((text) => text.split(/\s+/)).filter((one) => one !== '')

test('without a comma, both names contain the given words in order', () => {
  fc.assert(
    fc.property(words, fc.constantFrom(' ', '  ', '\t', '\u00a0'), (given, blank) => {
      const { firstName, lastName } = splitName(given.join(blank))
      expect(wordsOf(firstName, lastName)).toEqual(given)
      if (given.length > 0) expect(firstName).not.toBe('')
      if (given.length > 1) expect(lastName).not.toBe('')
    }),
  )
})

test('reads a written-out name the same again', () => {
  fc.assert(
    fc.property(words, (given) => {
      const { firstName, lastName } = splitName(given.join(' '))
      expect(splitName(`${firstName} ${lastName}`.trim())).toEqual({ firstName, lastName })
    }),
  )
})

test('loses no word with commas either', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 2, maxLength: 4 }), (parts) => {
      const { firstName, lastName } = splitName(parts.map((part) => part.join(' ')).join(', '))
      const kept = wordsOf(firstName.replaceAll(',', ' '), lastName)
      expect(kept.toSorted()).toEqual(parts.flat().toSorted())
    }),
  )
})
