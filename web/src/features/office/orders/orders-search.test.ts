import { expect, test } from 'vitest'
import { readOrdersSearch } from './orders-search.ts'

test('an address keeps filters, a searched number and the page', () => {
  const search = { status: 'in_review', only: 'flagged', search: 10475, page: 3 }
  expect(readOrdersSearch(search)).toEqual({ ...search, search: '10475' })
})

test('what no list understands is left out of the address', () => {
  expect(readOrdersSearch({ status: 'cart', only: 'late', search: '  ', page: -1 })).toEqual({})
  expect(readOrdersSearch({ status: ['in_review'], page: 1.5, search: {} })).toEqual({})
})
