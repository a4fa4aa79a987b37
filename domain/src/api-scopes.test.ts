import { expect, test } from 'vitest'
import { API_SCOPES, mayAccess, mayProgram } from './api-scopes.ts'
import { CAPABILITIES } from './staff-roles.ts'

test('a program reaches only the endpoints that its scopes name', () => {
  expect(mayAccess(['catalog'], 'catalog')).toBe(true)
  expect(mayAccess(['catalog'], 'staff')).toBe(false)
  expect(mayAccess(['orders.read'], 'staff')).toBe(true)
  expect(mayAccess(['orders.read'], 'catalog')).toBe(false)
  expect(mayAccess([], 'catalog')).toBe(false)
})

test('no program manages staff or the site, whatever its row contains', () => {
  expect(API_SCOPES).not.toContain('staff.manage')
  expect(mayAccess(['staff.manage', 'site.edit', 'staff'], 'staff')).toBe(false)
  expect(mayProgram([...CAPABILITIES], 'staff.manage')).toBe(false)
  expect(mayProgram([...CAPABILITIES], 'site.edit')).toBe(false)
  expect(mayProgram(['orders.read'], 'orders.read')).toBe(true)
  expect(mayProgram(['orders.read'], 'money.read')).toBe(false)
})
