import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, formatHex, parseHex } from './color.ts'
import { isFaintOnWhite, type LogoColor, logoColors, proposeColors, readingOf } from './logo-colors.ts'

const channel = fc.nat(255)
const color = fc.tuple(channel, channel, channel).map((rgb) => formatHex(rgb))

/** So many pixels of each color. */
function picture(...parts: Array<[color: string, count: number, alpha?: number]>): Uint8ClampedArray {
  const bytes = parts.flatMap(([hex, count, alpha = 255]) =>
    Array.from({ length: count }, () => [...parseHex(hex), alpha]).flat(),
  )
  return new Uint8ClampedArray(bytes)
}
const only = (...colors: string[]): LogoColor[] =>
  colors.map((one, at) => ({ color: one, share: 0.5 - at / 10 }))

describe('the colors of a logo', () => {
  test('are exact, the largest first, without what shines through', () => {
    const pixels = picture(['#0b6b4f', 600], ['#f2a93b', 300], ['#ff00ff', 500, 40])
    expect(logoColors(pixels)).toEqual([
      { color: '#0b6b4f', share: 600 / 900 },
      { color: '#f2a93b', share: 300 / 900 },
    ])
  })

  test('leave out mixtures at edges, and count shadows with their color', () => {
    const pixels = picture(['#0b6b4f', 600], ['#0f7455', 100], ['#f2a93b', 300], ['#7e8a45', 9])
    expect(logoColors(pixels).map((one) => one.color)).toEqual(['#0b6b4f', '#f2a93b'])
  })

  test('are none of an empty picture', () => {
    expect(logoColors(picture(['#0b6b4f', 10, 0]))).toEqual([])
  })
})

describe('proposed colors', () => {
  test('take the color that white can be read on, though another is larger', () => {
    expect(proposeColors(only('#ffd400', '#1c5c9c'))).toMatchObject({
      primary: '#1c5c9c',
      secondary: '#ffd400',
    })
  })

  test('keep a logo’s only color, however light', () => {
    expect(proposeColors(only('#ffffff', '#ffd400'))?.primary).toBe('#ffd400')
  })

  test('are gray for a gray logo, and none for a white one', () => {
    expect(proposeColors(only('#333333'))?.primary).toBe('#333333')
    expect(proposeColors(only('#ffffff'))).toBeUndefined()
  })

  test('have a dark color for text, whatever the logo', () => {
    fc.assert(
      fc.property(fc.array(color, { minLength: 1, maxLength: 6 }), (colors) => {
        const proposed = proposeColors(only(...colors))
        if (proposed === undefined) return
        expect(contrast(proposed.tertiary, '#ffffff')).toBeGreaterThanOrEqual(12)
      }),
    )
  })
})

test('text in white or black can be read on any color', () => {
  fc.assert(
    fc.property(color, (one) => {
      expect(readingOf(one).ofText).toBeGreaterThanOrEqual(4.5)
    }),
  )
  expect(readingOf('#ffd400')).toMatchObject({ text: '#000000' })
  expect(readingOf('#0b6b4f')).toMatchObject({ text: '#ffffff' })
})

test('a white or pale logo is faint on white', () => {
  expect([isFaintOnWhite(only('#ffffff', '#ffeeaa')), isFaintOnWhite(only('#ffffff', '#0b6b4f'))]).toEqual([
    true,
    false,
  ])
})
