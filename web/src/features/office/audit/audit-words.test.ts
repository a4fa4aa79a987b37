import { expect, test } from 'vitest'
import { actorWords, factWords, subjectWords } from './audit-words.ts'

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

test('lists, objects and long ids read as words', () => {
  const said = (value: string) => factWords({ name: 'changed', value }).said
  expect(said('["in_review","approved"]')).toBe('In review, Approved')
  expect(said('{"amount_cents":2500,"on":true}')).toBe('Amount: $25.00, On: yes')
  expect(said('[not json')).toBe('[not json')
  expect(said('2f1c7a90-1111-4222-8333-444455556666')).toBe('2f1c7a90')
  expect(actorWords('account:2f1c7a90-1111-4222-8333-444455556666', '')).toBe('Account 2f1c7a90')
})
