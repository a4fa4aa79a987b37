import { expect, test } from 'vitest'
import { groupOf, readAuditSearch, readDeliveriesSearch } from './screen-searches.ts'

test('keeps the audit log’s filters and nothing else', () => {
  const search = { event: 'order.moved', actor: 'staff:2', subject: 'order 10475', from: '2026-11-01' }
  expect(readAuditSearch({ ...search, until: '2026-11-21', page: 3 })).toEqual({
    ...search,
    until: '2026-11-21',
  })
  expect(readAuditSearch({ event: '  ', from: 'yesterday', actor: ['x'], before: ['x'] })).toEqual({})
})

test('drops invalid filters of deliveries', () => {
  expect(readDeliveriesSearch({ group: 'lost', search: '  ', order: -1, page: 1 })).toEqual({})
  expect(readDeliveriesSearch({ group: 'over', search: 45402, order: 7, page: 2 })).toEqual({
    group: 'over',
    search: '45402',
    order: 7,
    page: 2,
  })
})

test('shows bounced and returned deliveries first, except in a search', () => {
  expect(groupOf({})).toBe('needs_a_hand')
  expect(groupOf({ search: 'ana' })).toBe('all')
  expect(groupOf({ order: 7, group: 'waiting' })).toBe('waiting')
})
