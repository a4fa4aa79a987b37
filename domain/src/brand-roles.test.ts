import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BrandColors, type BrandRoles, brandRoles } from './brand-roles.ts'
import { contrast, formatHex, mix } from './color.ts'
import { darkRoles } from './dark-roles.ts'

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

type Rule = [least: number, text: string, grounds: string[]]

function expectReadable(colors: BrandColors) {
  const role = brandRoles(colors)
  const tints = [role['accent-tint'], mix('#ffffff', colors.primary, 0.12)]
  expectContrasts([
    [12, role.ink, [role.canvas]],
    [11, role.ink, [role.sunken]],
    [5.5, role.muted, [role.canvas]],
    [4.5, role.muted, [role.sunken]],
    [4.5, role['on-action'], [role.action, role['action-hover'], role['action-press']]],
    [4.6, role['accent-text'], [role.canvas, role.sunken, '#ffffff', ...tints]],
    [3.1, role['accent-line'], [role.canvas, '#ffffff']],
    [3, role['line-strong'], ['#ffffff']],
    [9, role['on-band'], [role.band, role.rail]],
    [3, role['on-accent'], [role['accent-line']]],
    [2, role['chart-2'], ['#ffffff']],
    ...statusRules(role, ['#ffffff', role.canvas]),
  ])
  const edge = role['action-edge'] === 'transparent' ? role.action : role['action-edge']
  expect(contrast(edge, '#ffffff'), 'the outline of a button').toBeGreaterThanOrEqual(3)
}

function expectReadableInDark(colors: BrandColors) {
  const role = darkRoles(colors)
  const grounds = [role.surface, role.canvas, role.sunken, role.raised]
  const tints = [role['accent-tint'], role['accent-wash']]
  const statusTints = STATUSES.map((status) => role[`${status}-tint`])
  expectContrasts([
    [7, role.ink, [...grounds, ...tints, ...statusTints]],
    [4.5, role.muted, [...grounds, ...tints, ...statusTints]],
    [4.5, role['accent-text'], [...grounds, ...tints, ...statusTints]],
    [3, role['accent-line'], [...grounds, ...tints]],
    [3, role['on-accent'], [role['accent-line']]],
    [3, role['line-strong'], grounds],
    [4.5, role['on-action'], [role.action, role['action-hover'], role['action-press']]],
    [3, role.action, [role.surface, role.canvas]],
    [3, role['chart-2'], [role.surface, role.raised]],
    [3, role['chart-3'], [role.surface, role.raised]],
    [9, role['on-band'], [role.band, role.rail]],
    [7, role.ink, [role['scene-1'], role['scene-2'], role['scene-3'], role.spot]],
    ...statusRules(role, grounds),
  ])
  const [first, ...lighter] = [role.rail, ...grounds]
  lighter.reduce((below, above) => {
    expect(contrast(above, '#000000')).toBeGreaterThan(contrast(below, '#000000'))
    return above
  }, first)
}

const STATUSES = ['bad', 'warn', 'good', 'wait'] as const

function statusRules(role: BrandRoles, grounds: string[]): Rule[] {
  return STATUSES.map((status) => [4.5, role[status], [...grounds, role[`${status}-tint`]]])
}

function expectContrasts(rules: Rule[]) {
  for (const [least, text, grounds] of rules) {
    for (const ground of grounds) {
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(least)
    }
  }
}

test('every text and line keeps its contrast with any three brand colors', () => {
  fc.assert(fc.property(brand, expectReadable), { numRuns: 2000 })
})

test('so it does in dark mode', () => {
  fc.assert(fc.property(brand, expectReadableInDark), { numRuns: 1000 })
})

describe.each(BRANDS)('a %s brand', (_name, colors) => {
  test('keeps every contrast', () => {
    expectReadable(colors)
    expectReadableInDark(colors)
  })
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

test('in dark mode, a primary that can be read keeps its color, and a dark one is lightened', () => {
  expect(darkRoles({ primary: '#FFD400', secondary: '#1C7C9C', tertiary: '#26241A' }).action).toBe('#ffd400')
  const green = darkRoles({ primary: '#0B6B4F', secondary: '#F2A93B', tertiary: '#12211C' })
  expect(green).toMatchObject({ surface: '#0f1714', action: '#237a61', 'on-action': '#ffffff' })
})
