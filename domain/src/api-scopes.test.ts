import { expect, test } from 'vitest'
import { API_SCOPES, mayProgram, opensDoor } from './api-scopes.ts'
import { CAPABILITIES } from './staff-roles.ts'

test('a program reaches only the endpoints that its scopes name', () => {
  expect(opensDoor(['catalog'], 'catalog')).toBe(true)
  expect(opensDoor(['catalog'], 'staff')).toBe(false)
  expect(opensDoor(['orders.read'], 'staff')).toBe(true)
  expect(opensDoor(['orders.read'], 'catalog')).toBe(false)
  expect(opensDoor([], 'catalog')).toBe(false)
})

test('no program manages staff or the site, whatever its row contains', () => {
  expect(API_SCOPES).not.toContain('staff.manage')
  expect(opensDoor(['staff.manage', 'site.edit', 'staff'], 'staff')).toBe(false)
  expect(mayProgram([...CAPABILITIES], 'staff.manage')).toBe(false)
  expect(mayProgram([...CAPABILITIES], 'site.edit')).toBe(false)
  expect(mayProgram(['orders.read'], 'orders.read')).toBe(true)
  expect(mayProgram(['orders.read'], 'money.read')).toBe(false)
})
