import { expect, test } from 'vitest'
import { parcelSize } from './parcel-size.ts'

test('a parcel grows with its cards and weighs whole pounds', () => {
  expect(parcelSize(1)).toEqual({ weightLb: 1, length: 9, width: 6, height: 4 })
  expect(parcelSize(500)).toMatchObject({ weightLb: 8, length: 9 })
  expect(parcelSize(501)).toMatchObject({ weightLb: 8, length: 12 })
  expect(parcelSize(20_000)).toMatchObject({ weightLb: 266, length: 16 })
  expect(parcelSize(500, 500)).toMatchObject({ weightLb: 13, length: 12 })
  expect(() => parcelSize(0)).toThrow(RangeError)
})
