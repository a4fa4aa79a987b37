import { expect, test } from 'vitest'
import { suggestEmail } from './email-typos.ts'

test.each([
  ['ivo@gmial.com', 'ivo@gmail.com'],
  ['ivo@gmail.con', 'ivo@gmail.com'],
  ['ivo@gmai.com', 'ivo@gmail.com'],
  ['ivo@gmail.cm', 'ivo@gmail.com'],
  ['ivo@hotmial.com', 'ivo@hotmail.com'],
  ['ivo@yaho.com', 'ivo@yahoo.com'],
  ['ivo@outlok.com', 'ivo@outlook.com'],
  ['ivo@comcast.nte', 'ivo@comcast.net'],
  ['ivo@example.cmo', 'ivo@example.com'],
  ['ivo@gmail', 'ivo@gmail.com'],
  ['ivo@example,com', 'ivo@example.com'],
  ['ivo @example.com', 'ivo@example.com'],
  ['Ivo Petrov <ivo@example.com>', 'ivo@example.com'],
  ['mailto:ivo@example.com', 'ivo@example.com'],
  ['ivo@example.com;', 'ivo@example.com'],
  ['ivo@example..com', 'ivo@example.com'],
])('%j was probably meant to be %j', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
  expect(suggestEmail(meant)).toBeUndefined()
})

test.each([
  ...['ivo@gmail.com', 'ivo@mail.com', 'ivo@email.com', 'ivo@ymail.com', 'ivo@yahoo.ca', 'ivo@yahoo.co.uk'],
  ...['ivo@example.com', 'ivo@me.com', 'ivo@aol.com', 'ivo@five.com', 'ivo@hotmail.fr', 'ivo@example.co'],
  ...['ivo', 'ivo@', '@gmail.com', '', 'ivo at home'],
])('suggests nothing for %j', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})
