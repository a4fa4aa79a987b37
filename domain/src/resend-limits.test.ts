import { expect, test } from 'vitest'
import { MOST_SENDINGS, RESEND_REST_MS, resendLimit } from './resend-limits.ts'

const at = new Date('2026-11-20T12:00:00Z')
const before = (ms: number) => new Date(at.getTime() - ms)
const asked = { attempt: 1, sentAt: before(RESEND_REST_MS), isOtherAddress: false }

test('a card can be sent again after ten minutes', () => {
  expect(resendLimit('customer', asked, at)).toBeUndefined()
})
test('a moment earlier is too soon, except to another address', () => {
  const sentAt = before(RESEND_REST_MS - 1)
  expect(resendLimit('customer', { ...asked, sentAt }, at)).toBe('too_soon')
  expect(resendLimit('customer', { ...asked, sentAt, isOtherAddress: true }, at)).toBeUndefined()
})
test('staff can send more often than the customer, within a limit', () => {
  const often = { ...asked, isOtherAddress: true, attempt: MOST_SENDINGS.customer }
  expect(resendLimit('customer', often, at)).toBe('too_often')
  expect(resendLimit('staff', often, at)).toBeUndefined()
  expect(resendLimit('staff', { ...often, attempt: MOST_SENDINGS.staff }, at)).toBe('too_often')
})
