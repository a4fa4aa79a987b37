import chroma from 'chroma-js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandShades, SHADES, sitePalette } from './brand-shades.ts'
import { formatHex } from './color.ts'

const colors = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([red, green, blue]) => formatHex([red, green, blue]))

test('the shades of any color are those of a white, color, black scale', () => {
  fc.assert(
    fc.property(colors, (color) => {
      const shades = brandShades(color)
      const scale = chroma.scale(['white', color, 'black'])
      SHADES.forEach((shade, i) => {
        expect(shades[shade], `${color} ${shade}`).toBe(scale(0.05 + i * 0.1).hex())
      })
    }),
    { numRuns: 500 },
  )
})

test('the first shade sits at 0.05 and is labelled 50, the last at 0.95 and is labelled 900', () => {
  expect(brandShades('#0B6B4F')).toEqual({
    50: '#e7f0ed',
    100: '#b6d3ca',
    200: '#85b5a7',
    300: '#549784',
    400: '#237a61',
    500: '#0a6047',
    600: '#084b37',
    700: '#053527',
    800: '#032018',
    900: '#010b08',
  })
})

test('a site has ten shades for each color entry and none for anything else', () => {
  const palette = sitePalette({
    'color-primary': '#0b6b4f',
    'color-party-hat': '#ff00ff',
    'site-logo': 'logo.svg',
  })

  expect(Object.keys(palette)).toEqual(['primary', 'party-hat'])
  expect(Object.keys(palette['party-hat']!)).toHaveLength(10)
})

test.each(['', 'red', '#fff', '#12345g', '#1234567'])('%j is not a brand color', (text) => {
  expect(() => brandShades(text)).toThrow(RangeError)
})
