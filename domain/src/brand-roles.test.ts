import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BrandColors, brandRoles, roleVariables } from './brand-roles.ts'
import { contrast, formatHex, mix } from './color.ts'

const color = fc
  .oneof(
    fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
    // The ends are where a palette breaks: near white, near black, grays.
    fc.tuple(
      fc.integer({ min: 240, max: 255 }),
      fc.integer({ min: 240, max: 255 }),
      fc.integer({ min: 240, max: 255 }),
    ),
    fc.nat(255).map((gray) => [gray, gray, gray] as const),
  )
  .map(([red, green, blue]) => formatHex([red, green, blue]))
const brand: fc.Arbitrary<BrandColors> = fc.record({ primary: color, secondary: color, tertiary: color })

const BRANDS: Array<[name: string, colors: BrandColors]> = [
  ['green', { primary: '#0B6B4F', secondary: '#F2A93B', tertiary: '#12211C' }],
  ['orange', { primary: '#E8551C', secondary: '#2B3A8C', tertiary: '#231B35' }],
  ['very light yellow', { primary: '#FFD400', secondary: '#1C7C9C', tertiary: '#26241A' }],
  ['all white', { primary: '#ffffff', secondary: '#ffffff', tertiary: '#ffffff' }],
  ['all black', { primary: '#000000', secondary: '#000000', tertiary: '#000000' }],
]

function expectReadable(colors: BrandColors) {
  const role = brandRoles(colors)
  const tints = [role['accent-tint'], mix('#ffffff', colors.primary, 0.12)]
  const rules: Array<[least: number, text: string, grounds: string[]]> = [
    [12, role.ink, [role.canvas]],
    [11, role.ink, [role.sunken]],
    [5.5, role.muted, [role.canvas]],
    [4.5, role.muted, [role.sunken]],
    [4.5, role['on-action'], [role.action, role['action-hover'], role['action-press']]],
    [4.6, role['accent-text'], [role.canvas, role.sunken, '#ffffff', ...tints]],
    [3.1, role['accent-line'], [role.canvas, '#ffffff']],
    [3, role['line-strong'], ['#ffffff']],
    [9, role['on-band'], [role.band]],
    [2, role['chart-2'], ['#ffffff']],
  ]
  for (const [least, text, grounds] of rules) {
    for (const ground of grounds) {
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(least)
    }
  }
  const edge = role['action-edge'] === 'transparent' ? role.action : role['action-edge']
  expect(contrast(edge, '#ffffff'), 'the outline of a button').toBeGreaterThanOrEqual(3)
}

test('every text and line keeps its contrast with any three brand colors', () => {
  fc.assert(fc.property(brand, expectReadable), { numRuns: 2000 })
})

describe.each(BRANDS)('a %s brand', (_name, colors) => {
  test('keeps every contrast', () => expectReadable(colors))
})

test('the buttons of a very light primary carry dark text and an edge', () => {
  const role = brandRoles({ primary: '#FFD400', secondary: '#1C7C9C', tertiary: '#26241A' })

  expect(role).toMatchObject({ action: '#FFD400', 'on-action': '#26241A', 'action-hover': '#ffd81a' })
  expect(role['action-edge']).not.toBe('transparent')
})

test('a vivid primary leaves the closing band to the secondary', () => {
  expect(brandRoles({ primary: '#E8551C', secondary: '#2B3A8C', tertiary: '#231B35' }).band).toBe('#1e2962')
  expect(brandRoles({ primary: '#0B6B4F', secondary: '#F2A93B', tertiary: '#12211C' }).band).toBe('#053527')
})

test('the first paint gets the three colors, their shades and every role', () => {
  const colors = { primary: '#0B6B4F', secondary: '#F2A93B', tertiary: '#12211C' }
  const variables = Object.fromEntries(roleVariables(colors))

  expect(variables).toMatchObject({
    '--brand-primary': '#0B6B4F',
    '--brand-tertiary': '#12211C',
    '--primary-50': '#e7f0ed',
    '--secondary-900': expect.stringMatching(/^#/),
    '--tertiary-500': expect.stringMatching(/^#/),
    '--action': '#0B6B4F',
    '--on-action': '#ffffff',
    '--on-band': '#ffffff',
  })
  expect(roleVariables(colors)).toHaveLength(3 + 30 + Object.keys(brandRoles(colors)).length)
})
