import { expect, test } from 'vitest'
import { DOUBT_REASONS, DOUBT_STATES, doubtChoices, doubtReasonOf, isSetAside } from './payment-doubt.ts'

test('every open doubt can be decided, and a decided one is not decided again', () => {
  for (const reason of DOUBT_REASONS) {
    for (const state of DOUBT_STATES) {
      const can = Object.values(doubtChoices({ reason, state })).some((may) => may)
      expect([reason, state, can]).toEqual([reason, state, state === 'open'])
    }
  }
})

test('only late money can pay its order, and nobody else’s is given back', () => {
  const open = (reason: (typeof DOUBT_REASONS)[number]) => doubtChoices({ reason, state: 'open' })
  expect(DOUBT_REASONS.filter((reason) => open(reason).accept)).toEqual(['late'])
  expect(DOUBT_REASONS.filter((reason) => !open(reason).giveBack)).toEqual([
    'other_attempt',
    'used_elsewhere',
  ])
  expect(DOUBT_REASONS.filter((reason) => open(reason).dismiss)).toEqual([
    'other_attempt',
    'used_elsewhere',
    'test_transaction',
  ])
})

test('what went back or was put aside is no answer any more', () => {
  expect(DOUBT_STATES.filter(isSetAside)).toEqual(['giving_back', 'given_back', 'dismissed'])
})

test('a decline and an approval are no doubts', () => {
  expect(doubtReasonOf('other_amount')).toBe('other_amount')
  expect(doubtReasonOf('declined')).toBeUndefined()
  expect(doubtReasonOf('approved')).toBeUndefined()
})
