import { expect, test } from 'vitest'
import { groupOf, readDeliveriesSearch } from './deliveries-search.ts'

test('what the address should not say of the list is left out', () => {
  expect(readDeliveriesSearch({ group: 'lost', search: '  ', order: -1, page: 1 })).toEqual({})
  expect(readDeliveriesSearch({ group: 'over', search: 45402, order: 7, page: 2 })).toEqual({
    group: 'over',
    search: '45402',
    order: 7,
    page: 2,
  })
})

test('bounces and returns come first, unless one looks for something', () => {
  expect(groupOf({})).toBe('needs_a_hand')
  expect(groupOf({ search: 'ana' })).toBe('all')
  expect(groupOf({ order: 7, group: 'waiting' })).toBe('waiting')
})
