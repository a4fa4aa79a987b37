import { expect, test } from 'vitest'
import { brandRoles } from './brand-roles.ts'
import { brandStyle, roleVariables } from './brand-style.ts'

const COLORS = { primary: '#0B6B4F', secondary: '#F2A93B', tertiary: '#12211C' }

test('a page gets the three colors, their shades, and every role in light and dark', () => {
  const variables = Object.fromEntries(roleVariables(COLORS))

  expect(variables).toMatchObject({
    '--brand-primary': '#0B6B4F',
    '--brand-tertiary': '#12211C',
    '--primary-50': '#e7f0ed',
    '--secondary-900': expect.stringMatching(/^#/),
    '--tertiary-500': expect.stringMatching(/^#/),
    '--action': 'light-dark(#0B6B4F,#237a61)',
    '--on-action': '#ffffff',
    '--on-band': '#ffffff',
  })
  expect(roleVariables(COLORS)).toHaveLength(3 + 30 + Object.keys(brandRoles(COLORS)).length)
})

test('a browser that knows no dark mode gets the light colors', () => {
  const [plain, both] = brandStyle(COLORS).split('@supports')

  expect(plain).toContain('--action:#0B6B4F;')
  expect(plain).not.toContain('light-dark')
  expect(both).toContain('--action:light-dark(#0B6B4F,#237a61);')
  expect(both).not.toContain('--on-band')
})
