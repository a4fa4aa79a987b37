import { expect, test } from 'vitest'
import { readAuditSearch } from './audit-search.ts'

test('an address keeps what is searched for, and nothing else', () => {
  const search = { event: 'order.moved', actor: 'staff:2', subject: 'order 10475', from: '2026-11-01' }
  expect(readAuditSearch({ ...search, until: '2026-11-21', page: 3 })).toEqual({
    ...search,
    until: '2026-11-21',
  })
  expect(readAuditSearch({ event: '  ', from: 'yesterday', actor: ['x'], before: ['x'] })).toEqual({})
})
