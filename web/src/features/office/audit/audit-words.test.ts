import { expect, test } from 'vitest'
import { factWords, subjectWords } from './audit-words.ts'

test('the trail is told in words: money as money, orders by number, people by name', () => {
  expect(factWords({ name: 'amount_cents', value: '2500' })).toEqual({ label: 'Amount', said: '$25.00' })
  expect(factWords({ name: 'max_order_cents_old', value: '500000' })).toEqual({
    label: 'Max order before',
    said: '$5,000.00',
  })
  expect(factWords({ name: 'works', value: 'true' })).toEqual({ label: 'Works', said: 'yes' })
  expect(factWords({ name: 'to', value: 'in_review' }).said).toBe('In review')
  expect(subjectWords('order:1', '10475')).toBe('Order 10475')
  expect(subjectWords('customer:5', 'Dana Whitlock')).toBe('Dana Whitlock')
  expect(subjectWords('refund:3', '')).toBe('Refund 3')
})
