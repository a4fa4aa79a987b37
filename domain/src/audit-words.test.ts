import { expect, test } from 'vitest'
import { AUDIT_EVENTS } from './audit-events.ts'
import { AUDIT_FACTS, auditEventWords, auditFactWords, auditPartyWords, TYPED_FACTS } from './audit-words.ts'

const known = { names: new Map([['order:7', '10475']]), timeZone: 'America/New_York' }
const wordsOf = (name: string, value: string) => auditFactWords({ name, value }, known).words
/** A code, a kind with a number, a long id, or a moment in UTC. */
const RAW = /[a-z]_[a-z]|^[a-z]+:|[a-z]\.[a-z]|[0-9a-f]{8}-[0-9a-f]{4}|\dT\d\d:|[a-z][A-Z]/

const STORED = [
  ...['in_review', 'pending_payment', 'self_hosted_bank', 'elavon_ach', 'day_limit, new_account'],
  ...['charged_twice', 'packing_slip', 'by_hand', 'some_new_code', 'true', 'false', '', 'null'],
  ...['verifyPayment: not_found', '2f1c7a90-1111-4222-8333-444455556666', '2026-11-21T15:30:00.000Z'],
  ...['["in_review","approved"]', '{"amount_cents":2500,"hide_accounts":true,"bulk":100}', '7'],
]

test('every recorded event has words', () => {
  for (const [event, words] of Object.entries(AUDIT_EVENTS)) {
    expect(words, event).toMatch(/^[A-Z]/)
    expect(words, event).not.toMatch(RAW)
  }
  expect(auditEventWords('account.locked:code:sign-in')).toBe('Locked after too many wrong sign-in codes')
  expect(auditEventWords('some.new_event')).toBe('Some new event')
})

test.each(Object.keys(AUDIT_FACTS))('the fact %s has a label, and no stored value is shown raw', (name) => {
  for (const suffix of ['', '_old', '_new']) {
    for (const value of STORED) {
      const { label, words } = auditFactWords({ name: `${name}${suffix}`, value }, known)
      expect(label).not.toMatch(RAW)
      if (!TYPED_FACTS.includes(name)) expect(words, `${name}: ${value}`).not.toMatch(RAW)
    }
  }
})

test('shows values as everywhere else in the office', () => {
  expect(auditFactWords({ name: 'max_value_cents_old', value: '500000' }, known)).toEqual({
    label: 'Maximum value before',
    words: '$5,000.00',
  })
  expect(wordsOf('method', 'self_hosted_bank')).toBe('Bank transfer')
  expect(wordsOf('from', 'cart')).toBe('Cart')
  expect(wordsOf('order', '7')).toBe('10475')
  expect(wordsOf('instead', '12')).toBe('D-12')
  expect(wordsOf('since', '2026-11-21T15:30:00.000Z')).toBe('Nov 21, 2026, 10:30 AM')
  expect(wordsOf('reason', 'verifyPayment: not_found')).toBe('Verify payment: not found')
  expect(wordsOf('card_fee_cents_new', '{"bulk":100,"direct":250}')).toBe('Bulk: $1.00, Direct: $2.50')
  expect(wordsOf('fields', 'first_name, zip')).toBe('First name, Zip')
  expect(wordsOf('username', 'ida_b@x.example#acorn')).toBe('ida_b@x.example')
  expect(wordsOf('fields', 'business_address1')).toBe('Business address 1')
  expect(wordsOf('about', 'SOFTWARE_TOKEN_MFA')).toBe('Authenticator app')
})

test('shows people and things by name, or by kind and number', () => {
  expect(auditPartyWords('order:7', '10475')).toBe('Order 10475')
  expect(auditPartyWords('batch:3', 'B-1003')).toBe('Batch B-1003')
  expect(auditPartyWords('customer:5', 'Dana Whitlock')).toBe('Dana Whitlock')
  expect(auditPartyWords('delivery:12', '')).toBe('Delivery D-12')
  expect(auditPartyWords('payment_provider:elavon_cc', '')).toBe('Payment method: Card')
  expect(auditPartyWords('account:2f1c7a90-1111-4222-8333-444455556666', '')).toBe('Account 2f1c7a90')
  expect(auditPartyWords('site:1', '')).toBe('This site')
  expect(auditPartyWords('system', '')).toBe('The system')
  expect(auditPartyWords('', '')).toBe('')
})
