import { expect, test } from 'vitest'
import {
  COMPANY_CAPABILITIES,
  COMPANY_ROLES,
  capabilitiesIn,
  mayGiveRole,
  mayInCompany,
  type RoleInCompany,
} from './company-roles.ts'

const inRole = (role: string, own?: string[]): RoleInCompany => ({
  role,
  capabilities: capabilitiesIn(role, own),
})
const held = (one: RoleInCompany) =>
  COMPANY_CAPABILITIES.filter((capability) => mayInCompany(one, capability))

test('each role can do exactly what the table says', () => {
  expect(Object.fromEntries(COMPANY_ROLES.map((role) => [role, held(inRole(role))]))).toEqual({
    admin: [
      'orders.place',
      'approvals.decide',
      'people.manage',
      'rules.manage',
      'api_keys.manage',
      'programs.manage',
      'budgets.manage',
      'billing.manage',
      'money.see',
      'activity.see',
      'reports.see',
      'year_end.manage',
      'balance.top_up',
    ],
    buyer: ['orders.place'],
    approver: ['orders.place', 'approvals.decide'],
    finance: [
      'budgets.manage',
      'billing.manage',
      'money.see',
      'activity.see',
      'reports.see',
      'year_end.manage',
      'balance.top_up',
    ],
    viewer: [],
  })
})

test('a custom role can do what it lists, and nothing that no longer exists', () => {
  expect(held(inRole('custom-0123456789ab', ['people.manage', 'moon.visit']))).toEqual(['people.manage'])
})

test('a built-in role is never changed by a list', () => {
  expect(held(inRole('viewer', ['people.manage']))).toEqual([])
})

test('an unknown role can do nothing', () => {
  expect(held(inRole('owner'))).toEqual([])
})

const ALL = inRole('custom-0123456789ab', [...COMPANY_CAPABILITIES])
const PEOPLE = inRole('custom-ba9876543210', ['people.manage'])
test.each<[giver: RoleInCompany, given: RoleInCompany, may: boolean]>([
  [inRole('admin'), inRole('admin'), true],
  [inRole('admin'), ALL, true],
  [ALL, inRole('admin'), false],
  [ALL, inRole('buyer'), true],
  [PEOPLE, inRole('viewer'), true],
  [PEOPLE, PEOPLE, true],
  [PEOPLE, inRole('buyer'), false],
  [PEOPLE, ALL, false],
])('%j gives %j: %s', (giver, given, may) => {
  expect(mayGiveRole(giver, given)).toBe(may)
})
