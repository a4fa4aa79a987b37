import { expect, test } from 'vitest'
import {
  abandonedReasonOf,
  automaticRefund,
  DISCREPANCY_REASONS,
  DISCREPANCY_STATES,
  discrepancyChoices,
  discrepancyReasonOf,
  isSetAside,
} from './payment-discrepancy.ts'

test('staff can resolve every open discrepancy, but only once', () => {
  for (const reason of DISCREPANCY_REASONS) {
    for (const state of DISCREPANCY_STATES) {
      const can = Object.values(discrepancyChoices({ reason, state })).some((may) => may)
      expect([reason, state, can]).toEqual([reason, state, state === 'open'])
    }
  }
})

test('only late payments can pay their order, and only our own money is refunded', () => {
  const open = (reason: (typeof DISCREPANCY_REASONS)[number]) => discrepancyChoices({ reason, state: 'open' })
  expect(DISCREPANCY_REASONS.filter((reason) => open(reason).accept)).toEqual(['late'])
  expect(DISCREPANCY_REASONS.filter((reason) => !open(reason).refund)).toEqual([
    'other_attempt',
    'used_elsewhere',
  ])
  expect(DISCREPANCY_REASONS.filter((reason) => open(reason).dismiss)).toEqual([
    'other_attempt',
    'used_elsewhere',
    'test_transaction',
  ])
})

test('a dismissed payment, or one with a refund, no longer counts', () => {
  expect(DISCREPANCY_STATES.filter(isSetAside)).toEqual(['giving_back', 'given_back', 'dismissed'])
})

test('declines and approvals are not discrepancies', () => {
  expect(discrepancyReasonOf('other_amount')).toBe('other_amount')
  expect(discrepancyReasonOf('declined')).toBeUndefined()
  expect(discrepancyReasonOf('approved')).toBeUndefined()
})

test('refunds money for an abandoned attempt automatically; staff decide what may not be ours', () => {
  for (const verdict of ['paid', 'submitted', 'settled', 'review'] as const) {
    expect(abandonedReasonOf(verdict, 'approved')).toBe('abandoned')
  }
  expect(abandonedReasonOf('mismatch', 'other_amount')).toBe('other_amount')
  expect(abandonedReasonOf('mismatch', 'other_attempt')).toBe('other_attempt')
  expect(abandonedReasonOf('mismatch', 'other_currency')).toBe('other_currency')
  expect(abandonedReasonOf('failed', 'declined')).toBeUndefined()
})

test('voids a charge of an abandoned attempt until it settles and refunds it afterwards, once', () => {
  const stray = { reason: 'abandoned', state: 'open', status: 'OPN', amountCents: 5_000 } as const
  expect(automaticRefund(stray, 'elavon_cc')).toBe('void')
  expect(automaticRefund({ ...stray, status: 'STL' }, 'elavon_cc')).toBe('return')
  expect(automaticRefund({ ...stray, status: 'PEN' }, 'elavon_ach')).toBe('void')
  expect(automaticRefund({ ...stray, status: 'STL' }, 'elavon_ach')).toBeUndefined()
  expect(automaticRefund({ ...stray, status: 'REV' }, 'elavon_cc')).toBeUndefined()
  expect(automaticRefund({ ...stray, amountCents: null }, 'elavon_cc')).toBeUndefined()
  expect(automaticRefund({ ...stray, reason: 'late' }, 'elavon_cc')).toBeUndefined()
  for (const state of DISCREPANCY_STATES) {
    expect([state, automaticRefund({ ...stray, state }, 'elavon_cc') !== undefined]).toEqual([
      state,
      state === 'open',
    ])
  }
})
