import { MAX_INVITED } from '@laurel/domain/company-roles'
import { expect, test } from 'vitest'
import { addressesError, parseAddresses } from './addresses.ts'

test.each([
  ['dana@halden.example', ['dana@halden.example']],
  [
    ' a@x.example,b@x.example; c@x.example\nd@x.example\t',
    ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
  ],
  ['a@X.example, A@x.example', ['A@x.example']],
  [
    'Dana Whitlock <dana@halden.example>, Joy N. <joy@halden.example>',
    ['dana@halden.example', 'joy@halden.example'],
  ],
  ['', []],
  [' ,\n', []],
])('reads the addresses in %j', (text, addresses) => {
  expect(parseAddresses(text)).toEqual(addresses)
})

test('keeps a word that is no address, so that it can be named', () => {
  expect(parseAddresses('dana@halden.example marcus')).toEqual(['dana@halden.example', 'marcus'])
})

test('names up to three wrong addresses', () => {
  expect(addressesError(['a@x.example'])).toBeUndefined()
  expect(addressesError([])).toBe('This field is required')
  expect(addressesError(['a@x.example', 'marcus'])).toBe('Check marcus.')
  expect(addressesError(['a@b', 'c', 'd', 'e', 'f'])).toBe('Check a@b, c, d, and 2 more.')
})

test('takes at most as many as one request', () => {
  const many = Array.from({ length: MAX_INVITED + 1 }, (_, at) => `p${at}@x.example`)
  expect(addressesError(many.slice(1))).toBeUndefined()
  expect(addressesError(many)).toBe(`Invite at most ${MAX_INVITED} people at a time.`)
})
