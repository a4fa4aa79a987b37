import { expect, test } from 'vitest'
import {
  askedOf,
  isSameList,
  type OrdersSearch,
  readOrdersSearch,
  searchOf,
  withFilter,
} from './orders-search.ts'

const ALL: OrdersSearch = {
  status: 'in_review',
  only: 'flagged',
  type: 'direct',
  method: 'elavon_cc',
  from: '2026-11-01',
  to: '2026-11-21',
  search: 'halden',
}

test('keeps filters, a searched number, and the page', () => {
  const search = { ...ALL, search: 10475, page: 3 }
  expect(readOrdersSearch(search)).toEqual({ ...search, search: '10475' })
})

test('drops unknown search params', () => {
  expect(readOrdersSearch({ status: 'cart', only: 'late', search: '  ', page: -1 })).toEqual({})
  expect(readOrdersSearch({ status: ['in_review'], page: 1.5, search: {} })).toEqual({})
  expect(readOrdersSearch({ type: 'post', method: 'cash', from: 'today', to: '2026-13-40' })).toEqual({})
})

test('a view keeps the same filters as the URL', () => {
  expect(searchOf(askedOf({ ...ALL, page: 3 }))).toEqual(ALL)
  expect(isSameList(ALL, { ...ALL, page: 2 })).toBe(true)
  expect(isSameList(ALL, withFilter(ALL, 'only', undefined))).toBe(false)
})

test('changing a filter returns to the first page', () => {
  expect(withFilter({ ...ALL, page: 3 }, 'type', 'bulk')).toEqual({ ...ALL, type: 'bulk' })
  expect(withFilter({ type: 'bulk', page: 3 }, 'type', undefined)).toEqual({})
})
