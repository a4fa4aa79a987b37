import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TONES } from './card-design.ts'
import { cardTone } from './card-tone.ts'
import { contrast, formatHex } from './color.ts'

const color = fc
  .oneof(
    fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
    fc.nat(255).map((gray) => [gray, gray, gray] as const),
  )
  .map(([red, green, blue]) => formatHex([red, green, blue]))
const brand = fc.record({ primary: color, secondary: color, tertiary: color })

test.each(TONES)('on a %s card words can be read with any three brand colors', (name) => {
  fc.assert(
    fc.property(brand, (colors) => {
      const tone = cardTone(name, colors)
      expect(contrast(tone.text, tone.ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tone.text, tone.low)).toBeGreaterThanOrEqual(4.5)
      expect(tone.pieces.length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

test('a deep card takes its light from a vivid primary and its background from the secondary', () => {
  const orange = cardTone('deep', { primary: '#E8551C', secondary: '#2B3A8C', tertiary: '#231B35' })
  expect(orange).toMatchObject({ ground: '#27347e', spark: '#E8551C', text: '#ffffff' })

  const green = cardTone('deep', { primary: '#0B6B4F', secondary: '#F2A93B', tertiary: '#12211C' })
  expect(green).toMatchObject({ ground: '#084b37', spark: '#F2A93B', text: '#ffffff' })
})
