import { expect, test } from 'vitest'
import { hasGround, isOpaqueAtEdge } from './has-ground.ts'

const opaque = (side: number) => Array.from({ length: side * side * 4 }, () => 255)

test('a picture filled to its edge has a ground of its own', () => {
  expect(isOpaqueAtEdge(opaque(4), 4)).toBe(true)
})

test.each([0, 3, 12, 15])('a picture that is clear at its edge (pixel %i) has none', (pixel) => {
  const pixels = opaque(4)
  pixels[pixel * 4 + 3] = 0
  expect(isOpaqueAtEdge(pixels, 4)).toBe(false)
})

test('a hole inside says nothing about the ground', () => {
  const pixels = opaque(4)
  pixels[5 * 4 + 3] = 0
  expect(isOpaqueAtEdge(pixels, 4)).toBe(true)
})

test('a photo always has a ground', async () => {
  expect(await hasGround(new Blob(['x'], { type: 'image/jpeg' }))).toBe(true)
})
