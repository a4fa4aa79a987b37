import { expect, test } from 'vitest'
import { paidBy, paymentDetail, surplusCents } from './money-words.ts'

test('proposes the surplus of an overpaid order, less refunds in progress', () => {
  const refund = (
    amountCents: number,
    state: 'approved' | 'done' | 'failed',
    discrepancyId: number | null = null,
  ) => ({ amountCents, state, discrepancyId }) as never
  expect(surplusCents({ owedCents: -2_500, refunds: [] })).toBe(2_500)
  expect(surplusCents({ owedCents: -2_500, refunds: [refund(1_000, 'approved'), refund(9, 'failed')] })).toBe(
    1_500,
  )
  expect(
    surplusCents({ owedCents: -2_500, refunds: [refund(700, 'done'), refund(700, 'approved', 4)] }),
  ).toBe(2_500)
  expect(surplusCents({ owedCents: 0, refunds: [] })).toBe(0)
  expect(surplusCents({ owedCents: 500, refunds: [] })).toBe(0)
})

test('never shows staff a message written for the customer', () => {
  expect(paidBy({ methodCode: 'elavon_ach', maskedAccount: '•••• 7890' })).toBe(
    'by bank debit ending in 7890',
  )
  const message = 'You left the payment page. Nothing was charged.'
  for (const state of ['started', 'submitted', 'failed', 'expired', 'abandoned', 'refunded'] as const) {
    expect(paymentDetail({ methodCode: 'elavon_cc', state, message }, false)).not.toMatch(/you/i)
  }
  const part = '$10.00 has come in.'
  const check = { methodCode: 'self_hosted_check', message: part } as const
  expect(paymentDetail({ ...check, state: 'submitted' }, false)).toBe(part)
  expect(paymentDetail({ ...check, state: 'failed' }, false)).toBe('No longer expected')
  expect(paymentDetail({ ...check, state: 'failed' }, true)).toBe('The recorded payment was undone')
})
