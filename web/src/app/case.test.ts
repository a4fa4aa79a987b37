import { expect, test } from 'vitest'
import { camelKey, snakeKey, toCamel, toSnake } from './case.ts'

test.each([
  ['card_items', 'cardItems'],
  ['reward_type_data', 'rewardTypeData'],
  ['business_address1', 'businessAddress1'],
  ['line1', 'line1'],
  ['id', 'id'],
])('%s on the wire is %s in the web, and back', (wire, web) => {
  expect(camelKey(wire)).toBe(web)
  expect(snakeKey(web)).toBe(wire)
})

test('converts every key of an answer at any depth and no values', () => {
  const answer = {
    card_items: [{ reward_type_data: { name: 'bulk' }, po_number: 'as_it_was' }],
    placed_at: null,
  }
  expect(toCamel(answer)).toEqual({
    cardItems: [{ rewardTypeData: { name: 'bulk' }, poNumber: 'as_it_was' }],
    placedAt: null,
  })
})

test('leaves a file as it is', () => {
  const file = new Blob(['logo'])
  expect(toSnake({ businessLogo: file })).toEqual({ business_logo: file })
})
