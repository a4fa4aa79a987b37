import { expect, test } from 'vitest'
import {
  CARD_ASPECT,
  dotsFromMm,
  logoBox,
  logoDpi,
  mmFromUnits,
  printSize,
  unitsFromMm,
} from './card-geometry.ts'

test('a card is 1.58 times as wide as it is high', () => {
  expect(CARD_ASPECT).toBeCloseTo(1.58, 2)
})

test('a card prints at 1011 by 638 dots, and 35 more on each side with 3 mm of bleed', () => {
  expect(printSize()).toEqual({ width: 1011, height: 638 })
  expect(printSize({ bleedMm: 3 })).toEqual({ width: 1082, height: 709 })
})

test.each([
  [0, 0],
  [25.4, 300],
  [85.6, 1011],
])('%d mm are %d dots', (mm, dots) => {
  expect(dotsFromMm(mm)).toBe(dots)
})

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('%d mm is not a length', (mm) => {
  expect(() => dotsFromMm(mm)).toThrow(RangeError)
  expect(() => unitsFromMm(mm)).toThrow(RangeError)
  expect(() => printSize({ bleedMm: mm })).toThrow(RangeError)
})

test('units and millimetres measure the same card', () => {
  expect(unitsFromMm(85.6)).toBeCloseTo(508.5)
  expect(mmFromUnits(321)).toBeCloseTo(54.04, 2)
})

test('a logo is placed at 32, 32 and contained in its layout box at 0.6 scale', () => {
  expect(logoBox(600, 180)).toEqual({ x: 32, y: 32, width: 180, height: 54 })
  expect(logoBox(100, 100)).toMatchObject({ width: 54, height: 54 })
  expect(logoBox(1000, 100)).toMatchObject({ width: 180, height: 18 })
  expect(() => logoBox(0, 10)).toThrow(RangeError)
})

test('a logo of more pixels prints more sharply', () => {
  expect(logoDpi(600, 180)).toBe(503)
  expect(logoDpi(300, 90)).toBe(251)
})
