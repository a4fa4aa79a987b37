import { expect, test } from 'vitest'
import { missingColumns, withMeaning } from './import-words.ts'

test('a meaning given to a second column is taken from the first', () => {
  expect(withMeaning(['zip', 'ignore', 'city'], 1, 'zip')).toEqual(['ignore', 'zip', 'city'])
})

test('many columns may be ignored', () => {
  expect(withMeaning(['ignore', 'zip'], 1, 'ignore')).toEqual(['ignore', 'ignore'])
})

test('a whole name stands in place of its halves, and the other way around', () => {
  expect(withMeaning(['first_name', 'last_name', 'ignore'], 2, 'name')).toEqual(['ignore', 'ignore', 'name'])
  expect(withMeaning(['name', 'ignore'], 1, 'last_name')).toEqual(['ignore', 'last_name'])
})

test('what no column holds is named', () => {
  expect(missingColumns(['name', 'city', 'state'], 'direct')).toEqual(['street', 'ZIP code'])
  expect(missingColumns(['first_name', 'email'], 'digital')).toEqual([])
  expect(missingColumns(['ignore'], 'digital')).toEqual(['first name', 'email'])
})

test('a repaired file needs only what it repairs', () => {
  expect(missingColumns(['row', 'zip'], 'direct')).toEqual([])
})
