import { expect, test } from 'vitest'
import { COMPANY_EVENT_TYPES, companyEventData } from './company-events.ts'

test('a company gets no event about other companies', () => {
  expect(COMPANY_EVENT_TYPES).toContain('company.person_joined')
  for (const type of ['company.created', 'company.merged', 'company.unmerged'] as const) {
    expect(COMPANY_EVENT_TYPES).not.toContain(type)
  }
})

test('a company gets the external ID of an order, and only what its people see', () => {
  const refund = { refund_id: 3, order_id: 7, amount_cents: 500, refund_state: 'partial', reviewed_by: 2 }
  expect(companyEventData(refund, 'HR-1')).toEqual({
    order_id: 7,
    amount_cents: 500,
    refund_state: 'partial',
    external_id: 'HR-1',
  })
  expect(companyEventData({ company_id: 4, budget_id: 9 }, null)).toEqual({ company_id: 4, budget_id: 9 })
})
