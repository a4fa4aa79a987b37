import { expect, test } from 'vitest'
import { COMPANY_CAPABILITIES, COMPANY_ROLES, mayInCompany } from './company-roles.ts'

test('each role can do exactly what the table says', () => {
  const table = Object.fromEntries(
    COMPANY_ROLES.map((role) => [role, COMPANY_CAPABILITIES.filter((one) => mayInCompany(role, one))]),
  )
  expect(table).toEqual({
    admin: ['orders.place', 'people.manage'],
    buyer: ['orders.place'],
    approver: ['orders.place'],
    finance: [],
    viewer: [],
  })
})

test('an unknown role can do nothing', () => {
  expect(COMPANY_CAPABILITIES.filter((one) => mayInCompany('owner', one))).toEqual([])
})
