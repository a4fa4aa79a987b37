import { expect, test } from 'vitest'
import { missingColumns, withMeaning } from './import-words.ts'

test('mapping a second column to the same meaning unmaps the first', () => {
  expect(withMeaning(['zip', 'ignore', 'city'], 1, 'zip')).toEqual(['ignore', 'zip', 'city'])
})

test('several columns can be ignored', () => {
  expect(withMeaning(['ignore', 'zip'], 1, 'ignore')).toEqual(['ignore', 'ignore'])
})

test('a full name replaces its halves, and vice versa', () => {
  expect(withMeaning(['first_name', 'last_name', 'ignore'], 2, 'name')).toEqual(['ignore', 'ignore', 'name'])
  expect(withMeaning(['name', 'ignore'], 1, 'last_name')).toEqual(['ignore', 'last_name'])
})

test('names the missing columns', () => {
  expect(missingColumns(['name', 'city', 'state'], 'direct')).toEqual(['street', 'ZIP code'])
  expect(missingColumns(['first_name', 'email'], 'digital')).toEqual([])
  expect(missingColumns(['ignore'], 'digital')).toEqual(['first name', 'email'])
})

test('a repair file needs only the columns it repairs', () => {
  expect(missingColumns(['row', 'zip'], 'direct')).toEqual([])
})
