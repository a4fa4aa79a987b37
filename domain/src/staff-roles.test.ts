import { expect, test } from 'vitest'
import { CAPABILITIES, capabilitiesOf, mayStaff, STAFF_ROLES } from './staff-roles.ts'

test('an owner may do everything', () => {
  expect(capabilitiesOf('owner')).toEqual(CAPABILITIES)
})

test('all staff see the orders; a viewer changes nothing', () => {
  for (const role of STAFF_ROLES) expect(mayStaff(role, 'orders.read')).toBe(true)
  expect(capabilitiesOf('viewer').every((capability) => capability.endsWith('.read'))).toBe(true)
})

test.each([
  ['fulfillment', 'money.refund'],
  ['support', 'money.refund'],
  ['support', 'money.record'],
  ['support', 'cards.print'],
  ['finance', 'cards.print'],
  ['finance', 'deliveries.work'],
  ['finance', 'staff.manage'],
  ['fulfillment', 'site.edit'],
  ['viewer', 'orders.note'],
  ['viewer', 'audit.read'],
] as const)('%s may not: %s', (role, capability) => {
  expect(mayStaff(role, capability)).toBe(false)
})

test('an unknown role has no permissions', () => {
  for (const capability of CAPABILITIES) {
    expect(mayStaff('Owner', capability)).toBe(false)
    expect(mayStaff('', capability)).toBe(false)
  }
})
