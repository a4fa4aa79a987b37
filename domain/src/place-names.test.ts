import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeKey } from './place-names.ts'

test.each([
  ['Dayton', 'dayton'],
  ['St. Louis', 'saint louis'],
  ['ST LOUIS', 'saint louis'],
  ['Ste. Genevieve', 'sainte genevieve'],
  ['Ft Worth', 'fort worth'],
  ['Mt. Vernon', 'mount vernon'],
  ['Stamford', 'stamford'],
  ['st', 'st'],
  ['Mount', 'mount'],
  ['Winston-Salem', 'winston salem'],
  ['O’Fallon', 'ofallon'],
  ["Coeur d'Alene", 'coeur dalene'],
  ['Cañon  City ', 'canon city'],
  ['', ''],
])('%j is compared as %j', (name, key) => {
  expect(placeKey(name)).toBe(key)
})

test('compares a compared name the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => placeKey(placeKey(name)) === placeKey(name)),
  )
})
