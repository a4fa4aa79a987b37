import { expect, test } from 'vitest'
import { arrivalSentence } from './arrival-sentence.ts'

const OPTIONS = [{ id: 4, minDays: 3, maxDays: 5 }]

function order(methodCode: 'elavon_cc' | 'elavon_ach', changed: object = {}) {
  return {
    shippingOrders: [{ rewardType: 'direct', shippingOptionId: 4 }],
    bulkAddress: null,
    placedAt: '2026-03-02T17:00:00Z',
    status: 'in_review',
    payments: [{ methodCode }],
    ...changed,
  } as unknown as Parameters<typeof arrivalSentence>[0]
}

test('arrival counts from the day the payment clears', () => {
  expect(arrivalSentence(order('elavon_cc'), 'direct', OPTIONS)).toBe(
    'Arrives about Fri, Mar 6 to Tue, Mar 10.',
  )
  expect(arrivalSentence(order('elavon_ach'), 'direct', OPTIONS)).toBe(
    'Arrives about Thu, Mar 12 to Mon, Mar 16.',
  )
})

test('emails arrive on the day of the review, unless they have a day of their own or are out', () => {
  const digital = { rewardType: 'digital', shippingOptionId: 4, sendAt: null }
  const emails = (shipping: object, changed: object = {}) =>
    arrivalSentence(order('elavon_cc', { shippingOrders: [shipping], ...changed }), 'digital', OPTIONS)
  expect(emails(digital)).toBe('Arrives about Tue, Mar 3.')
  expect(emails({ ...digital, sendAt: '2026-03-20T15:00:00Z' })).toBe('')
  expect(emails(digital, { status: 'approved' })).toBe('')
})

test('nothing is promised for what has been sent, or travels in a way no longer offered', () => {
  expect(arrivalSentence(order('elavon_cc', { status: 'fulfilled' }), 'direct', OPTIONS)).toBe('')
  expect(arrivalSentence(order('elavon_cc'), 'direct', [])).toBe('')
  expect(arrivalSentence(order('elavon_cc'), 'bulk', OPTIONS)).toBe('')
})
