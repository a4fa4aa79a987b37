import { expect, test } from 'vitest'
import {
  askedFields,
  fileHeading,
  meaningOfHeading,
  RECIPIENT_FIELDS,
  RECIPIENT_KEYS,
} from './recipient-fields.ts'

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

test('a direct card asks for an address, a digital one for an email, a bulk one for nobody', () => {
  expect(askedFields('direct')).toEqual(RECIPIENT_KEYS.filter((field) => field !== 'email'))
  expect(askedFields('digital')).toEqual(['firstName', 'lastName', 'email', 'amountCents', 'message'])
  expect(askedFields('bulk')).toEqual([])
})
