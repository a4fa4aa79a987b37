import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_DESIGN, GRADIENTS, LINE1_MAX, LINE2_MAX, repairDesign, TONES } from './card-design.ts'

test('reads a stored design back unchanged', () => {
  const design = {
    tone: 'ink',
    gradient: 'strong',
    line1: 'Thank you, {first name}',
    line2: 'For ten good years.',
    logoFileKey: 'logos/7.svg',
    logoOneColor: false,
  }
  expect(repairDesign(design)).toEqual(design)
})

test.each([null, undefined, 7, 'deep', [], () => 0, { tone: 'neon', line1: 4, logoFileKey: '' }])(
  'keeps nothing of %j',
  (stored) => {
    expect(repairDesign(stored)).toEqual(EMPTY_DESIGN)
  },
)

test('keeps the usable parts of a design and repairs the rest', () => {
  expect(
    repairDesign({ tone: 'pale', gradient: 'wild', line1: 'Two\nlines', line2: 'x'.repeat(99) }),
  ).toEqual({
    ...EMPTY_DESIGN,
    tone: 'pale',
    line1: 'Two lines',
    line2: 'x'.repeat(LINE2_MAX),
  })
})

test('any stored value yields a design', () => {
  const stored = fc.oneof(
    fc.anything(),
    fc.record({ tone: fc.anything(), gradient: fc.anything(), line1: fc.anything(), line2: fc.string() }),
  )
  fc.assert(
    fc.property(stored, (value) => {
      const design = repairDesign(value)
      expect(TONES).toContain(design.tone)
      expect(GRADIENTS).toContain(design.gradient)
      expect(Array.from(design.line1).length).toBeLessThanOrEqual(LINE1_MAX)
      expect(Array.from(design.line2).length).toBeLessThanOrEqual(LINE2_MAX)
      expect(repairDesign(design)).toEqual(design)
    }),
  )
})
