import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeRowHeights } from './row-heights.ts'

test('rows of one height stand one under the other', () => {
  const heights = makeRowHeights(100_000, 45)
  expect(heights.topOf(0)).toBe(0)
  expect(heights.topOf(99_999)).toBe(99_999 * 45)
  expect(heights.indexAt(44)).toBe(0)
  expect(heights.indexAt(45)).toBe(1)
  expect(heights.indexAt(9_999_999)).toBe(99_999)
  expect(heights.indexAt(-10)).toBe(0)
})

test('a row that opens moves those below it and nobody above', () => {
  const heights = makeRowHeights(10, 45)
  expect(heights.set(3, 95)).toBe(50)
  expect(heights.set(3, 95)).toBe(0)
  expect([3, 4, 10].map(heights.topOf)).toEqual([135, 230, 500])
  expect(heights.indexAt(229)).toBe(3)
  expect(heights.set(3, 45)).toBe(-50)
  expect(heights.topOf(10)).toBe(450)
})

test('whatever rows open and close, each stands where the ones before it end', () => {
  const change = fc.record({ index: fc.nat(36), heightPx: fc.integer({ min: 1, max: 300 }) })
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const heights = makeRowHeights(37, 45)
      const known = Array.from({ length: 37 }, () => 45)
      for (const { index, heightPx } of changes) {
        heights.set(index, heightPx)
        known[index] = heightPx
      }
      let top = 0
      for (const [index, heightPx] of known.entries()) {
        expect(heights.topOf(index)).toBe(top)
        expect(heights.indexAt(top)).toBe(index)
        expect(heights.indexAt(top + heightPx - 1)).toBe(index)
        top += heightPx
      }
    }),
  )
})

test('a list of nobody has no height', () => {
  const heights = makeRowHeights(0, 45)
  expect(heights.topOf(0)).toBe(0)
  expect(heights.indexAt(0)).toBe(0)
})
