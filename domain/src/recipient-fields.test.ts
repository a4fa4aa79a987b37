import { expect, test } from 'vitest'
import {
  askedFields,
  fileHeading,
  meaningOfHeading,
  RECIPIENT_FIELDS,
  RECIPIENT_KEYS,
  requiredFields,
} from './recipient-fields.ts'
import { REWARD_TYPES } from './reward-type.ts'

test.each(RECIPIENT_KEYS)('a column headed like our own %s is read as that field', (field) => {
  const { wire, title, aliases } = RECIPIENT_FIELDS[field]
  expect([fileHeading(field), title, ...aliases].map(meaningOfHeading)).toEqual(
    Array(aliases.length + 2).fill(wire),
  )
})

test.each([
  ['E-Mail Address', 'email'],
  ['zip_code', 'zip'],
  ['Mailing city', 'city'],
  ['Full name', 'name'],
  ['Laurel row', 'row'],
  ['Shoe size', undefined],
  ['', undefined],
])('reads the heading %j as %j', (heading, meaning) => {
  expect(meaningOfHeading(heading)).toBe(meaning)
})

test.each(REWARD_TYPES)('a %s card requires only what it asks for', (type) => {
  expect(askedFields(type)).toEqual(expect.arrayContaining(requiredFields(type).map(({ field }) => field)))
})
